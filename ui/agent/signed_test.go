package agent_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/ui/apptest"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-json-experiment/json/jsontext"

	"a2aform/a2aclient/signature"
	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// signedAgent serves a card that is signed over what payload makes of it, and its keys.
func signedAgent(t *testing.T, payload func(card string) string) string {
	t.Helper()
	url, _ := signedWith(t, payload, true)
	return url
}

// signedWith is signedAgent, which names the address of its keys or not; keys are those.
func signedWith(t *testing.T, payload func(card string) string, namesKeys bool) (url string, keys []byte) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	keys, err = json.Marshal(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: key.Public(), KeyID: "key-1"}}})
	if err != nil {
		t.Fatal(err)
	}
	var signed string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		body := signed
		if r.URL.Path == "/keys" {
			body = string(keys)
		}
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(server.Close)
	card := fmt.Sprintf(`{"name":"Signed Agent","version":"1","skills":[{"id":"a","name":"Ask"}],"supportedInterfaces":[{"url":"%s/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, server.URL)
	canonical := jsontext.Value(payload(card))
	if err := canonical.Canonicalize(); err != nil {
		t.Fatal(err)
	}
	o := (&jose.SignerOptions{}).WithType("JOSE").WithHeader("kid", "key-1")
	if namesKeys {
		o = o.WithHeader("jku", server.URL+"/keys")
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: key}, o)
	if err != nil {
		t.Fatal(err)
	}
	jws, err := signer.Sign(canonical)
	if err != nil {
		t.Fatal(err)
	}
	var parts struct{ Protected, Signature string }
	if err := json.Unmarshal([]byte(jws.FullSerialize()), &parts); err != nil {
		t.Fatal(err)
	}
	signed = strings.TrimSuffix(card, "}") + fmt.Sprintf(`,"signatures":[{"protected":%q,"signature":%q}]}`, parts.Protected, parts.Signature)
	return server.URL, keys
}

// The card says whether its signature is valid and by which key, and what it leaves out.
func TestSignatureOfACard(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		payload func(card string) string
		want    []string
	}{
		"valid":   {func(card string) string { return card }, []string{"signed ✓", "✓ valid for the whole card, by key key-1 (ES256, from http://127.0.0.1"}},
		"changed": {func(card string) string { return strings.Replace(card, "Signed", "Other", 1) }, []string{"signature ✗", "✗ not valid by key key-1"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := signedAgent(t, tt.payload)
			d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: apptest.Home(t), Ref: url}), 120, 40)
			d.WaitFor("Signed Agent", tt.want[0]).Press("tab").WaitFor(tt.want[1])
		})
	}
}

// A signature by a key of the directory of trusted keys says so; a file there that cannot be
// used is named.
func TestSignatureByTrustedKey(t *testing.T) {
	t.Parallel()
	url, keys := signedWith(t, func(card string) string { return card }, false)
	keep := apptest.Home(t)
	dir := filepath.Join(keep.ConfigDir(), signature.DirName)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	open := func() *uitest.Driver {
		return uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep, Ref: url}), 120, 40).WaitFor("Signed Agent")
	}
	open().WaitFor("signed ?").Press("tab").WaitFor("? not checked: its key was not found")
	for name, data := range map[string][]byte{"shop.json": keys, "broken.pem": []byte("-----BEGIN"), "notes.txt": []byte("mine")} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	open().WaitFor("signed ✓ trusted").Press("tab").WaitFor("✓ valid for the whole card, by trusted key key-1 (ES256, from shop.json of the keys that you trust)", "The trusted key broken.pem is not used: it has no keys")
}
