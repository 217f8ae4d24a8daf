package grid

import (
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

func TestCharacterWidthIsThatOfTerminal(t *testing.T) {
	for r := ' '; r < 0x20000; r++ {
		w := cellsOf(r)
		if w == 0 {
			continue
		}
		for text, want := range map[string]int{string(r): w, "a" + string(r) + string(r): 2*w + 1, "漢" + string(r) + "✓": w + 3} {
			if got := ansi.StringWidth(text); got != want {
				t.Fatalf("%U: %q takes %d cells, not %d", r, text, got, want)
			}
		}
	}
}

func TestTruncationAgreesWithTerminal(t *testing.T) {
	text := rapid.StringOfN(rapid.RuneFrom([]rune("ab ✓é漢字かЖ…e\u0301👩\u200d\ufe0f🇩ש")), 0, 12, -1)
	rapid.Check(t, func(t *rapid.T) {
		s, width := text.Draw(t, "text"), rapid.IntRange(1, 12).Draw(t, "width")
		if got, want := cells(s), ansi.StringWidth(s); got != want {
			t.Fatalf("%q takes %d cells, want %d", s, got, want)
		}
		if ansi.StringWidth(s) <= width {
			return
		}
		if got, want := cutTo(s, width), ansi.Truncate(s, width, ellipsis); got != want {
			t.Fatalf("%q at %d is %q, want %q", s, width, got, want)
		}
	})
}
