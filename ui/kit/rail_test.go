package kit_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"a2aform/ui/kit"
)

func TestRailLeadsFromStepToStep(t *testing.T) {
	steps := []kit.RailStep{
		{Text: "Sent", State: kit.StepDone},
		{Text: "Working", State: kit.StepDone},
		{Text: "Day 3 of 4 is planned", State: kit.StepActive, Cuts: true},
		{Text: "Done"},
	}
	for width, want := range map[int]string{
		80: "✓ Sent ━━━━ ✓ Working ━━━━━━━━━ / Day 3 of 4 is planned ┄┄┄┄┄┄┄┄┄┄ ○ Done  2.4 s",
		60: "✓ Sent ━━ ✓ Working ━━ / Day 3 of 4 is pla… ┄┄ ○ Done  2.4 s",
		45: "✓ Working ━━ / Day 3 of 4 i… ┄┄ ○ Done  2.4 s",
		30: "○ Done                   2.4 s",
		12: "○ Do…  2.4 s",
	} {
		st := kit.RailStyle{}
		got := st.Draw(kit.Rail{Steps: steps, Spinner: "/", Note: "2.4 s", Width: width})
		if got != want {
			t.Errorf("at %d columns\n%q, want\n%q", width, got, want)
		}
	}
}

// Where not all fits, the last sentence on a bad connection stays, with its count.
func TestRailKeepsWhatGoesOn(t *testing.T) {
	for text, want := range map[string]string{
		"Connection lost. Reconnecting (3 of 5)…":     "✓ Sent ━━━━ ✓ Working ━━━━━━━ ! Reconnecting (3 of 5)… ┄┄┄┄┄┄┄┄ ○ Done",
		"No live stream. Checking the task's status.": "✓ Sent ━━━━ ✓ Working ━━━━━ ! Checking the task's status ┄┄┄┄┄┄ ○ Done",
		"The agent is silent.":                        "✓ Sent ━━━━ ✓ Working ━━━━━━━━ ! The agent is silent. ┄┄┄┄┄┄┄┄┄ ○ Done",
	} {
		steps := []kit.RailStep{{Text: "Sent", State: kit.StepDone}, {Text: "Working", State: kit.StepDone}, {Text: text, State: kit.StepTrouble, Cuts: true}, {Text: "Done"}}
		st := kit.RailStyle{}
		if got := st.Draw(kit.Rail{Steps: steps, Width: 70}); got != want {
			t.Errorf("%s\n%q, want\n%q", text, got, want)
		}
	}
}

// A rail is exactly as wide as it says.
func TestRailIsAsWideAsItSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		steps := make([]kit.RailStep, rapid.IntRange(1, 6).Draw(t, "steps"))
		for i := range steps {
			steps[i] = kit.RailStep{
				Text:  rapid.SampledFrom([]string{"", "Sent", "Working", "東京行きの便を探しています", strings.Repeat("long ", 40)}).Draw(t, "text"),
				State: kit.StepState(rapid.IntRange(0, int(kit.StepStopped)).Draw(t, "state")), Cuts: rapid.Bool().Draw(t, "cuts"),
			}
		}
		width := rapid.IntRange(20, 160).Draw(t, "width")
		st := kit.RailStyle{}
		if got := ansi.StringWidth(st.Draw(kit.Rail{Steps: steps, Spinner: "/", Note: "2.4 s", Width: width})); got != width {
			t.Fatalf("%d columns, want %d", got, width)
		}
	})
}
