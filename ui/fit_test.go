package ui

import (
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// A line that the last frame had is cut as a new one is, whatever the width was then.
func TestLinesOfTheLastFrameAreCutAlike(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var f fittedLines
		text := rapid.StringOf(rapid.SampledFrom([]rune("ab é旅👍🏽\u0301")))
		lines := rapid.SliceOfN(text, 1, 4).Draw(t, "lines")
		for range 6 {
			width := rapid.IntRange(2, 12).Draw(t, "width")
			for range 3 {
				line := rapid.SampledFrom(lines).Draw(t, "line")
				if got, want := f.fit(line, width), f.within(ansi.Truncate(line, width-1, "…"), width-1); got != want {
					t.Fatalf("%q at %d: %q, want %q", line, width, got, want)
				}
			}
			f.swap(width)
		}
	})
}
