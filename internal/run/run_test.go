package run_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/demo"
	"a2aform/internal/demo/server"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// agent dials an agent that handler serves.
func agent(t testing.TB, handler http.Handler) *a2aclient.Agent {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	card, err := a2aclient.Fetch(t.Context(), server.URL)
	if err != nil {
		t.Fatal(err)
	}
	a, err := card.Dial()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return a
}

func demoAgent(t testing.TB) *a2aclient.Agent {
	return agent(t, demoOf(t, demo.Options{Pace: time.Millisecond}))
}

func home(t testing.TB) *store.Store {
	t.Helper()
	dir := t.TempDir()
	s, err := store.Open(func(string) string { return dir })
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func plan(t testing.TB, a *a2aclient.Agent, skill, data string) *run.Plan {
	t.Helper()
	s := a.Card().Skill(skill)
	if s == nil {
		t.Fatalf("no skill %q", skill)
	}
	return &run.Plan{Agent: a, Skill: s, Input: &s.Inputs[0], Data: []byte(data)}
}

func wait(t testing.TB, r *run.Run) run.Snapshot {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	return r.Wait(ctx)
}

func TestFightCompletesWithATaggedArtifact(t *testing.T) {
	s := home(t)
	p := plan(t, demoAgent(t), "fight-comparison", `{"a":"Lion","b":"Tiger"}`)
	r := run.Start(t.Context(), p, run.Options{Store: s, Record: true})
	got := wait(t, r)
	r.Close()
	if got.Phase != run.Settled || got.Outcome() != "completed" || len(got.Artifacts) != 1 {
		t.Fatalf("phase %s, outcome %s, %d artifacts, %v", got.Phase, got.Outcome(), len(got.Artifacts), got.Err)
	}
	if tag := got.Artifacts[0].Parts[0].MediaType; tag != safe.Text("application/json;schema=fightResponse") {
		t.Errorf("tag %q", tag)
	}
	journal, err := os.ReadFile(s.JournalPath())
	if err != nil || !strings.Contains(string(journal), p.Request().MessageID) {
		t.Errorf("journal %q, %v", journal, err)
	}
	files, _ := filepath.Glob(filepath.Join(s.RunsDir(), "*.jsonl"))
	if len(files) != 1 {
		t.Fatalf("run files %v", files)
	}
	text, _ := os.ReadFile(files[0])
	for _, want := range []string{`"kind":"run"`, `"data":{"a":"Lion","b":"Tiger"}`, `"kind":"event"`, `"outcome":"completed"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the run file lacks %s:\n%s", want, text)
		}
	}
}

func TestPrivateRunLeavesNoPayload(t *testing.T) {
	s := home(t)
	p := plan(t, demoAgent(t), "fight-comparison", `{"a":"secret-canary","b":"Tiger"}`)
	p.Private = true
	r := run.Start(t.Context(), p, run.Options{Store: s, Record: true})
	wait(t, r)
	r.Close()
	err := filepath.WalkDir(s.StateDir(), func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			text, _ := os.ReadFile(path)
			if strings.Contains(string(text), "secret-canary") {
				t.Errorf("%s holds the secret", path)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestPreviewIsWhatIsSent(t *testing.T) {
	var body []byte
	inner := demoOf(t, demo.Options{Pace: time.Millisecond})
	a := agent(t, http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if req.Method == http.MethodPost {
			body = make([]byte, req.ContentLength)
			if _, err := req.Body.Read(body); err != nil && err.Error() != "EOF" {
				t.Error(err)
			}
			req.Body = http.NoBody
		}
		inner.ServeHTTP(w, req)
	}))
	p := plan(t, a, "fight-comparison", `{"a":"<1.10>","b":"é"}`)
	preview, err := p.Preview()
	if err != nil {
		t.Fatal(err)
	}
	wait(t, run.Start(t.Context(), p, run.Options{}))
	if string(body) != string(preview.Body) {
		t.Errorf("sent %s\nshown %s", body, preview.Body)
	}
}

func TestExpensePausesAndIsAnswered(t *testing.T) {
	a := demoAgent(t)
	data := a.Card().Skill("expense-report").Examples[0].Exact()
	r := run.Start(t.Context(), plan(t, a, "expense-report", data), run.Options{})
	got := wait(t, r)
	if got.Phase != run.Paused || got.Question == nil {
		t.Fatalf("phase %s, %v", got.Phase, got.Err)
	}
	task := got.TaskID
	if err := r.Answer("yes", nil); err != nil {
		t.Fatal(err)
	}
	got = wait(t, r)
	if got.Outcome() != "completed" || got.TaskID != task || len(got.Artifacts) == 0 {
		t.Errorf("outcome %s on task %s, %v", got.Outcome(), got.TaskID, got.Err)
	}
	if err := r.Answer("again", nil); err == nil {
		t.Error("an answer after the end was taken")
	}
	r.Close()
}

func TestTripStreamsChunksOfOneArtifact(t *testing.T) {
	a := demoAgent(t)
	got := wait(t, run.Start(t.Context(), plan(t, a, "trip-planner", a.Card().Skill("trip-planner").Examples[0].Exact()), run.Options{}))
	if got.Outcome() != "completed" || len(got.Artifacts) == 0 {
		t.Fatalf("outcome %s, %d artifacts, %v", got.Outcome(), len(got.Artifacts), got.Err)
	}
	if got.Artifacts[0].Chunks < 2 || len(got.Artifacts[0].Parts) < 2 || !got.Artifacts[0].Complete {
		t.Errorf("artifact in %d chunks with %d parts", got.Artifacts[0].Chunks, len(got.Artifacts[0].Parts))
	}
}

func TestInvalidDataIsAnError(t *testing.T) {
	got := wait(t, run.Start(t.Context(), plan(t, demoAgent(t), "fight-comparison", `{"a":1}`), run.Options{}))
	if got.Phase == run.Settled && got.State == a2a.StateCompleted {
		t.Errorf("invalid data completed: %+v", got)
	}
}

func TestCancel(t *testing.T) {
	a := agent(t, demoOf(t, demo.Options{Pace: 200 * time.Millisecond}))
	r := run.Start(t.Context(), plan(t, a, "trip-planner", a.Card().Skill("trip-planner").Examples[0].Exact()), run.Options{})
	for r.Snapshot().TaskID.IsEmpty() {
		<-r.Wake()
	}
	if err := r.CancelTask(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := wait(t, r); got.Outcome() != "canceled" {
		t.Errorf("outcome %s, %v", got.Outcome(), got.Err)
	}
}

func TestCloseEndsTheConnection(t *testing.T) {
	a := agent(t, demoOf(t, demo.Options{Pace: time.Hour}))
	r := run.Start(t.Context(), plan(t, a, "trip-planner", a.Card().Skill("trip-planner").Examples[0].Exact()), run.Options{})
	for r.Snapshot().Events == 0 {
		<-r.Wake()
	}
	r.Close()
	if got := r.Snapshot(); got.Phase != run.Errored || !strings.Contains(got.Err.Error(), "continues on the agent") {
		t.Errorf("phase %s, %v", got.Phase, got.Err)
	}
}

// lazyCanceler is an agent that pauses, answers a cancel with "working" and no
// artifacts, and cancels only then.
func lazyCanceler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, req *http.Request) {
		fmt.Fprintf(w, `{"name":"lazy","version":"1","capabilities":{"streaming":true},"defaultInputModes":["text/plain"],"skills":[{"id":"s","name":"s"}],
			"supportedInterfaces":[{"url":"http://%s/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, req.Host)
	})
	const working = `{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}`
	mux.HandleFunc("POST /", func(w http.ResponseWriter, req *http.Request) {
		var call struct{ Method string }
		if err := json.NewDecoder(req.Body).Decode(&call); err != nil {
			http.Error(w, "bad", http.StatusBadRequest)
			return
		}
		event := func(result string) { fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":%s}\n\n", result) }
		switch call.Method {
		case "CancelTask":
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":1,"result":%s}`, working)
		case "SubscribeToTask":
			w.Header().Set("Content-Type", "text/event-stream")
			event(`{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_CANCELED"}}}`)
		default:
			w.Header().Set("Content-Type", "text/event-stream")
			event(`{"task":` + working + `}`)
			event(`{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[{"text":"half"}]}}}`)
			event(`{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_INPUT_REQUIRED"}}}`)
		}
	})
	return mux
}

func TestCancelOfAPausedTaskIsFollowed(t *testing.T) {
	t.Parallel()
	r := run.Start(t.Context(), &run.Plan{Agent: agent(t, lazyCanceler()), Text: "go"}, run.Options{})
	if got := wait(t, r); got.Phase != run.Paused {
		t.Fatalf("phase %s, %v", got.Phase, got.Err)
	}
	if err := r.CancelTask(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := wait(t, r)
	if got.Outcome() != "canceled" || len(got.Artifacts) != 1 {
		t.Errorf("outcome %s with %d artifacts, %v", got.Outcome(), len(got.Artifacts), got.Err)
	}
	r.Close()
}

// burst is an agent that sends n status events at once, then completes.
func burst(n int) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, req *http.Request) {
		fmt.Fprintf(w, `{"name":"burst","version":"1","capabilities":{"streaming":true},"defaultInputModes":["text/plain"],"skills":[{"id":"s","name":"s"}],
			"supportedInterfaces":[{"url":"http://%s/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, req.Host)
	})
	mux.HandleFunc("POST /", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		send := func(result string) { fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":%s}\n\n", result) }
		send(`{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`)
		for i := range n {
			send(fmt.Sprintf(`{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING","message":{"messageId":"m%d","role":"ROLE_AGENT","parts":[{"text":"step %d"}]}}}}`, i, i))
		}
		send(`{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}`)
	})
	return mux
}

func TestBurstLosesNothing(t *testing.T) {
	a := agent(t, burst(10_000))
	got := wait(t, run.Start(t.Context(), &run.Plan{Agent: a, Text: "go"}, run.Options{}))
	said := 0
	for i := range got.Timeline.Len() {
		e := got.Timeline.Entry(i)
		if e.Kind == run.MessageEntry {
			said++
		}
	}
	if got.Outcome() != "completed" || got.Events != 10_002 || said != 10_000 {
		t.Errorf("outcome %s, %d events, %d messages, %v", got.Outcome(), got.Events, said, got.Err)
	}
}

// demoOf is a demo agent that ends with the test.
func demoOf(t testing.TB, o demo.Options) *server.Agent {
	t.Helper()
	a := demo.New(o)
	t.Cleanup(func() { _ = a.Close() })
	return a
}
