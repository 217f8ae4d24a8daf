package a2aclient

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"a2aform/a2aclient/a2a"
)

func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "8") // most of the time is waiting; -parallel overrides it
	goleak.VerifyTestMain(m)
}

// Pieces of answers, as they stand on the connection.
const (
	okHead     = "HTTP/1.1 200 OK\r\nConnection: close\r\n"
	jsonHead   = okHead + "Content-Type: application/json\r\n"
	streamHead = okHead + "Content-Type: text/event-stream\r\n"
	completed  = `data: {"result":{"statusUpdate":{"taskId":"t","status":{"state":"TASK_STATE_COMPLETED"}}}}` + "\n\n"
)

func quiet() *log.Logger { return log.New(io.Discard, "", 0) }

// got is one request that a fake received.
type got struct {
	method string // of JSON-RPC
	header http.Header
	body   []byte
}

// fake is an agent that answers by script: one handler a JSON-RPC method.
type fake struct {
	*httptest.Server
	mu       sync.Mutex
	requests []got
	scripts  map[string]http.HandlerFunc
}

func newFake(t *testing.T, scripts map[string]http.HandlerFunc) *fake {
	t.Helper()
	f := &fake{scripts: scripts}
	f.Server = httptest.NewServer(f)
	t.Cleanup(f.Close)
	return f
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var call struct{ Method string }
	_ = json.Unmarshal(body, &call)
	f.mu.Lock()
	f.requests = append(f.requests, got{call.Method, r.Header.Clone(), body})
	script := f.scripts[call.Method]
	f.mu.Unlock()
	if script == nil {
		jsonBody(`{"jsonrpc":"2.0","error":{"code":-32601,"message":"no such method"}}`)(w, r)
		return
	}
	script(w, r)
}

func (f *fake) received() []got {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]got(nil), f.requests...)
}

func (f *fake) methods() string {
	var names []string
	for _, g := range f.received() {
		names = append(names, g.method)
	}
	return strings.Join(names, " ")
}

func jsonBody(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, body)
	}
}

func result(body string) http.HandlerFunc {
	return jsonBody(`{"jsonrpc":"2.0","id":1,"result":` + body + `}`)
}

// sseText answers the results as one stream, and then ends it.
func sseText(results ...string) http.HandlerFunc {
	var b strings.Builder
	for _, r := range results {
		fmt.Fprintf(&b, "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":%s}\n\n", r)
	}
	return sseRaw(b.String())
}

func sseRaw(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, body)
	}
}

func taskV10(state string) string {
	return `{"task":{"id":"t1","contextId":"c1","status":{"state":"` + state + `"}}}`
}

func statusV10(state string) string {
	return `{"statusUpdate":{"taskId":"t1","contextId":"c1","status":{"state":"` + state + `"}}}`
}

func bareTask(state string) string {
	return `{"id":"t1","contextId":"c1","status":{"state":"` + state + `"}}`
}

// agentOf dials a fake with a minimal card of that version.
func agentOf(t *testing.T, url, version string, streaming bool, extra string) *Agent {
	t.Helper()
	card := fmt.Sprintf(`{"name":"Fake","skills":[],"supportedInterfaces":[{"url":%q,"protocolBinding":"JSONRPC","protocolVersion":%q}],"capabilities":{"streaming":%t}%s}`, url, version, streaming, extra)
	return dialCard(t, card)
}

// dialCard dials the agent of a card.
func dialCard(t *testing.T, card string) *Agent {
	t.Helper()
	c, err := Parse([]byte(card), "card.json")
	if err != nil {
		t.Fatal(err)
	}
	a, err := c.Dial()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return a
}

// runAll runs a request to its end and gives every event as a word.
func runAll(a *Agent, t *testing.T, r *Request) (words string, events []a2a.Event, err error) {
	t.Helper()
	var list []string
	for e, failed := range a.Run(t.Context(), r) {
		if failed != nil {
			err = failed
			break
		}
		readAgain(t, a, e)
		events = append(events, e)
		list = append(list, eventText(e))
	}
	return strings.Join(list, " "), events, err
}

func eventText(e a2a.Event) string {
	switch {
	case e.Task != nil:
		return "task:" + string(e.Task.Status.State)
	case e.Status != nil:
		return string(e.Status.State)
	case e.Artifact != nil:
		return "artifact"
	case e.Message != nil:
		return "message"
	case e.Notice != nil:
		return "(" + string(e.Notice.Kind) + ")"
	}
	return "?"
}
