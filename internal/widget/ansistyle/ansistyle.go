package ansistyle

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// Style paints as a style of colours and attributes does. The zero Pen paints
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
