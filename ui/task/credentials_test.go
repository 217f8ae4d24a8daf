package task_test

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"a2aform/ui/apptest"
)

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
			d := apptest.Start(t, url, 90, 28).WaitFor("The skill").Press("enter").WaitFor("Word *").Type("x").Press("ctrl+s").WaitFor("Send  enter").Press("enter")
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
