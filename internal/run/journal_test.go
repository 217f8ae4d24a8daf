package run_test

import (
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"a2aform/internal/run"
)

// Nothing is sent where the journal cannot be written: a first message, and an answer.
func TestNothingIsSentWithoutJournal(t *testing.T) {
	t.Parallel()
	var posts atomic.Int32
	server := &streamingAgent{events: []string{`{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_INPUT_REQUIRED"}}}`}}
	counted := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			posts.Add(1)
		}
		server.ServeHTTP(w, r)
	})
	s, a := home(t), agent(t, counted)
	r := run.Start(t.Context(), &run.Plan{Agent: a, Text: "hi"}, run.Options{Store: s})
	defer r.Close()
	r.Wait(t.Context())
	sent := posts.Load()

	if err := os.Remove(s.JournalPath()); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(s.JournalPath(), 0o700); err != nil {
		t.Fatal(err)
	}
	_ = r.Answer("blue", nil)
	second := run.Start(t.Context(), &run.Plan{Agent: a, Text: "hi"}, run.Options{Store: s})
	defer second.Close()
	for _, r := range []*run.Run{r, second} {
		r.Wait(t.Context())
		if err := r.Snapshot().Err; err == nil || !strings.Contains(err.Error(), "nothing was sent, because the journal cannot be written") {
			t.Errorf("%s: %v", r.Snapshot().Outcome(), err)
		}
	}
	if n := posts.Load(); n != sent {
		t.Errorf("%d requests, want %d", n, sent)
	}
}
