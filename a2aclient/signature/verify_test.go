package signature

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/go-jose/go-jose/v4"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// signed is the card with a signature over one of its forms.
func signed(t *testing.T, card string, form int, key any, algorithm jose.SignatureAlgorithm) string {
	t.Helper()
	root, err := ojson.Parse([]byte(card), ojson.CardLimits)
	if err != nil {
		t.Fatal(err)
	}
	list, err := payloads(root)
	if err != nil {
		t.Fatal(err)
	}
	options := (&jose.SignerOptions{}).WithType("JOSE").WithHeader("kid", "k")
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: algorithm, Key: key}, options)
	if err != nil {
		t.Fatal(err)
	}
	jws, err := signer.Sign(list[form].canonical)
	if err != nil {
		t.Fatal(err)
	}
	var parts struct{ Protected, Signature string }
	if err := json.Unmarshal([]byte(jws.FullSerialize()), &parts); err != nil {
		t.Fatal(err)
	}
	signature, err := json.Marshal(map[string]string{"protected": parts.Protected, "signature": parts.Signature})
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(card, "}") + `,"signatures":[` + string(signature) + `]}`
}

// only is a source with one public key.
func only(key any) FindKeys {
	return func(id, _ string) ([]*Keys, error) {
		return []*Keys{{From: "a test", list: []jose.JSONWebKey{{Key: key, KeyID: id}}}}, nil
	}
}

func verdictOf(t *testing.T, card string, find FindKeys) Verdict {
	t.Helper()
	list, err := Verify([]byte(card), find)
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	return list[0]
}

func newKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

const plainCard = `{"name":"Agent","description":"","version":"1","skills":[{"id":"a","name":"","tags":[],"examples":[],"inputSchema":{"type":"object"}}],"capabilities":{"streaming":false,"extensions":[{"uri":"u","required":false}]},"schemas":{"a":{"n":1.50,"none":null}}}`

// The payload is that of the specification's example: what is empty goes, unless it is
// required or was set on purpose.
func TestPayloadFollowsTheSpecification(t *testing.T) {
	root, err := ojson.Parse([]byte(`{"name":"Example Agent","description":"","capabilities":{"streaming":false,"pushNotifications":false,"extensions":[]},"skills":[]}`), ojson.CardLimits)
	if err != nil {
		t.Fatal(err)
	}
	list, err := payloads(root)
	want := `{"capabilities":{"pushNotifications":false,"streaming":false},"description":"","name":"Example Agent","skills":[]}`
	if err != nil || !slices.ContainsFunc(list, func(p payload) bool { return string(p.canonical) == want }) {
		t.Errorf("%q, %v", list, err)
	}
}

// A signature holds whichever way its signer wrote the card, and says what it leaves out.
func TestEveryFormIsRecognized(t *testing.T) {
	key := newKey(t)
	for i := range forms {
		v := verdictOf(t, signed(t, plainCard, i, key, jose.ES256), only(key.Public()))
		var left []string
		for _, path := range v.NotCovered {
			left = append(left, path.Exact())
		}
		var want []string
		if forms[i].knownOnly {
			want = []string{"skills[].inputSchema", "schemas"}
		}
		if !v.Valid || v.Problem != "" || !slices.Equal(left, want) || v.KeysFrom != "a test" || v.KeyID != safe.Text("k") {
			t.Errorf("form %d: %+v", i, v)
		}
	}
}

// A card that the official JavaScript SDK 1.3.0 signed: its schemas are not covered, so that
// a change of them goes unnoticed by the signature.
func TestCardSignedByAnSDK(t *testing.T) {
	card, err := os.ReadFile("testdata/sdk.json")
	if err != nil {
		t.Fatal(err)
	}
	set, err := os.ReadFile("testdata/sdk-keys.json")
	if err != nil {
		t.Fatal(err)
	}
	keys, err := ParseKeys(set, "keys.json")
	if err != nil {
		t.Fatal(err)
	}
	find := func(string, string) ([]*Keys, error) { return []*Keys{keys}, nil }
	for name, tt := range map[string]struct {
		old, changed string
		valid        bool
	}{
		"as it was signed": {"", "", true},
		"another name":     {"Signed Agent", "Signed agent", false},
		"another address":  {"https://agent.example/a2a", "https://evil.example/a2a", false},
		"a schema":         {`"maximum": 1.5`, `"maximum": 2`, true},
		"a skill's schema": {`"type": "object"`, `"type": "array"`, true},
		"an empty list":    {`"tags": []`, `"tags": [], "examples": []`, true},
		"a tag":            {`"tags": []`, `"tags": ["x"]`, false},
	} {
		text := strings.Replace(string(card), tt.old, tt.changed, 1)
		v := verdictOf(t, text, find)
		if v.Valid != tt.valid || tt.changed != "" && text == string(card) {
			t.Errorf("%s: %+v", name, v)
		}
		if v.Valid && !slices.Equal(v.NotCovered, []safe.Raw{safe.Text("skills[].inputSchema"), safe.Text("schemas")}) {
			t.Errorf("%s: does not cover %v", name, v.NotCovered)
		}
	}
}

func TestSignaturesThatAreNotValid(t *testing.T) {
	key, other := newKey(t), newKey(t)
	good := signed(t, plainCard, 0, key, jose.ES256)
	_, eddsa, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	header := func(text string) string {
		return strings.TrimSuffix(plainCard, "}") + `,"signatures":[{"protected":"` + text + `","signature":"AAAA"}]}`
	}
	for name, tt := range map[string]struct {
		card string
		find FindKeys
		want string
	}{
		"another key":         {good, only(other.Public()), "does not match the card"},
		"key of another kind": {signed(t, plainCard, 0, eddsa, jose.EdDSA), only(key.Public()), "does not match the card"},
		"no key":              {good, func(string, string) ([]*Keys, error) { return nil, nil }, "its key was not found"},
		"keys not found":      {good, func(string, string) ([]*Keys, error) { return nil, errors.New("no such host") }, "its key was not found: no such host"},
		"no algorithm":        {header("eyJhbGciOiJub25lIiwia2lkIjoiayJ9"), only(key.Public()), "its algorithm is not accepted"}, // {"alg":"none","kid":"k"}
		"a shared secret":     {signed(t, plainCard, 0, []byte(strings.Repeat("s", 32)), jose.HS256), only([]byte(strings.Repeat("s", 32))), "its algorithm is not accepted"},
		"no header":           {header("!"), only(key.Public()), "cannot be read"},
		"no key id":           {header("eyJhbGciOiJFUzI1NiJ9"), only(key.Public()), "does not name its key"}, // {"alg":"ES256"}
		"no signature":        {strings.Replace(good, `"signature":"`, `"signature":"A`, 1), only(key.Public()), "does not match the card"},
	} {
		if v := verdictOf(t, tt.card, tt.find); v.Valid || !strings.Contains(v.Problem, tt.want) {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

// A name that comes twice could mean one thing to the signer and another to the reader.
func TestMembersThatComeTwiceAreNotSigned(t *testing.T) {
	key := newKey(t)
	card := signed(t, plainCard, 0, key, jose.ES256)
	card = strings.Replace(card, `"name":"Agent"`, `"name":"Evil","name":"Agent"`, 1)
	if list, err := Verify([]byte(card), only(key.Public())); err == nil && slices.ContainsFunc(list, func(v Verdict) bool { return v.Valid }) {
		t.Errorf("%+v", list)
	}
}

func TestKeysAreRead(t *testing.T) {
	key := newKey(t)
	public, err := x509.MarshalPKIXPublicKey(key.Public())
	if err != nil {
		t.Fatal(err)
	}
	private, err := json.Marshal(jose.JSONWebKey{Key: key, KeyID: "k"})
	if err != nil {
		t.Fatal(err)
	}
	jwk, err := json.Marshal(jose.JSONWebKey{Key: key.Public(), KeyID: "k"})
	if err != nil {
		t.Fatal(err)
	}
	card := signed(t, plainCard, 0, key, jose.ES256)
	for name, tt := range map[string]struct{ data, problem string }{
		"PEM":                {string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public})), ""},
		"a key":              {string(jwk), ""},
		"a set":              {`{"keys":[{"kty":"new","kid":"n"},` + string(jwk) + `]}`, ""},
		"a private key":      {string(private), "not public"},
		"an empty set":       {`{"keys":[]}`, "no keys"},
		"no keys":            {"hello", "no keys"},
		"torn JSON":          {`{"keys":`, "neither"},
		"PEM of other bytes": {string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: []byte("x")})), "not a public key"},
	} {
		keys, err := ParseKeys([]byte(tt.data), "f")
		if tt.problem != "" {
			if err == nil || !strings.Contains(err.Error(), tt.problem) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if v := verdictOf(t, card, func(string, string) ([]*Keys, error) { return []*Keys{keys}, nil }); !v.Valid || v.KeysFrom != "f" {
			t.Errorf("%s: %+v", name, v)
		}
	}
}
