package huhform

import (
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/formgen"
	"a2aform/formgen/words"
)

// columns divide the width of a page: a gutter, the labels with their markers, and the values.
type columns struct {
	width  int // of the page
	widest int // label, with its indent and star
}

// minLabelWidth is the least width of the label column.
const minLabelWidth = 8

// The widths of what is next to a label: gutter, marker, and the gap before
// the value.
const (
	gutterWidth        = 2
	columnsBesideLabel = gutterWidth + 2 + 2
)

// areaIndent is the indent of a text area, after the gutter.
const areaIndent = 2

// narrow is up to how many columns notes use the label's column too.
const narrow = 60

// roomyValue is the space for a value that is enough for nearly all of them.
const roomyValue = 40

// labelWidth is the width of the label column: as wide as the labels need, at
// most two fifths of the page, or what leaves the values a roomy space.
func (c columns) labelWidth() int {
	return min(c.widest, max(c.width*2/5, c.width-columnsBesideLabel-roomyValue, minLabelWidth))
}

// valueWidth is the space for a value.
func (c columns) valueWidth() int { return max(c.width-c.labelWidth()-columnsBesideLabel, 6) }

// areaWidth is the space for a text of several lines.
func (c columns) areaWidth() int { return max(c.width-areaIndent-gutterWidth, 6) }

// newNameWidth is the space for the name of a member, in the row that adds it.
func (c columns) newNameWidth(r formgen.Row) int {
	return max(c.width-gutterWidth-2*r.Depth-2-lipgloss.Width(words.AddText(r.Field))-2, 6)
}

// noteIndent is the indent of the lines below a row, after the gutter: in
// the column of values, where there is space for it.
func (c columns) noteIndent(r formgen.Row) int {
	if !hasLabel(r) || c.width < narrow {
		return 2*r.Depth + 2
	}
	return c.labelWidth() + columnsBesideLabel - gutterWidth
}

// noteWidth is the space for the lines below a row.
func (c columns) noteWidth(r formgen.Row) int {
	return max(c.width-c.noteIndent(r)-gutterWidth, 10)
}

// fit cuts a line to the page.
func (c columns) fit(line string) string { return ansi.Truncate(line, c.width, "…") }
