package ansistyle_test

import (
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/widget/ansistyle"
)

// A tint is under every cell of a line, up to its width, whatever the styles in the line, and changes no text.
func TestTint(t *testing.T) {
	t.Parallel()
	bold := ansistyle.New(lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Color("#ff0000")))
	tint := ansistyle.NewTint(lipgloss.Color("#202030"))
	for _, line := range []string{"", "plain", bold.Paint("all"), "a " + bold.Paint("b") + " c", "x\x1b[1my\x1b[0mz", "漢字 " + bold.Paint("✓")} {
		got := tint.Line(line, 12)
		if text := ansi.Strip(got); strings.TrimRight(text, " ") != ansi.Strip(line) || lipgloss.Width(text) != 12 {
			t.Errorf("%q becomes %q", line, text)
		}
		rest, isTinted := got, false
		for rest != "" {
			sequence, width, n, _ := ansi.DecodeSequence(rest, ansi.NormalState, nil)
			switch {
			case width > 0 && !isTinted:
				t.Errorf("%q: no background at %q", got, rest)
			case width == 0 && strings.Contains(sequence, "48;2;32;32;48"):
				isTinted = true
			case sequence == "\x1b[m" || sequence == "\x1b[0m":
				isTinted = false
			}
			rest = rest[n:]
		}
		if isTinted {
			t.Errorf("%q: the background does not end", got)
		}
	}
	if line := bold.Paint("x"); (ansistyle.Tint{}).Line(line, 9) != line || ansistyle.NewTint(nil).Line(line, 9) != line {
		t.Error("no color changes a line")
	}
}
