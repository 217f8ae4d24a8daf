package task

import (
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/widget/ansistyle"
	"a2aform/ui/kit"
)

// Headers and JSON of the traffic have colors; other lines stay as they are.
func TestTrafficHasColorsOfHeadersAndJSON(t *testing.T) {
	key := ansistyle.New(lipgloss.NewStyle().Foreground(lipgloss.Color("#ff0000")))
	st := &kit.SyntaxStyle{Key: key}
	for line, want := range map[string]string{
		"    Content-Type: text/plain": "    " + key.Paint("Content-Type") + ": text/plain",
		`      "id": 1,`:               "      " + key.Paint(`"id"`) + ": 1,",
		"→ 13:04:01.000  POST /":       "→ 13:04:01.000" + key.Paint("  POST /"),
		"    plain text":               "    plain text",
		"":                             "",
	} {
		if got := wireColors(st, line); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		} else if ansi.Strip(got) != line {
			t.Errorf("%q became %q", line, ansi.Strip(got))
		}
	}
}
