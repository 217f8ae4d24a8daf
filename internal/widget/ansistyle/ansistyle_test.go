package ansistyle_test

import (
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/widget/ansistyle"
)

func TestPaintEqualsLipgloss(t *testing.T) {
	for name, style := range map[string]lipgloss.Style{
		"none":    lipgloss.NewStyle(),
		"color":   lipgloss.NewStyle().Foreground(lipgloss.Color("#ff8800")),
		"several": lipgloss.NewStyle().Foreground(lipgloss.Color("3")).Background(lipgloss.Color("4")).Bold(true).Faint(true),
		"reverse": lipgloss.NewStyle().Reverse(true),
	} {
		p := ansistyle.New(style)
		for _, text := range []string{"a", "two words", "漢字 ✓", "x", "a\nb\tc"} {
			if got, want := p.Paint(text), style.Render(text); got != want {
				t.Errorf("%s: %q is %q, want %q", name, text, got, want)
			}
		}
	}
	if got := ansistyle.New(lipgloss.NewStyle().Bold(true)).Paint(""); got != "" {
		t.Errorf("nothing becomes %q", got)
	}
	if got := (ansistyle.Style{}).Paint("a"); got != "a" {
		t.Errorf("the zero Style paints %q", got)
	}
}

func TestCellHasItsWidth(t *testing.T) {
	p := ansistyle.New(lipgloss.NewStyle().Bold(true))
	for _, test := range []struct {
		text    string
		columns int
		want    string
	}{
		{"ab", 4, "ab  "}, {"abcd", 4, "abcd"}, {"abcde", 4, "abc…"}, {"漢字漢字", 4, "漢… "}, {"ab", 0, ""}, {"", 2, "  "},
	} {
		if got := ansi.Strip(p.Cell(test.text, test.columns)); got != test.want {
			t.Errorf("%q in %d columns: %q, want %q", test.text, test.columns, got, test.want)
		}
	}
}

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
