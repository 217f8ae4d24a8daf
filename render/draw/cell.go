package draw

import (
	"math"
	"strings"

	"a2aform/render/value"
)

// CellPaint is how a cell's text is painted.
func (s Style) CellPaint(c value.Cell) Paint {
	if len(c.Problems) > 0 {
		return s.Bad
	}
	switch c.Kind() {
	case value.Absent:
		if c.Required {
			return s.Bad
		}
		return s.Dim
	case value.Null, value.Empty, value.Nested:
		return s.Dim
	case value.Boolean:
		if c.Value.Bool() {
			return s.Good
		}
		return s.Dim
	}
	if c.IsLink() {
		return s.Accent
	}
	return s.Text
}

// NoValue is what a table shows of null, and of a member that did not come.
const NoValue = "–"

// CellText is what a table shows of a cell.
func (s Style) CellText(c value.Cell) string {
	kind := c.Kind()
	switch {
	case kind == value.Null && len(c.Problems) == 0, kind == value.Absent && c.Text() == "":
		return NoValue
	case kind != value.Boolean || s.Yes == "":
		return c.Marked()
	}
	if c.Value.Bool() {
		return c.Mark() + s.Yes
	}
	return c.Mark() + s.No
}

// word is a boolean as a word, where tables show a sign for it; "" for anything else.
func (s Style) word(c value.Cell) string {
	switch {
	case s.Yes == "" || c.Kind() != value.Boolean || len(c.Problems) > 0:
		return ""
	case c.Value.Bool():
		return "yes"
	}
	return "no"
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

// extras are the pieces that are next to a cell's text: its bar, its color or
// its note.
func (s Style) extras(c value.Cell, barWidth int) []piece {
	if part, ok := c.Ratio(); ok && !s.NoGlyphs {
		filled, rest := Bar(part, barWidth)
		return []piece{{filled, s.Bar}, {rest, s.Rule}}
	}
	if rgb := c.RGB(); rgb != "" && s.Color != nil {
		return []piece{{"██", s.Color(rgb)}}
	}
	if note := c.Note(); note != "" {
		return []piece{{note, s.Dim}}
	}
	return nil
}

func widthOf(pieces []piece) int {
	n := 0
	for _, p := range pieces {
		n += cells(p.text)
	}
	return n
}
