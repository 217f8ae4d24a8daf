package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"a2aform/internal/webhook"
)

// pushAgent is an agent with one task, which ends when the task was asked for once: then it
// posts that to the address that it is given.
func pushAgent(t *testing.T) string {
	t.Helper()
	var to, token string // of the last configuration
	var asked atomic.Int32
	posted := make(chan struct{})
	server := httptest.NewUnstartedServer(nil)
	server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Method == http.MethodGet {
			_, _ = fmt.Fprintf(w, `{"name":"Push","description":"d","version":"1","skills":[],"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"capabilities":{"pushNotifications":true},
				"supportedInterfaces":[{"url":"http://%s/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, r.Host)
			return
		}
		var call struct {
			Method string
			Params json.RawMessage
		}
		_ = json.NewDecoder(r.Body).Decode(&call)
		var config struct{ URL, Token string }
		_ = json.Unmarshal(call.Params, &config)
		result := `{}`
		switch call.Method {
		case "CreateTaskPushNotificationConfig":
			to, token, result = config.URL, config.Token, string(call.Params)
			result = strings.Replace(result, `{`, `{"id":"c1",`, 1)
		case "GetTaskPushNotificationConfig":
			result = `{"id":"c1","taskId":"t","url":"https://me.example/","token":"k"}`
		case "ListTaskPushNotificationConfigs":
			result = `{"configs":[{"id":"c1","url":"https://me.example/","token":"k"}]}`
		case "GetTask":
			state := "TASK_STATE_WORKING"
			if asked.Add(1) > 1 {
				state = "TASK_STATE_COMPLETED"
			} else {
				go func() {
					defer close(posted)
					req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, to, strings.NewReader(`{"statusUpdate":{"taskId":"t","status":{"state":"TASK_STATE_COMPLETED"}}}`))
					if err != nil {
						return
					}
					req.Header.Set(webhook.Header, token)
					if resp, err := server.Client().Do(req); err == nil {
						_, _ = io.Copy(io.Discard, resp.Body)
						_ = resp.Body.Close()
					}
				}()
			}
			result = fmt.Sprintf(`{"id":"t","contextId":"c","status":{"state":%q},"artifacts":[{"artifactId":"a","parts":[{"text":"the end"}]}]}`, state)
		}
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":1,"result":%s}`, result)
	})
	server.Start()
	t.Cleanup(func() {
		if asked.Load() > 0 {
			<-posted
		}
		server.Close()
	})
	return server.URL
}

func TestTaskWaitsForNotifications(t *testing.T) {
	url := pushAgent(t)
	out, errOut, err := call(t, "task", "wait", url, "t", "--webhook")
	if err != nil || !strings.Contains(out, "State:    completed") || !strings.Contains(out, "the end") {
		t.Errorf("%v\n%s", err, out)
	}
	for _, want := range []string{"listening at http://127.0.0.1:", "  completed\n1 notification came\n"} {
		if !strings.Contains(errOut, want) {
			t.Errorf("no %q in\n%s", want, errOut)
		}
	}
}

func TestPushConfigurationsFromTheShell(t *testing.T) {
	url := pushAgent(t)
	for _, tt := range []struct {
		args           []string
		out, says, err string
	}{
		{[]string{"set", url, "t", "--url", "https://me.example/hook"}, "c1  https://me.example/hook\n", "", ""},
		{[]string{"create", url, "t", "--url", "https://me.example/hook", "-o", "json"}, `"url":"https://me.example/hook"`, "", ""},
		{[]string{"set", url, "t"}, "", "", "--url: name the address"},
		{[]string{"set", url, "t", "--url", "https://x.example", "--token", "secret"}, "", "", "--token: write env:NAME"},
		{[]string{"get", url, "t", "--id", "c1"}, "c1  https://me.example/  with a token\n", "", ""},
		{[]string{"get", url, "t"}, "", "", "--id: name the configuration"},
		{[]string{"list", url, "t"}, "c1  https://me.example/  with a token\n", "", ""},
		{[]string{"delete", url, "t", "--id", "c1"}, "", "deleted\n", ""},
		{[]string{"delete", url, "t"}, "", "", "--id: name the configuration"},
	} {
		out, errOut, err := call(t, append([]string{"task", "push-config"}, tt.args...)...)
		said := ""
		if err != nil {
			said = err.Error()
		}
		if !strings.Contains(out, tt.out) || !strings.Contains(errOut, tt.says) || !strings.Contains(said, tt.err) || (said == "") != (tt.err == "") {
			t.Errorf("%v: %q, %q, %v", tt.args[:1], out, errOut, err)
		}
	}
}
