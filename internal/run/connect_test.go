package run_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/zalando/go-keyring"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// A keyring that does not give a secret is reported: the agent will ask for what the
// user has given already.
func TestKeyringErrorIsNote(t *testing.T) {
	keyring.MockInit()
	card, err := a2aclient.Parse([]byte(`{"name":"x","skills":[],"supportedInterfaces":[{"url":"https://agent.example.com/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
		"securitySchemes":{"key":{"apiKeySecurityScheme":{"name":"X-Key","location":"header"}}}}`), "card.json")
	if err != nil {
		t.Fatal(err)
	}
	keep := homeOfTest(t)
	if _, err := keep.KeepCredential(store.Credential{Origin: "https://agent.example.com:443", Scheme: safe.Text("key"), Secret: store.Secret{Value: "HUSH"}}); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		why, note string
	}{{"", ""}, {"locked", "the secret of key is stored in the keyring, and cannot be read: the keyring says: locked"}} {
		if tt.why != "" {
			keyring.MockInitWithError(errors.New(tt.why))
		}
		a, notes, err := run.Dial(t.Context(), card, keep)
		if err != nil || strings.Join(notes, "; ") != tt.note || a.Credentials().Has(safe.Text("key")) != (tt.note == "") {
			t.Errorf("%q: notes %q, %v", tt.why, notes, err)
		}
	}
}

// Secrets that renew a token go where the token came from, whatever the card
// says today.
func TestTokensAreRenewedAtTheirEndpoint(t *testing.T) {
	keyring.MockInitWithError(errors.New("no keyring"))
	const metadata = "https://login.example.com/.well-known/openid-configuration"
	byMetadata := `{"openIdConnectSecurityScheme":{"openIdConnectUrl":"` + metadata + `"}}`
	byFlow := func(name string) string {
		return `{"oauth2SecurityScheme":{"flows":{"` + name + `":{"tokenUrl":"HERE"}}}}`
	}
	for name, tt := range map[string]struct {
		scheme, tokens, metadata string // what was kept, "HERE" for the server
		moved                    bool
	}{
		"same place":         {byFlow("clientCredentials"), "HERE", "", false},
		"same code flow":     {byFlow("authorizationCode"), "HERE", "", false},
		"has changed":        {byFlow("clientCredentials"), "https://login.example.com/token", "", true},
		"same metadata":      {byMetadata, "HERE", metadata, false},
		"other metadata":     {byMetadata, "HERE", "https://other.example.com", true},
		"metadata are new":   {byMetadata, "HERE", "", true},
		"metadata were left": {byFlow("clientCredentials"), "HERE", metadata, true},
	} {
		t.Run(name, func(t *testing.T) {
			moved := tt.moved
			asked := 0
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				asked++
				w.Header().Set("Content-Type", "application/json")
				_, _ = io.WriteString(w, `{"access_token":"FRESH","token_type":"Bearer"}`)
			}))
			t.Cleanup(server.Close)
			card, err := a2aclient.Parse(fmt.Appendf(nil, `{"name":"x","skills":[],"supportedInterfaces":[{"url":"https://agent.example.com/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
				"securitySchemes":{"flow":%s}}`, strings.ReplaceAll(tt.scheme, "HERE", server.URL)), "card.json")
			if err != nil {
				t.Fatal(err)
			}
			kept := store.Credential{
				Origin: "https://agent.example.com:443", Scheme: safe.Text("flow"), Expires: time.Now().Add(-time.Hour),
				Secret: store.Secret{Value: "OLD", ClientID: "me", ClientSecret: "HUSH", TokenURL: safe.Text(strings.Replace(tt.tokens, "HERE", server.URL, 1)), MetadataURL: safe.Text(tt.metadata)},
			}
			keep := homeOfTest(t)
			if _, err := keep.KeepCredential(kept); err != nil {
				t.Fatal(err)
			}
			a, notes, err := run.Dial(t.Context(), card, keep)
			if err != nil {
				t.Fatal(err)
			}
			if moved != (asked == 0) || moved == a.Credentials().Has(safe.Text("flow")) || moved != strings.Contains(strings.Join(notes, ""), "has changed") {
				t.Errorf("asked %d times, notes %q", asked, notes)
			}
		})
	}
}

func homeOfTest(t *testing.T) *store.Store {
	t.Helper()
	dir := t.TempDir()
	s, err := store.Open(func(string) string { return dir })
	if err != nil {
		t.Fatal(err)
	}
	return s
}
