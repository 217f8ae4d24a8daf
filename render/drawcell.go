package render

import (
	"math"
	"strings"
)

// Mark stands before a value that breaks its schema; [CautionMark] before one
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
	return s.Text
}

// mark is what stands before the cell's text, "" for nothing.
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
// rest, exact to an eighth of a cell.
func Bar(part float64, width int) (filled, rest string) {
	eighths := int(math.Round(min(max(part, 0), 1) * float64(width) * 8))
	filled = strings.Repeat("█", eighths/8)
	if more := eighths % 8; more > 0 {
		filled += string([]rune("▏▎▍▌▋▊▉")[more-1])
	}
	return filled, strings.Repeat("░", width-(eighths+7)/8)
}

// beside are the pieces that stand beside a cell's text: its bar or its note.
func (c Cell) beside(s Style, barWidth int) []piece {
	if part, ok := c.Ratio(); ok {
		filled, rest := Bar(part, barWidth)
		return []piece{{filled, s.Bar}, {rest, s.Dim}}
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
