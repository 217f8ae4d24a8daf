// Package ansistyle renders many short texts in one style.
//
// A lipgloss style computes its codes again for each text, which costs a table more
// than the rest of its frame.
package ansistyle

import (
	"image/color"
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

// Tint is a background under lines that have their own styles. The zero Tint changes nothing.
type Tint struct {
	prefix string
	again  *strings.Replacer // begins it again where a style of the line ends
}

// NewTint returns the Tint of a color; nil for none.
func NewTint(c color.Color) Tint {
	if c == nil {
		return Tint{}
	}
	prefix := New(lipgloss.NewStyle().Background(c)).prefix
	return Tint{prefix, strings.NewReplacer("\x1b[m", "\x1b[m"+prefix, "\x1b[0m", "\x1b[0m"+prefix)}
}

// Line puts the background under a line, which it fills with spaces to so many columns.
func (t Tint) Line(line string, columns int) string {
	if t.prefix == "" {
		return line
	}
	return t.prefix + t.again.Replace(line) + strings.Repeat(" ", max(columns-lipgloss.Width(line), 0)) + "\x1b[m"
}
