package run

import (
	"fmt"
	"testing"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

func artifactEvent(id, text string, more bool) a2a.Event {
	part := a2a.Part{Kind: a2a.PartText, Text: safe.Text(text)}
	return a2a.Event{At: time.Now(), TaskID: safe.Text("t"), Append: more, Artifact: &a2a.Artifact{ID: safe.Text(id), Parts: []a2a.Part{part}}}
}

func artifactsOf(s Snapshot) (texts string) {
	for _, a := range s.Artifacts {
		texts += a.ID.Exact()
		for _, p := range a.Parts {
			texts += " " + p.Text.Exact()
		}
		texts += fmt.Sprint(" ", a.Complete, ";")
	}
	return texts
}

// A snapshot stays as it is, whatever comes later: pieces, replacements, a task
// with all of them, the end.
func TestSnapshotKeepsArtifacts(t *testing.T) {
	r := &Run{plan: &Plan{}, wake: make(chan struct{}, 1)}
	var seen []Snapshot
	var want []string
	task := &a2a.Task{ID: safe.Text("t"), Artifacts: []a2a.Artifact{*artifactEvent("b", "5", false).Artifact, *artifactEvent("b", "6", false).Artifact}}
	for i, step := range []struct {
		event a2a.Event
		want  string
	}{
		{artifactEvent("a", "1", false), "a 1 false;"},
		{artifactEvent("b", "2", false), "a 1 false;b 2 false;"},
		{artifactEvent("a", "3", true), "a 1 3 false;b 2 false;"},
		{artifactEvent("b", "4", false), "a 1 3 false;b 2 4 false;"}, // a piece, as the agent appends nothing to it by name
		{artifactEvent("a", "5", false), "a 5 false;b 2 4 false;"},
		{a2a.Event{At: time.Now(), Task: task}, "b 5 true;b 6 true;"},
		{artifactEvent("b", "7", true), "b 5 true;b 6 7 false;"},
		{artifactEvent("a", "8", true), "b 5 true;b 6 7 false;a 8 false;"},
	} {
		r.apply(step.event)
		seen, want = append(seen, r.Snapshot()), append(want, step.want)
		for n := range seen {
			if got := artifactsOf(seen[n]); got != want[n] {
				t.Errorf("after %d: snapshot %d is %s, want %s", i, n, got, want[n])
			}
		}
	}
	r.state.settle(a2a.StateCompleted, time.Now())
	if got := artifactsOf(r.Snapshot()); got != "b 5 true;b 6 7 true;a 8 true;" {
		t.Errorf("in the end %s", got)
	}
	if last := len(seen) - 1; artifactsOf(seen[last]) != want[last] {
		t.Errorf("the last snapshot before is %s", artifactsOf(seen[last]))
	}
}
