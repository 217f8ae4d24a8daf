package peers

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/render/draw"
)

// frameworks are the agents of the directory of that name. They need hundreds of packages, so they run at night only.
var frameworks = map[string]string{"ADK for JavaScript 2.0.0": "adk.mjs", "Strands 1.19.0": "strands.mjs"}

// TestFrameworksOfJavaScript talks to agents on frameworks, whose models are stubs: their words stream, a table in them is one, and the
// reason of a failure is shown.
func TestFrameworksOfJavaScript(t *testing.T) {
	if testing.Short() {
		t.Skip("the packages of the frameworks are for the night")
	}
	for name, file := range frameworks {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			card, err := a2aclient.Fetch(t.Context(), startIn(t, "frameworks", filepath.Join("frameworks", "node_modules"), file))
			if err != nil {
				t.Fatal(err)
			}
			agent, err := card.Dial()
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(agent.Close)
			for _, tt := range []struct{ text, outcome, want string }{
				{"hello", "completed", "You said: hello"},
				{"a table", "completed", "Oslo     4"},
				{"fail", "failed", "the model is away"},
			} {
				r := run.Start(t.Context(), &run.Plan{Agent: agent, Text: tt.text}, run.Options{})
				t.Cleanup(r.Close)
				ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
				defer cancel()
				now := r.Wait(ctx)
				shown := strings.Join(draw.Lines(r.Document(), 80, draw.Plain), "\n") + "\n" + now.Reason().Line(0).String()
				if now.Outcome() != tt.outcome || strings.Count(shown, tt.want) != 1 {
					t.Errorf("%s: %s, %v\n%s", tt.text, now.Outcome(), now.Err, shown)
				}
			}
		})
	}
}
