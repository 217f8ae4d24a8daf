package doctor_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"strings"
	"testing"

	"github.com/go-jose/go-jose/v4"

	"a2aform/a2aclient/signature"
	"a2aform/internal/qa/doctor"
)

// signed signs a card without its schemas, as an SDK does that does not know them, and returns what verifies it.
func signed(t *testing.T, card []byte) ([]byte, func([]byte) ([]signature.Verdict, error)) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	var members map[string]any
	if err := json.Unmarshal(card, &members); err != nil {
		t.Fatal(err)
	}
	delete(members, "signatures")
	schemas := members["schemas"]
	delete(members, "schemas")
	payload, err := json.Marshal(members) // sorted, as RFC 8785 wants it
	if err != nil {
		t.Fatal(err)
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: jose.JSONWebKey{Key: key, KeyID: "k"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	object, err := signer.Sign(payload)
	if err != nil {
		t.Fatal(err)
	}
	text, err := object.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(text, ".")
	members["schemas"] = schemas
	members["signatures"] = []any{map[string]string{"protected": parts[0], "signature": parts[2]}}
	if card, err = json.Marshal(members); err != nil {
		t.Fatal(err)
	}
	public, err := json.Marshal(jose.JSONWebKey{Key: key.Public(), KeyID: "k"})
	if err != nil {
		t.Fatal(err)
	}
	keys, err := signature.ParseKeys(public, "the test")
	if err != nil {
		t.Fatal(err)
	}
	return card, func(card []byte) ([]signature.Verdict, error) {
		return signature.Verify(card, func(string, string) ([]*signature.Keys, error) { return []*signature.Keys{keys}, nil })
	}
}

func TestSignatureThatDoesNotMatchIsFound(t *testing.T) {
	card, verify := signed(t, []byte(`{"name":"x","description":"d","version":"1.0.0","supportedInterfaces":[]}`))
	changed := []byte(strings.Replace(string(card), `"x"`, `"y"`, 1))
	for _, f := range doctor.Check(changed, doctor.Options{Verify: verify}).Findings {
		if f.Rule == "N04" {
			return
		}
	}
	t.Error("N04 was not found")
}
