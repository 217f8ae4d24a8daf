package wire

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"
)

var dir = filepath.Join("..", "..", "..", "testdata", "wire")

// No test leaves a goroutine behind.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// post sends a call, and returns the response. Its body is the caller's to close.
func post(t *testing.T, client *http.Client, url, method string) *http.Response {
	t.Helper()
	body := strings.NewReader(`{"jsonrpc":"2.0","id":"call-7","method":"` + method + `","params":{"id":"t-drain"}}`)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, body)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	return resp
}

// start runs an agent and a client whose connections end with the test.
func start(t *testing.T, name string, change json.RawMessage) (*Agent, *http.Client) {
	t.Helper()
	a, err := Start(t.Context(), dir, name, change)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return a, &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// A stream that is read to its end is told from one that the client leaves, after which the agent sends another
// one. Each event answers the call.
func TestStreamThatIsLeft(t *testing.T) {
	a, client := start(t, "drain", nil)
	resp := post(t, client, a.URL+"/", "message/stream")
	text, err := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	if err != nil || strings.Count(string(text), `"id":"call-7"`) != 3 || !strings.Contains(string(text), "Write notes.txt?") {
		t.Fatalf("%v: %s", err, text)
	}
	if got := a.Streams(); len(got) != 1 || got[0] != (Stream{3, 3, true}) {
		t.Errorf("streams: %+v", got)
	}
	resp = post(t, client, a.URL+"/", "message/stream")
	if _, err = bufio.NewReader(resp.Body).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if got := a.Streams(); len(got) != 2 || got[1].ReadToEnd {
		t.Errorf("streams: %+v", got)
	}
	resp = post(t, client, a.URL+"/", "message/stream")
	text, err = io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	if err != nil || !strings.Contains(string(text), "Execution aborted by client") {
		t.Errorf("%v: %s", err, text)
	}
}

// Redirects lead to the origins of the agent, and a change of the description counts.
func TestChangedAgentRedirects(t *testing.T) {
	a, client := start(t, "redirect-307", json.RawMessage(`{"redirects": [{"path": "/agents/flights", "status": 308, "to": "{OTHER}/x"}]}`))
	resp := post(t, client, a.URL+"/agents/flights", "message/stream")
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusPermanentRedirect || resp.Header.Get("Location") != a.Other+"/x" {
		t.Errorf("%d to %s", resp.StatusCode, resp.Header.Get("Location"))
	}
	_ = post(t, client, a.Other+"/x", "message/stream").Body.Close()
	if got := a.Requests(); len(got) != 1 || got[0].Redirect != http.StatusPermanentRedirect || got[0].IsTaken {
		t.Errorf("requests: %+v", got)
	}
	if got := a.Stray(); len(got) != 1 || got[0] != "POST /x" {
		t.Errorf("requests to the other origin: %q", got)
	}
}

// A path answers its own methods, and errors have the status that the agent gives them.
func TestPathsAndErrors(t *testing.T) {
	for _, c := range []struct {
		name, path, method string
		status             int
		body               string
	}{
		{"agno-siblings", "/a2a/agents/flights/v1/message:stream", "tasks/get", http.StatusUnprocessableEntity, "Input should be"},
		{"agno-siblings", "/a2a/agents/flights/v1/tasks:cancel", "tasks/cancel", http.StatusOK, `"state":"canceled"`},
		{"endpoint-a2a", "/", "message/stream", http.StatusNotFound, "Not Found"},
		{"endpoint-a2a", "/a2a", "message/send", http.StatusOK, "The agent is at /a2a."},
		{"task-not-found-500", "/", "tasks/resubscribe", http.StatusInternalServerError, `"code":-32001`},
		{"drain", "/", "tasks/get", http.StatusOK, `"id":"call-7","result":{"kind":"task"`},
		{"rest-404", "/v1/message:send", "", http.StatusOK, `{"task":{"id":"t-rest"`},
	} {
		a, client := start(t, c.name, nil)
		resp := post(t, client, a.URL+c.path, c.method)
		body, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if err != nil || resp.StatusCode != c.status || !strings.Contains(string(body), c.body) {
			t.Errorf("%s %s %s: %v, %d %s", c.name, c.path, c.method, err, resp.StatusCode, body)
		}
	}
}
