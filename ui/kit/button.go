package kit

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// Button is a command and the key that stands for it.
type Button struct {
	Label, Key string
	IsOff      bool // it does nothing yet
}

// ButtonStyle are the looks of buttons.
type ButtonStyle struct{ Label, Key, Focused, Off lipgloss.Style }

// Line draws buttons next to each other, in at most width columns. The one at the index
// focus has the focus; -1 is for none.
func (st *ButtonStyle) Line(buttons []Button, focus, width int) string {
	var line strings.Builder
	for i, b := range buttons {
		if b.IsOff {
			line.WriteString(" " + st.Off.Render(b.text()) + " ")
			continue
		}
		if i == focus {
			line.WriteString(" " + st.Focused.Render(b.text()) + " ")
			continue
		}
		line.WriteString(" [ " + st.Label.Render(b.Label) + "  " + st.Key.Render(b.Key) + " ] ")
	}
	return ansi.Truncate(line.String(), width, "…")
}

func (b Button) text() string {
	if b.IsOff {
		b.Key = strings.Repeat("·", len(b.Key))
	}
	return "[ " + b.Label + "  " + b.Key + " ]"
}

// ButtonAt returns the index of the button at a column of their line, -1 for none.
func ButtonAt(buttons []Button, column int) int {
	for i, b := range buttons {
		width := lipgloss.Width(b.text()) + 2
		if column >= 0 && column < width {
			return i
		}
		column -= width
	}
	return -1
}
