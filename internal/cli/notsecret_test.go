package cli_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// A member whose name looks like a secret is kept out of the run file, unless the user
// said on the screens that it contains none for this agent.
func TestSendKeepsFieldsMarkedNotSecret(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			_, _ = fmt.Fprintf(w, `{"name":"tokens","version":"1","capabilities":{"streaming":false,"extensions":[{"uri":"https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"}]},
				"schemas":{"in":{"type":"object","properties":{"access_token":{"type":"string"}}}},"defaultInputModes":["application/json;schema=in"],
				"skills":[],"supportedInterfaces":[{"url":"http://%s/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, r.Host)
			return
		}
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}}`)
	}))
	t.Cleanup(server.Close)
	for _, c := range []struct {
		name    string
		origins []string
		flags   []string
		isKept  bool
	}{
		{"a secret", nil, []string{"--set", "access_token=coins"}, false},
		{"no secret elsewhere", []string{"https://other.example"}, []string{"--set", "access_token=coins"}, false},
		{"no secret here", []string{server.URL}, []string{"--set", "access_token=coins"}, true},
		{"no secret in data", []string{server.URL}, []string{"--data", `{"access_token":"coins"}`}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			keep, err := store.Open(func(name string) string { return map[string]string{"A2AFORM_HOME": home}[name] })
			if err != nil {
				t.Fatal(err)
			}
			for _, origin := range c.origins {
				if err := keep.KeepNotSecret(store.NotSecret{Origin: origin, Name: safe.Text("access_token")}); err != nil {
					t.Fatal(err)
				}
			}
			send := call(t, append([]string{"send", server.URL, "--record"}, c.flags...)...)
			send.Env = append(send.Env, "A2AFORM_HOME="+home)
			if out, err := send.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			show := call(t, "runs", "export", "last")
			show.Env = send.Env
			out, err := show.Output()
			if err != nil || strings.Contains(string(out), "coins") != c.isKept {
				t.Errorf("%v: the value is kept: %v, want %v\n%s", err, !c.isKept, c.isKept, out)
			}
		})
	}
}
