package ansistyle_test

import (
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
