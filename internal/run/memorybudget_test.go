package run

import (
	"strings"
	"testing"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

// What an agent says and sends without an end is kept up to a limit, and said to
// be cut; an artifact that replaces another takes its room, and how the task ends
// is always kept.
func TestTaskKeepsWithinItsMemoryBudget(t *testing.T) {
	maxBytes := limit.TaskBytes.Int()
	megabyte := strings.Repeat("x", 1<<20)
	r := &Run{plan: &Plan{}, wake: make(chan struct{}, 1)}
	take := func(e a2aclient.Event) {
		e.At, e.TaskID = time.Now(), safe.Text("t")
		r.apply(e)
	}
	artifact := func(id string) *a2aclient.Artifact {
		return &a2aclient.Artifact{ID: safe.Text(id), Parts: []a2aclient.Part{{Kind: a2aclient.PartText, Text: safe.Text(megabyte)}}}
	}
	for range 2 * maxBytes >> 20 {
		take(a2aclient.Event{Artifact: artifact("same")})
	}
	if r.state.Violation != "" || r.memory.used > 2<<20 {
		t.Fatalf("replaced again and again, an artifact takes %d bytes: %q", r.memory.used, r.state.Violation)
	}
	for i := range 2 * maxBytes >> 20 {
		take(a2aclient.Event{Artifact: artifact("same"), Append: true})
		text := safe.Text(strings.Repeat("y", i) + megabyte)
		take(a2aclient.Event{Status: &a2aclient.Status{State: a2aclient.StateWorking, Message: &a2aclient.Message{Parts: []a2aclient.Part{{Kind: a2aclient.PartText, Text: text}}}}})
	}
	held, words := len(r.artifacts.list[0].Parts)<<20, 0
	for _, e := range all(r.state.Timeline) {
		words += e.Text.Len()
	}
	if held += words; held > maxBytes || held < maxBytes-4<<20 || !strings.Contains(r.state.Violation, "what came later is left out") {
		t.Errorf("%d bytes are held, %d may be: %q", held, maxBytes, r.state.Violation)
	}
	if maxWords := limit.RunStatus.Int(); words > maxWords || words < maxWords-4<<20 {
		t.Errorf("%d bytes of messages are held, %d may be", words, maxWords)
	}
	take(a2aclient.Event{Status: &a2aclient.Status{State: a2aclient.StateCompleted}})
	if n := r.state.Timeline.Len(); r.state.Timeline.Entry(n-1).State != a2aclient.StateCompleted {
		t.Error("how the task ended is left out")
	}
}
