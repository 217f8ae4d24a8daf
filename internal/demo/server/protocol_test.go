package server_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"a2aform/internal/demo"
	"a2aform/internal/demo/server"
)

// agentFor serves the demo agent, with ids in order.
func agentFor(t *testing.T) string {
	t.Helper()
	var n atomic.Int64
	agent := demo.New(demo.Options{NewID: func() string { return fmt.Sprint("id", n.Add(1)) }})
	s := httptest.NewServer(agent)
	t.Cleanup(func() {
		_ = agent.Close()
		s.Close()
	})
	return s.URL
}

// times are what the clock has said.
var times = regexp.MustCompile(`"timestamp":"[^"]*"`)

// ask sends a request and returns the status, where it is not 200, and the body.
func ask(t *testing.T, method, url, version, body string) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if version != "" {
		req.Header.Set("A2A-Version", version)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	status := ""
	if resp.StatusCode != http.StatusOK {
		status = fmt.Sprint(resp.StatusCode, " ")
	}
	return status + times.ReplaceAllString(strings.TrimSpace(string(text)), `"timestamp":"…"`)
}

const (
	fight   = `{"messageId":"m1","role":"ROLE_USER","parts":[{"data":{"a":"Lion","b":"Tiger"},"metadata":{"mimeType":"application/json;schema=fightComparison"}}]}`
	fight03 = `{"kind":"message","messageId":"m1","role":"user","parts":[{"kind":"data","data":{"a":"Lion","b":"Tiger"},"metadata":{"mimeType":"application/json;schema=fightComparison"}}]}`
)

// A message of either version makes a task of that version; it is read, listed and canceled by the rules of the protocol.
func TestProtocolOfBothVersions(t *testing.T) {
	t.Parallel()
	url := agentFor(t)
	is := func(version, method, params string, want ...string) {
		t.Helper()
		path := server.PathV10
		if version == "" {
			path = server.PathV03
		}
		got := ask(t, http.MethodPost, url+path, version, `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":`+params+`}`)
		for _, w := range want {
			if w, isNot := strings.CutPrefix(w, "-"); strings.Contains(got, w) == isNot {
				t.Errorf("%s %s: %s\nwant %q, %t", method, params, got, w, !isNot)
			}
		}
	}
	const title = `"metadata":{"title":"Who would win in a fight between Lion and Tiger?"}}`
	is("1.0", "SendMessage", `{"message":`+fight+`}`, `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"id2","contextId":"id1","status":{"state":"TASK_STATE_COMPLETED","timestamp":"…"},"artifacts":[{"artifactId":"fight-result"`, `"messageId":"m1","contextId":"id1","taskId":"id2","role":"ROLE_USER"`, title)
	is("1.0", "SendStreamingMessage", `{"message":`+fight+`}`, `data: {"jsonrpc":"2.0","id":1,"result":{"task":{"id":"id6","contextId":"id5","status":{"state":"TASK_STATE_SUBMITTED"`, "\n\ndata: "+`{"jsonrpc":"2.0","id":1,"result":{"statusUpdate":{"taskId":"id6"`, `{"artifactUpdate":{"taskId":"id6"`, `"append":false,"lastChunk":true`)
	is("", "message/send", `{"message":`+fight03+`}`, `"result":{"kind":"task","id":"id10","contextId":"id9","status":{"state":"completed"`, `"role":"user"`, title)
	is("", "message/stream", `{"message":`+fight03+`}`, `"result":{"kind":"task","id":"id14"`, `{"kind":"status-update","taskId":"id14"`, `"final":false`, `{"state":"completed","timestamp":"…"},"final":true}`)
	is("", "tasks/get", `{"id":"id2"}`, `"result":{"kind":"task","id":"id2"`)
	is("1.0", "GetTask", `{"id":"id10","historyLength":1}`, `"result":{"id":"id10"`, `"messageId":"id12"`, `-"messageId":"id11"`)
	is("1.0", "GetTask", `{"id":"id2","historyLength":0}`, `"result":{"id":"id2"`, `-"history"`)
	is("1.0", "GetTask", `{"id":"none"}`, `"error":{"code":-32001,"message":"task not found: \"none\""`, `"reason":"TASK_NOT_FOUND"`)
	is("", "tasks/get", `{"id":"none"}`, `"error":{"code":-32001`, `-"reason"`)
	is("1.0", "CancelTask", `{"id":"id2"}`, `"error":{"code":-32002,"message":"task cannot be canceled: it is completed"`)
	is("1.0", "SubscribeToTask", `{"id":"id2"}`, `"error":{"code":-32004`)
	is("", "tasks/resubscribe", `{"id":"id2"}`, `"kind":"task","id":"id2"`, `-status-update`)
	is("1.0", "ListTasks", `{"pageSize":2}`, `"nextPageToken":"`, `-"nextPageToken":""`, `"pageSize":2,"tasks":[{"id":"id14"`, `{"id":"id10"`, `-{"id":"id6"`, `"totalSize":4`, `-"artifacts"`)
	is("1.0", "ListTasks", `{"contextId":"id1","includeArtifacts":true}`, `"nextPageToken":""`, `"tasks":[{"id":"id2"`, `"artifacts"`, `"totalSize":1`)
	is("1.0", "ListTasks", `{"status":"TASK_STATE_WORKING"}`, `"totalSize":0`)
	is("1.0", "ListTasks", `{"pageSize":-1}`, `"code":-32602`)
	is("1.0", "SendMessage", `{"message":`+strings.Replace(fight, `"a":"Lion"`, `"c":"Lion"`, 1)+`}`, `"state":"TASK_STATE_REJECTED"`)
	is("1.0", "SendMessage", `{"message":`+strings.Replace(fight, `"parts":[`, `"taskId":"id2","parts":[`, 1)+`}`, `"result":{"message":{`, "was rejected: its task is over (it is completed). Send the form without a taskId to begin a new task.")
	is("1.0", "SendMessage", `{"message":`+strings.Replace(fight, `"parts":[`, `"taskId":"none","parts":[`, 1)+`}`, `"error":{"code":-32001`)
	is("1.0", "SendMessage", `{"message":{"messageId":"m","role":"ROLE_USER","parts":[]}}`, `"error":{"code":-32602`)
	is("1.0", "SendMessage", `{"message":{"messageId":"m","role":"somebody","parts":[{"text":"hi"}]}}`, `"error":{"code":-32602`)
	is("1.0", "SendMessage", `{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]}}`, `"result":{"message":{`)
	is("1.0", "message/send", `{"message":`+fight+`}`, `"error":{"code":-32601`)
	is("", "SendMessage", `{"message":`+fight03+`}`, `"error":{"code":-32601`)
	is("2.0", "ListTasks", `{}`, `"error":{"code":-32009`)
	is("1.0", "CreateTaskPushNotificationConfig", `{}`, `"error":{"code":-32003`)
	is("", "tasks/pushNotificationConfig/set", `{}`, `"error":{"code":-32003`)
}

// What is no call is told by its code, and its id is echoed as it was written.
func TestMalformedCalls(t *testing.T) {
	t.Parallel()
	url := agentFor(t)
	for body, want := range map[string]string{
		"": `"error":{"code":-32700`, "{": `"error":{"code":-32700`, "[]": `"error":{"code":-32600`, `{"id":7,"method":"GetTask"}`: `"error":{"code":-32600`, `{"jsonrpc":"2.0","id":12345678901234567890,"method":"GetTask"}`: `"id":12345678901234567890,"error":{"code":-32602`,
		`{"jsonrpc":"2.0","id":"a","method":"Nothing"}`: `"id":"a","error":{"code":-32601`, `{"jsonrpc":"2.0","id":null,"method":7}`: `"error":{"code":-32600`, `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":7}}`: `"error":{"code":-32602`,
	} {
		if got := ask(t, http.MethodPost, url+server.PathV10, "1.0", body); !strings.Contains(got, want) {
			t.Errorf("%q: %s, want %s", body, got, want)
		}
	}
	if got := ask(t, http.MethodGet, url+server.PathV10, "1.0", ""); !strings.HasPrefix(got, "405 ") {
		t.Errorf("GET: %s", got)
	}
}

// A conversation of the dialect sessions has its messages until it ends.
func TestSessions(t *testing.T) {
	t.Parallel()
	url := agentFor(t) + server.PathSessions + "/sessions"
	if got := ask(t, http.MethodPost, url, "", ""); !strings.HasPrefix(got, "201 ") || !strings.Contains(got, `"id":"id1","status":"active"`) {
		t.Fatal(got)
	}
	for _, tt := range []struct{ method, path, body, want string }{
		{"GET", "/id1", "", `"status":"active"`},
		{"GET", "/none", "", `404 {"error":{"code":"session_not_found"`},
		{"POST", "/none/messages", `{}`, "404 "},
		{"POST", "/id1/messages", `{`, "400 "},
		{"POST", "/id1/messages", `{"role":"user","content":"hello"}`, `"role":"user"`},
		{"GET", "/id1/messages", "", `"content":"hello"`},
		{"DELETE", "/id1", "", `"status":"completed"`},
		{"GET", "/id1", "", `"status":"completed"`},
	} {
		if got := ask(t, tt.method, url+tt.path, "", tt.body); !strings.Contains(got, tt.want) {
			t.Errorf("%s %s: %s, want %s", tt.method, tt.path, got, tt.want)
		}
	}
}
