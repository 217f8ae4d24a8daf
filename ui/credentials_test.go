package ui_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// A run that the agent refuses for want of credentials takes them on the spot,
// and is sent again; the secret is never on the screen.
func TestCredentialsAreGivenWhereTheyAreMissed(t *testing.T) {
	var shown []string
	c := oneForm(wordSchema)
	answer := says(`"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"welcome in"}]}}`)
	mux := http.NewServeMux()
	url := serveMux(t, mux)
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, strings.Replace(c.at(url), `"version":"1"`, `"version":"1","securitySchemes":{"tok":{"httpAuthSecurityScheme":{"scheme":"bearer"}},"key":{"apiKeySecurityScheme":{"location":"header","name":"X-Key"}}},"securityRequirements":[{"schemes":{"tok":{}}}]`, 1))
	})
	mux.HandleFunc("POST /rpc", func(w http.ResponseWriter, r *http.Request) {
		shown = append(shown, r.Header.Get("Authorization"))
		if r.Header.Get("Authorization") != "Bearer HUSH" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		answer(w, r)
	})
	d := start(t, url, 90, 28).WaitFor("The skill", "a gives them")
	d.Press("enter").WaitFor("Word *").Type("x").Press("ctrl+s").WaitFor("enter send").Press("enter")
	d.WaitFor("the agent wants credentials").WaitFor("a credentials")
	d.Press("a").WaitFor("Which credentials?", "tok  bearer token").Press("enter").WaitFor("alone, kept until you quit")
	d.Type("HUSH")
	if strings.Contains(d.Screen(), "HUSH") {
		t.Errorf("the secret is shown\n%s", d.Screen())
	}
	d.Press("enter").WaitFor("welcome in")
	if len(shown) != 2 || shown[0] != "" || shown[1] != "Bearer HUSH" {
		t.Errorf("the agent was shown %q", shown)
	}
	d.Press("esc", "esc").WaitFor("✓ given")
}
