package run

import (
	"strings"
	"testing"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

// What an agent says and sends without an end is kept up to a limit, and said to
// be cut; an artifact that replaces another takes its place, and how the task ends
// is always kept.
func TestTaskKeepsWithinItsMemoryBudget(t *testing.T) {
	maxBytes := limit.TaskBytes.Int()
	megabyte := strings.Repeat("x", 1<<20)
	r := &Run{plan: &Plan{}, wake: make(chan struct{}, 1)}
	take := func(e a2a.Event) {
		e.At, e.TaskID = time.Now(), safe.Text("t")
		r.apply(e)
	}
	artifact := func(id string) *a2a.Artifact {
		return &a2a.Artifact{ID: safe.Text(id), Parts: []a2a.Part{{Kind: a2a.PartText, Text: safe.Text(megabyte)}}}
	}
	for range 2 * maxBytes >> 20 {
		take(a2a.Event{Artifact: artifact("same")})
	}
	if r.state.Violation != "" || r.state.memory.used > 2<<20 {
		t.Fatalf("replaced again and again, an artifact takes %d bytes: %q", r.state.memory.used, r.state.Violation)
	}
	for i := range 2 * maxBytes >> 20 {
		take(a2a.Event{Artifact: artifact("same"), Append: true})
		text := safe.Text(strings.Repeat("y", i) + megabyte)
		take(a2a.Event{Status: &a2a.Status{State: a2a.StateWorking, Message: &a2a.Message{Parts: []a2a.Part{{Kind: a2a.PartText, Text: text}}}}})
	}
	held, words := len(r.state.artifacts.list[0].Parts)<<20, 0
	for _, e := range all(r.state.Timeline) {
		words += e.Text.Len()
	}
	if held += words; held > maxBytes || held < maxBytes-4<<20 || !strings.Contains(r.state.Violation, "what came later is left out") {
		t.Errorf("%d bytes are held, %d may be: %q", held, maxBytes, r.state.Violation)
	}
	if maxWords := limit.RunStatus.Int(); words > maxWords || words < maxWords-4<<20 {
		t.Errorf("%d bytes of messages are held, %d may be", words, maxWords)
	}
	take(a2a.Event{Status: &a2a.Status{State: a2a.StateCompleted}})
	if n := r.state.Timeline.Len(); r.state.Timeline.Entry(n-1).State != a2a.StateCompleted {
		t.Error("how the task ended is left out")
	}
}
