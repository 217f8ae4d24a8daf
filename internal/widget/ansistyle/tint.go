package ansistyle

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"
)

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
