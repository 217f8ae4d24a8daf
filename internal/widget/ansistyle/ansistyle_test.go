package ansistyle_test

import (
	"testing"

	"charm.land/lipgloss/v2"

	"a2aform/internal/widget/ansistyle"
)

func TestPaintEqualsLipgloss(t *testing.T) {
	for name, style := range map[string]lipgloss.Style{
		"none":    lipgloss.NewStyle(),
		"colour":  lipgloss.NewStyle().Foreground(lipgloss.Color("#ff8800")),
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
