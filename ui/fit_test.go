package ui

import (
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"a2aform/ui/kit"
)

// A line that the last frame had is cut as a new one is, whatever the width was then.
func TestLinesOfTheLastFrameAreCutAlike(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := &App{Host: &kit.Host{}}
		text := rapid.StringOf(rapid.SampledFrom([]rune("ab é旅👍🏽\u0301")))
		lines := rapid.SliceOfN(text, 1, 4).Draw(t, "lines")
		for range 6 {
			a.Width = rapid.IntRange(2, 12).Draw(t, "width")
			for range 3 {
				line := rapid.SampledFrom(lines).Draw(t, "line")
				if got, want := a.fit(line), a.within(ansi.Truncate(line, a.Width-1, "…"), a.Width-1); got != want {
					t.Fatalf("%q at %d: %q, want %q", line, a.Width, got, want)
				}
			}
			a.fitted.swap(a.Width)
		}
	})
}
