package run_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// A keyring that does not give a secret is told of: the agent will ask for what the
// user has given already.
func TestKeyringErrorIsANote(t *testing.T) {
	keyring.MockInit()
	card, err := a2aclient.Parse([]byte(`{"name":"x","skills":[],"supportedInterfaces":[{"url":"https://agent.example.com/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
		"securitySchemes":{"key":{"apiKeySecurityScheme":{"name":"X-Key","location":"header"}}}}`), "card.json")
	if err != nil {
		t.Fatal(err)
	}
	keep := home(t)
	if _, err := keep.KeepCredential(store.Credential{Origin: "https://agent.example.com:443", Scheme: safe.Text("key"), Secret: store.Secret{Value: "HUSH"}}); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		why, note string
	}{{"", ""}, {"locked", "the secret of key is kept in the keyring, and cannot be read: the keyring says: locked"}} {
		if tt.why != "" {
			keyring.MockInitWithError(errors.New(tt.why))
		}
		a, notes, err := run.Dial(t.Context(), card, keep)
		if err != nil || strings.Join(notes, "; ") != tt.note || a.Credentials().Has(safe.Text("key")) != (tt.note == "") {
			t.Errorf("%q: notes %q, %v", tt.why, notes, err)
		}
	}
}
