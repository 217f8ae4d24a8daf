package rail_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"a2aform/ui/kit/rail"
)

func TestRailLeadsFromStepToStep(t *testing.T) {
	steps := []rail.Step{
		{Text: "Sent", State: rail.Done},
		{Text: "Working", State: rail.Done},
		{Text: "Day 3 of 4 is planned", State: rail.Active, Cuts: true},
		{Text: "Done"},
	}
	for width, want := range map[int]string{
		80: "✓ Sent ━━━━ ✓ Working ━━━━━━━━━ / Day 3 of 4 is planned ┄┄┄┄┄┄┄┄┄┄ ○ Done  2.4 s",
		60: "✓ Sent ━━ ✓ Working ━━ / Day 3 of 4 is pla… ┄┄ ○ Done  2.4 s",
		45: "✓ Working ━━ / Day 3 of 4 i… ┄┄ ○ Done  2.4 s",
		30: "○ Done                   2.4 s",
		12: "○ Do…  2.4 s",
	} {
		st := rail.Style{}
		got := st.Draw(rail.Rail{Steps: steps, Spinner: "/", Note: "2.4 s", Width: width})
		if got != want {
			t.Errorf("at %d columns\n%q, want\n%q", width, got, want)
		}
	}
}

// A rail is exactly as wide as it says.
func TestRailIsAsWideAsItSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		steps := make([]rail.Step, rapid.IntRange(1, 6).Draw(t, "steps"))
		for i := range steps {
			steps[i] = rail.Step{
				Text:  rapid.SampledFrom([]string{"", "Sent", "Working", "東京行きの便を探しています", strings.Repeat("long ", 40)}).Draw(t, "text"),
				State: rail.State(rapid.IntRange(0, int(rail.Stopped)).Draw(t, "state")), Cuts: rapid.Bool().Draw(t, "cuts"),
			}
		}
		width := rapid.IntRange(20, 160).Draw(t, "width")
		st := rail.Style{}
		if got := ansi.StringWidth(st.Draw(rail.Rail{Steps: steps, Spinner: "/", Note: "2.4 s", Width: width})); got != width {
			t.Fatalf("%d columns, want %d", got, width)
		}
	})
}
