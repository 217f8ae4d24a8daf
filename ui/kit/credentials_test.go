package kit_test

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"a2aform/ui/apptest"
)

// A run that the agent refuses for want of credentials takes them on the spot,
// and is sent again; the secret is never on the screen.
func TestRefusedRunTakesCredentials(t *testing.T) {
	t.Parallel()
	var shown []string
	c := apptest.OneForm(apptest.WordSchema)
	answer := apptest.Says(`"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"welcome in"}]}}`)
	mux := http.NewServeMux()
	url := apptest.ServeMux(t, mux)
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, strings.Replace(c.At(url), `"version":"1"`, `"version":"1","securitySchemes":{"tok":{"httpAuthSecurityScheme":{"scheme":"bearer"}},"key":{"apiKeySecurityScheme":{"location":"header","name":"X-Key"}}},"securityRequirements":[{"schemes":{"tok":{}}}]`, 1))
	})
	mux.HandleFunc("POST /rpc", func(w http.ResponseWriter, r *http.Request) {
		shown = append(shown, r.Header.Get("Authorization"))
		if r.Header.Get("Authorization") != "Bearer HUSH" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		answer(w, r)
	})
	d := apptest.Start(t, url, 90, 28).WaitFor("The skill", "Press a to sign in")
	d.Press("enter").WaitFor("Word *").Type("x").Press("ctrl+s").WaitFor("Send  enter").Press("enter")
	d.WaitFor("The agent wants credentials. Which ones?", "tok  bearer token") // by itself
	d.Press("esc").WaitFor("the agent requires credentials").WaitFor("a Credentials")
	d.Press("a").WaitFor("Which ones?", "tok  bearer token").Press("enter").WaitFor("alone, kept until")
	d.Type("WRONG").Press("enter").WaitFor("Sign-in failed. Try other credentials, or press Esc.", "refused by the agent").WaitGone("✓ given").WaitGone("are taken")
	d.Press("enter").WaitFor("Sign-in failed.", "alone, kept until")
	d.Type("HUSH")
	if strings.Contains(d.Screen(), "HUSH") {
		t.Errorf("the secret is shown\n%s", d.Screen())
	}
	d.Press("enter").WaitFor("welcome in")
	if want := []string{"", "Bearer WRONG", "Bearer HUSH"}; !slices.Equal(shown, want) {
		t.Errorf("the agent was shown %q", shown)
	}
	d.Press("esc", "esc").WaitFor("✓ given")
}
