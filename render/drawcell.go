package render

import (
	"math"
	"strings"
)

// Mark precedes a value that breaks its schema; [CautionMark] before one
// that only looks wrong.
const (
	Mark        = "✗"
	CautionMark = "!"
)

// paint is how a cell's text is painted.
func (s Style) paint(c Cell) Paint {
	if len(c.Problems) > 0 {
		return s.Bad
	}
	switch c.Kind() {
	case Absent:
		if c.Required {
			return s.Bad
		}
		return s.Dim
	case Null, Empty, Nested:
		return s.Dim
	case Boolean:
		if c.Value.Bool() {
			return s.Good
		}
		return s.Dim
	}
	if c.form() == linkText {
		return s.Accent
	}
	return s.Text
}

// mark is what precedes the cell's text, "" for nothing.
func (c Cell) mark() string {
	switch {
	case len(c.Problems) > 0:
		return Mark + " "
	case len(c.Warnings()) > 0:
		return CautionMark + " "
	}
	return ""
}

// Bar draws a part of one as a bar of so many cells: the filled part and the
// rest, exact to half a cell. It is a line, not a block, so that the bars of a
// column stay apart.
func Bar(part float64, width int) (filled, rest string) {
	halves := int(math.Round(min(max(part, 0), 1) * float64(width) * 2))
	filled = strings.Repeat("━", halves/2)
	if halves%2 == 1 {
		filled += "╸"
	}
	return filled, strings.Repeat("─", width-(halves+1)/2)
}

// beside are the pieces that are next to a cell's text: its bar, its colour or
// its note.
func (c Cell) beside(s Style, barWidth int) []piece {
	if part, ok := c.Ratio(); ok {
		filled, rest := Bar(part, barWidth)
		return []piece{{filled, s.Bar}, {rest, s.Rule}}
	}
	if c.form() == colourText && s.Colour != nil {
		if rgb := rgbOf(c.Value.Text()); rgb != "" {
			return []piece{{"██", s.Colour(rgb)}}
		}
	}
	if note := c.Note(); note != "" {
		return []piece{{note, s.Dim}}
	}
	return nil
}

// rgbOf is a colour as #rrggbb, "" where the text is none: #rgb, #rrggbb, either
// with an alpha behind, which is left out.
func rgbOf(text string) string {
	hex, ok := strings.CutPrefix(text, "#")
	if !ok || strings.Trim(hex, "0123456789abcdefABCDEF") != "" {
		return ""
	}
	switch len(hex) {
	case 3, 4:
		return "#" + strings.Repeat(hex[:1], 2) + strings.Repeat(hex[1:2], 2) + strings.Repeat(hex[2:3], 2)
	case 6, 8:
		return "#" + hex[:6]
	}
	return ""
}

func widthOf(pieces []piece) int {
	n := 0
	for _, p := range pieces {
		n += cells(p.text)
	}
	return n
}
