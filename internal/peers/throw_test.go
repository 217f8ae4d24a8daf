package peers

import (
	"context"
	"testing"
	"time"

	"a2aform/internal/run"
)

// An agent whose code throws has failed, and its words are shown, whatever id the
// SDK gives the failure.
func TestThrowingAgentFails(t *testing.T) {
	for name, file := range talkers() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := dial(t, start(t, file))
			for text, want := range map[string]string{
				"throw":         "Agent execution error: the referee fell ill",
				"throw at once": "Agent execution error: the referee is ill",
			} {
				r := run.Start(t.Context(), &run.Plan{Agent: a, Text: text}, run.Options{})
				t.Cleanup(r.Close)
				ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
				got := r.Wait(ctx)
				cancel()
				said := ""
				for i := range got.Timeline.Len() {
					if e := got.Timeline.Entry(i); e.Kind == run.MessageEntry {
						said = e.Text.Exact()
					}
				}
				if task, err := a.Get(t.Context(), got.TaskID); text == "throw" && err != nil {
					t.Errorf("the agent does not know the task of the run: %+v, %v", task, err)
				}
				if got.Outcome() != "failed" || said != want {
					t.Errorf("%s: ended as %s (%v), said %q", text, got.Outcome(), got.Err, said)
				}
			}
		})
	}
}
