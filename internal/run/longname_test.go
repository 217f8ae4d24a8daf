package run_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"a2aform/internal/run"
	"a2aform/internal/store"
)

// Names and ids of a megabyte hide no run: it is listed as what it came to, pruned
// in its time, and opened again with all of them.
func TestLongNamesHideNoRun(t *testing.T) {
	long := strings.Repeat("n", 11<<17)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/agent-card.json", func(w http.ResponseWriter, req *http.Request) {
		fmt.Fprintf(w, `{"name":"agent %[1]s","version":"1","capabilities":{},"defaultInputModes":["text/plain"],"skills":[{"id":"%[1]s","name":"first"},{"id":"%[1]s2","name":"second"}],
			"supportedInterfaces":[{"url":"http://%[2]s/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`, long[:1<<20], req.Host)
	})
	mux.HandleFunc("POST /", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t%[1]s","contextId":"c%[1]s","status":{"state":"TASK_STATE_COMPLETED"}}}}`, long)
	})
	a, s := agent(t, mux), home(t)
	r := run.Start(t.Context(), &run.Plan{Agent: a, Skill: &a.Card().Skills[1], Text: "go"}, run.Options{Store: s, Record: true})
	t.Cleanup(r.Close)
	if got := wait(t, r); got.Outcome() != "completed" || got.RecordErr != nil {
		t.Fatalf("%s, %v", got.Outcome(), got.RecordErr)
	}
	list, err := s.Runs()
	if err != nil || len(list.Runs) != 1 || list.Runs[0].Outcome.Exact() != "completed" {
		t.Fatalf("%d runs, %d strays, %v", len(list.Runs), len(list.Strays), err)
	}
	if got, want := list.Runs[0].Agent.Line(10).String(), "agent nnnn…"; got != want {
		t.Errorf("agent %s, want %s", got, want)
	}
	rec := reopen(t, s)
	if again := rec.Run().Snapshot(); again.TaskID.Exact() != "t"+long || again.ContextID.Exact() != "c"+long {
		t.Errorf("reopened, the ids have %d and %d bytes", again.TaskID.Len(), again.ContextID.Len())
	}
	if got := rec.Plan().Skill.Name.Exact(); got != "second" {
		t.Errorf("reopened, the skill is %.20s", got)
	}
	if done, err := s.PruneRuns(store.Prune{Before: time.Now().Add(time.Hour)}); err != nil || len(done.Deleted) != 1 {
		t.Errorf("%d deleted, %v", len(done.Deleted), err)
	}
}
