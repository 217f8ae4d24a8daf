package kit_test

import (
	"bytes"
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
	d.Press("enter").WaitFor("Word *").Type("x").Press("ctrl+s").WaitFor("enter Send").Press("enter")
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

// A task that waits for credentials asks for them by itself, and goes on with
// them: by itself, or when it is told.
// It proves A2ACLI_AUTH_011.
func TestTaskWaitingForCredentialsAsksForThem(t *testing.T) {
	t.Parallel()
	for name, goesOn := range map[string]bool{"by itself": true, "when it is told": false} {
		t.Run(name, func(t *testing.T) {
			var messages []string
			task := func(state string) string {
				return `{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_` + state + `","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"log in, please"}]}}}`
			}
			c := apptest.OneForm(apptest.WordSchema)
			mux := http.NewServeMux()
			url := apptest.ServeMux(t, mux)
			mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				_, _ = io.WriteString(w, strings.Replace(c.At(url), `"version":"1"`, `"version":"1","securitySchemes":{"tok":{"httpAuthSecurityScheme":{"scheme":"bearer"}}}`, 1))
			})
			mux.HandleFunc("POST /rpc", func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				r.Body = io.NopCloser(bytes.NewReader(body))
				known := r.Header.Get("Authorization") == "Bearer HUSH"
				answers := strings.Contains(string(body), `"SendMessage"`) && strings.Contains(string(body), "The credentials are given.")
				if strings.Contains(string(body), `"SendMessage"`) {
					messages = append(messages, string(body))
				}
				switch {
				case known && (goesOn || answers):
					apptest.Says(`"result":`+map[bool]string{true: `{"task":` + task("COMPLETED") + `}`, false: task("COMPLETED")}[answers])(w, r)
				case strings.Contains(string(body), `"SendMessage"`):
					apptest.Says(`"result":{"task":`+task("AUTH_REQUIRED")+`}`)(w, r)
				case strings.Contains(string(body), `"GetTask"`):
					apptest.Says(`"result":`+task("AUTH_REQUIRED"))(w, r)
				default:
					apptest.Says(`"error":{"code":-32004,"message":"no stream"}`)(w, r)
				}
			})
			d := apptest.Start(t, url, 90, 28).WaitFor("The skill").Press("enter").WaitFor("Word *").Type("x").Press("ctrl+s").WaitFor("enter Send").Press("enter")
			d.WaitFor("tok  bearer token", "The task waits for them (“log in, please”)").Press("esc").WaitFor("log in, please", "alt+a Credentials")
			d.Press("alt+a").WaitFor("tok  bearer token").Type("HUSH").Press("enter")
			if !goesOn {
				d.WaitFor("> The credentials are given.").Press("enter")
			}
			d.WaitFor("✓ completed")
			if want := map[bool]int{true: 1, false: 2}[goesOn]; len(messages) != want {
				t.Errorf("%d messages were sent: %q", len(messages), messages)
			}
		})
	}
}
