package pen

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// Pen paints as a style of colours and attributes does. The zero Pen paints
// nothing.
type Pen struct {
	style         lipgloss.Style
	before, after string
}

// New is a pen of a style without padding, borders, margins or sizes.
func New(style lipgloss.Style) Pen {
	const probe = "x"
	before, after, _ := strings.Cut(style.Render(probe), probe)
	return Pen{style, before, after}
}

// Paint is a text in the pen's style. Nothing stays nothing.
func (p Pen) Paint(text string) string {
	switch {
	case text == "":
		return ""
	case strings.ContainsAny(text, "\t\r\n"):
		return p.style.Render(text)
	}
	return p.before + text + p.after
}
