package kit_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"a2aform/ui/kit"
)

var buttons = []kit.Button{{Label: "Send", Key: "enter"}, {Label: "Back", Key: "esc"}}

func TestButtonsAreDrawnAndFound(t *testing.T) {
	t.Parallel()
	var style kit.ButtonStyle
	for focus := range 3 {
		line := ansi.Strip(style.Line(buttons, focus-1, 40))
		if line != " [ Send  enter ]  [ Back  esc ] " {
			t.Errorf("drawn as %q", line)
		}
		for label, want := range map[string]int{"Send": 0, "enter": 0, "Back": 1} {
			if got := kit.ButtonAt(buttons, strings.Index(line, label)); got != want {
				t.Errorf("%q is in button %d, want %d", label, got, want)
			}
		}
	}
	if got := kit.ButtonAt(buttons, 35); got != -1 {
		t.Errorf("button %d is behind the last one", got)
	}
	if line := ansi.Strip(style.Line(buttons, 0, 12)); line != " [ Send  en…" {
		t.Errorf("cut to %q", line)
	}
}
