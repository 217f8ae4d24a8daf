package a2aclient

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

// restFake answers by verb and path, and notes what came.
type restFake struct {
	*httptest.Server
	scripts map[string]http.HandlerFunc
	mu      sync.Mutex // guards log: a client may ask several things at once
	log     []got
}

// received returns the requests that have come, the first one first.
func (f *restFake) received() []got {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.log)
}

func newRestFake(t *testing.T, scripts map[string]http.HandlerFunc) *restFake {
	t.Helper()
	f := &restFake{scripts: scripts}
	f.Server = httptest.NewServer(f)
	t.Cleanup(f.Close)
	return f
}

func (f *restFake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	at := r.Method + " " + r.URL.EscapedPath()
	f.mu.Lock()
	f.log = append(f.log, got{at, r.Header.Clone(), body})
	f.mu.Unlock()
	if script := f.scripts[at]; script != nil {
		script(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/a2a+json")
	w.WriteHeader(http.StatusNotFound)
	_, _ = io.WriteString(w, `{"error":{"code":404,"status":"NOT_FOUND","message":"Task not found: t9","details":[{"reason":"TASK_NOT_FOUND"}]}}`)
}

func (f *restFake) agent(t *testing.T, version, path, extra string) *Agent {
	t.Helper()
	card := fmt.Sprintf(`{"name":"Fake","skills":[],"supportedInterfaces":[{"url":"%s%s","protocolBinding":"HTTP+JSON","protocolVersion":%q%s}],"capabilities":{"streaming":true},
		"defaultInputModes":["application/json;schema=in"],"schemas":{"in":{}}}`, f.URL, path, version, extra)
	return dialCard(t, card)
}

func bareEvents(events ...string) http.HandlerFunc {
	return sseRaw("data: " + strings.Join(events, "\n\ndata: ") + "\n\n")
}

func TestRestV10(t *testing.T) {
	t.Parallel()
	f := newRestFake(t, map[string]http.HandlerFunc{
		"POST /a/message:stream":     bareEvents(taskV10("TASK_STATE_WORKING"), `{"artifactUpdate":{"taskId":"t1","artifact":{"artifactId":"x","parts":[{"data":{"n":1.10}}]}}}`),
		"GET /a/tasks/t1:subscribe":  bareEvents(taskV10("TASK_STATE_WORKING"), statusV10("TASK_STATE_COMPLETED")),
		"GET /a/tasks/t1":            jsonBody(bareTask("TASK_STATE_COMPLETED")),
		"POST /a/tasks/t%2F1:cancel": jsonBody(bareTask("TASK_STATE_CANCELED")),
	})
	a := f.agent(t, "1.0", "/a/", "")
	words, events, err := runAll(a, t, &Request{Data: []byte(`{"b":1.10,"a":2}`), Tag: safe.Text("application/json;schema=in")})
	if err != nil || words != "task:working artifact (reconnecting) task:working completed task:completed" {
		t.Fatalf("%s, %v", words, err)
	}
	if got := string(events[1].Artifact.Parts[0].Data); got != `{"n":1.10}` {
		t.Errorf("data %s", got)
	}
	sent := f.received()[0]
	if !strings.Contains(string(sent.body), `"parts":[{"data":{"b":1.10,"a":2},"metadata":{"mimeType":"application/json;schema=in"},"mediaType":"application/json;schema=in"}]`) ||
		strings.Contains(string(sent.body), "jsonrpc") {
		t.Errorf("body %s", sent.body)
	}
	if sent.header.Get("Content-Type") != "application/a2a+json" || sent.header.Get("A2A-Version") != "1.0" {
		t.Errorf("header %v", sent.header)
	}
	if task, err := a.Get(t.Context(), safe.Text("t1")); err != nil || task.Status.State != a2a.StateCompleted {
		t.Errorf("get %v, %v", task, err)
	}
	if task, err := a.Cancel(t.Context(), safe.Text("t/1")); err != nil || task.Status.State != a2a.StateCanceled {
		t.Errorf("cancel %v, %v", task, err)
	}
	if asked := f.received(); string(asked[len(asked)-1].body) != "{}" {
		t.Errorf("cancel sent %s", asked[len(asked)-1].body)
	}
}

func TestRestErrorsKeepText(t *testing.T) {
	f := newRestFake(t, nil)
	_, err := f.agent(t, "1.0", "", "").Get(t.Context(), safe.Text("t9"))
	refused, ok := err.(*Error) //nolint:errorlint // it is returned bare
	if !ok || refused.HTTPStatus != 404 || refused.Reason.Exact() != "TASK_NOT_FOUND" || refused.Message.Exact() != "Task not found: t9" {
		t.Errorf("%#v", err)
	}
}

// A 404 means the task where the agent says so, and else the path.
func TestRestTaskThatIsNotThere(t *testing.T) {
	for body, want := range map[string]string{
		`{"error":{"code":404,"status":"NOT_FOUND","message":"gone","details":[{"reason":"TASK_NOT_FOUND"}]}}`: "the agent does not know this task: “gone” (",
		`{"detail":"Task not found"}`:             "the agent does not know this task: “Task not found” (",
		`{"detail":"Not Found"}`:                  "the agent has nothing at this path: “Not Found” (",
		`<html><body>404 Not Found</body></html>`: "the agent has nothing at this path: “404 Not Found” (",
	} {
		f := newRestFake(t, map[string]http.HandlerFunc{"GET /tasks/t9": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusNotFound)
			_, _ = io.WriteString(w, body)
		}})
		_, err := f.agent(t, "1.0", "", "").Get(t.Context(), safe.Text("t9"))
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "check the address") != strings.Contains(want, "path") {
			t.Errorf("%s: %v, want %s", body, err, want)
		}
	}
}

func TestRestTenantIsInThePath(t *testing.T) {
	f := newRestFake(t, map[string]http.HandlerFunc{"GET /red%2Fblue/tasks/t1": jsonBody(bareTask("TASK_STATE_COMPLETED"))})
	if _, err := f.agent(t, "1.0", "", `,"tenant":"red/blue"`).Get(t.Context(), safe.Text("t1")); err != nil {
		t.Error(err)
	}
}

// The bodies of 0.3 over HTTP+JSON are the JSON of its protocol buffers: the
// data in a box, no metadata, so no tag.
func TestRestV03(t *testing.T) {
	f := newRestFake(t, map[string]http.HandlerFunc{
		"POST /v1/message:stream": bareEvents(
			`{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_SUBMITTED"}}}`,
			`{"artifactUpdate":{"taskId":"t1","artifact":{"artifactId":"x","parts":[{"data":{"data":{"data":{"deep":1}}}},{"file":{"fileWithUri":"https://example.com/f","mimeType":"image/png"}}]}}}`,
			`{"statusUpdate":{"taskId":"t1","status":{"state":"TASK_STATE_CANCELLED","message":{"messageId":"m","role":"ROLE_AGENT","content":[{"text":"stopped"}]}}}}`),
	})
	a := f.agent(t, "0.3.0", "", "")
	if a.Notice() == "" {
		t.Error("nothing is said of the tag that cannot be carried")
	}
	words, events, err := runAll(a, t, &Request{Data: []byte(`{"a":1}`), Tag: safe.Text("application/json;schema=in")})
	if err != nil || words != "task:submitted artifact canceled" {
		t.Fatalf("%s, %v", words, err)
	}
	parts := events[1].Artifact.Parts
	if string(parts[0].Data) != `{"data":{"deep":1}}` || parts[1].File == nil || parts[1].File.URL.Exact() != "https://example.com/f" || parts[1].MediaType != safe.Text("image/png") {
		t.Errorf("parts %+v", parts)
	}
	if m := events[2].Status.Message; m == nil || len(m.Parts) != 1 || m.Parts[0].Text.Exact() != "stopped" {
		t.Errorf("message %+v", m)
	}
	want := `"role":"ROLE_USER","content":[{"data":{"data":{"a":1}}}]}`
	if body := string(f.received()[0].body); !strings.Contains(body, want) || strings.Contains(body, "mimeType") {
		t.Errorf("body %s, want %s in it", body, want)
	}
	p, err := a.Preview(&Request{Data: []byte(`{"a":1}`), Tag: safe.Text("application/json;schema=in")})
	if err != nil || !p.Tag.IsEmpty() || p.Method != http.MethodPost || p.URL != f.URL+"/v1/message:stream" {
		t.Errorf("preview %+v, %v", p, err)
	}
}

func TestRestReadsAroundWhatIsTooDeep(t *testing.T) {
	deep := `{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"x","parts":[{"text":"x"},{"data":` + veryDeep + `}]}]}}`
	f := newRestFake(t, map[string]http.HandlerFunc{
		"POST /message:stream": bareEvents(deep),
		"GET /tasks/t1":        jsonBody(strings.TrimSuffix(strings.TrimPrefix(deep, `{"task":`), "}")),
	})
	a := f.agent(t, "1.0", "", "")
	words, events, err := runAll(a, t, &Request{Text: "x"})
	if err != nil || words != "(skipped) task:completed" || !strings.Contains(events[0].Notice.Text, "10,000 levels") {
		t.Fatalf("%s, %v", words, err)
	}
	streamed := events[1].Task
	polled, err := a.Get(t.Context(), safe.Text("t1"))
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range []*a2a.Task{streamed, polled} {
		parts := task.Artifacts[0].Parts
		if parts[0].Text.Exact() != "x" || !strings.HasPrefix(string(parts[1].Data), "[[[[") || !strings.Contains(string(parts[1].Data), `["[[`) {
			t.Errorf("%d parts: %s, %.20s", len(parts), parts[0].Text.Exact(), parts[1].Data)
		}
	}
}

// Up to 0.3 JSON-RPC is taken before the binding that cannot carry the tag,
// whatever the card prefers.
func TestDialPrefersTheBindingThatCarriesTheTag(t *testing.T) {
	c, err := Parse([]byte(`{"name":"x","protocolVersion":"0.3.0","url":"http://127.0.0.1:1/rest","preferredTransport":"HTTP+JSON",
		"additionalInterfaces":[{"url":"http://127.0.0.1:1/rpc","transport":"JSONRPC"}],"skills":[],"capabilities":{}}`), "card.json")
	if err != nil {
		t.Fatal(err)
	}
	a, err := c.Dial()
	if err != nil || a.Interface().URL != safe.Text("http://127.0.0.1:1/rpc") || !strings.Contains(a.Choice(), "cannot carry") {
		t.Errorf("%+v, %v", a, err)
	}
}

// Paths go before the query of an interface's address, and parameters behind it.
func TestAddressWithQuery(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"1.0", "0.3"} {
		var seen []string
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			seen = append(seen, r.Method+" "+strings.TrimPrefix(r.URL.RequestURI(), "/v1"))
			_, _ = io.WriteString(w, bareTask("TASK_STATE_COMPLETED"))
		}))
		t.Cleanup(server.Close)
		card := fmt.Sprintf(`{"name":"Rest","skills":[],"capabilities":{},"url":%[1]q,"preferredTransport":"HTTP+JSON","protocolVersion":%[2]q,
			"supportedInterfaces":[{"url":%[1]q,"protocolBinding":"HTTP+JSON","protocolVersion":%[2]q}]}`, server.URL+"/?api-version=x", version)
		a := dialCard(t, card)
		_, _, _ = runAll(a, t, &Request{Text: "x"})
		_, _ = a.GetWithHistory(t.Context(), safe.Text("t1"), 2)
		_, _ = a.Cancel(t.Context(), safe.Text("t1"))
		want := "POST /message:send?api-version=x|GET /tasks/t1?api-version=x&historyLength=2|POST /tasks/t1:cancel?api-version=x"
		if got := strings.Join(seen, "|"); got != want {
			t.Errorf("%s: %s, want %s", version, got, want)
		}
	}
}
