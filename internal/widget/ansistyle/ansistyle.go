// Package ansistyle renders many short texts in one style.
//
// A lipgloss style computes its codes again for each text, which costs a table more
// than the rest of its frame.
package ansistyle

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// Style paints as a style of colors and attributes does. The zero Pen paints
// nothing.
type Style struct {
	style          lipgloss.Style
	prefix, suffix string
}

// New returns the Style of a lipgloss style without padding, borders, margins or
// sizes.
func New(style lipgloss.Style) Style {
	const probe = "x"
	prefix, suffix, _ := strings.Cut(style.Render(probe), probe)
	return Style{style, prefix, suffix}
}

// Paint returns the text in the style; "" for an empty text.
func (s Style) Paint(text string) string {
	switch {
	case text == "":
		return ""
	case strings.ContainsAny(text, "\t\r\n"):
		return s.style.Render(text)
	}
	return s.prefix + text + s.suffix
}

// Cell returns the text in the style, cut or filled with spaces to so many columns.
func (s Style) Cell(text string, columns int) string {
	room := columns - lipgloss.Width(text)
	if room < 0 {
		text = ansi.Truncate(text, columns, "…")
		room = columns - lipgloss.Width(text)
	}
	return s.Paint(text) + strings.Repeat(" ", max(room, 0))
}
