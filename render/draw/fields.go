package draw

import (
	"slices"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/render"
	"a2aform/render/value"
)

const (
	narrow     = 32 // below it a value stands under its label
	wholeLabel = 16 // up to it a label is not cut
	barCells   = 20
	indentBy   = 2
	columnGap  = 2
)

// fieldsLayout is how wide the columns of a fields block are, in cells.
type fieldsLayout struct {
	label int
	value int // where the values begin
}

func (c *canvas) fields(f *render.Fields) {
	c.head(f.Head())
	if len(f.Rows) == 0 && len(f.Unsent) == 0 {
		c.put(piece{"no fields", c.style.Dim})
	}
	layout := layoutOf(f, c.width)
	for _, row := range namedApart(f, layout) {
		c.field(row, layout)
	}
	if f.More > 0 {
		c.opens("JSON", f.JSON())
		c.put(piece{"… " + value.Count(f.More, "more field") + ", see the JSON", c.style.Warn})
	}
	if len(f.Unsent) > 0 {
		c.unsent(f.UnsentLabels())
	}
	if labels := f.UnexpectedLabels(); len(labels) > 0 {
		c.prose(UnexpectedText(labels), 0, "", c.style.Dim)
	}
	for _, p := range f.Others {
		c.stop()
		c.prose(value.Wording(p), 0, value.Mark+" ", c.style.Bad)
	}
}

// maxNames is how many names are listed that did not come, or are not in the schema.
const maxNames = 24

// unsent says what is declared and did not come.
func (c *canvas) unsent(labels []string) { c.prose(UnsentText(labels), 0, "", c.style.Dim) }

// UnsentText says which fields did not come, by their labels.
func UnsentText(labels []string) string { return "No value: " + namesText(labels) }

// UnexpectedText says which fields the schema does not declare, by their labels.
func UnexpectedText(labels []string) string { return "Not in the schema: " + namesText(labels) }

func namesText(labels []string) string {
	more := ""
	if n := len(labels) - maxNames; n > 0 {
		labels, more = labels[:maxNames], " and "+value.Grouped(n)+" more"
	}
	return strings.Join(labels, ", ") + more
}

// layoutOf gives labels what they need up to a share of the width.
func layoutOf(f *render.Fields, width int) fieldsLayout {
	var l fieldsLayout
	for _, row := range f.Rows {
		l.label = max(l.label, row.Depth*indentBy+cells(row.Label.String()))
	}
	if width < narrow {
		return fieldsLayout{label: width, value: min(indentBy, width-1)}
	}
	l.label = min(l.label, max(width*2/5, wholeLabel))
	l.value = l.label + columnGap
	return l
}

// namedApart are the rows, those of one object whose labels look alike once they are
// cut by their members' names.
func namedApart(f *render.Fields, l fieldsLayout) []render.Field {
	type shown struct{ object, label string }
	shownAs := func(r render.Field) shown {
		return shown{strings.TrimSuffix(r.Pointer, ojson.Pointer("", r.Key.Exact())), cut(r.Label.String(), l.label-l.indent(r))} //nolint:forbidigo // compared, not drawn
	}
	times := map[shown]int{}
	for _, r := range f.Rows {
		times[shownAs(r)]++
	}
	rows := slices.Clone(f.Rows)
	for i, r := range rows {
		if times[shownAs(r)] > 1 && !r.Key.IsEmpty() {
			rows[i].Label = r.Key.Line(0)
		}
	}
	return rows
}

// indent is how far a row is indented, in cells.
func (l fieldsLayout) indent(r render.Field) int { return min(r.Depth*indentBy, l.label/2) }

func (c *canvas) field(r render.Field, l fieldsLayout) {
	c.Fields = append(c.Fields, FieldLine{safe.Text(r.Pointer), len(c.Lines)})
	indent := spaces(l.indent(r))
	label := piece{indent + cut(r.Label.String(), l.label-len(indent)), c.style.Label}
	lead := []piece{label}
	if c.width < narrow {
		c.put(lead...)
		lead = []piece{{spaces(l.value), nil}}
	} else {
		label.text = pad(label.text, l.label+columnGap, false)
		lead[0] = label
	}
	if len(r.Cell.Problems) > 0 {
		c.stop()
	}
	if opensField(r) {
		c.opensCell(r.Label.String(), r.Cell)
	}
	c.fieldValue(r, lead, l.value)
	for _, p := range r.Cell.Problems {
		c.prose(value.Wording(p), l.value, value.Mark+" ", c.style.Bad)
	}
	for _, p := range r.Cell.Warnings() {
		c.prose(value.Wording(p), l.value, value.CautionMark+" ", c.style.Warn)
	}
	for _, note := range r.Notes() {
		c.prose(note, l.value, "", c.style.Dim)
	}
}

// opensField reports whether a row does not show all of its value.
func opensField(r render.Field) bool {
	return !r.Section && !r.Below && r.Cell.CanOpen()
}

// fieldValue draws the value after its label, wrapped, with a bar or a note
// after its last line where there is space.
func (c *canvas) fieldValue(r render.Field, lead []piece, at int) {
	switch {
	case r.Section:
		c.put(append(lead, piece{r.Variant, c.style.Accent})...)
		return
	case r.Below:
		c.put(append(lead, piece{r.BelowText(), c.style.Dim})...)
		return
	}
	if passages := r.Cell.Passages(); passages != nil && len(r.Cell.Problems) == 0 {
		c.markdown(passages, lead...)
		return
	}
	paint := c.style.CellPaint(r.Cell)
	width := max(min(c.width-at, proseWidth), 1)
	lines := wrapBlock(r.Cell.Block(), width)
	if word := c.style.word(r.Cell); word != "" {
		lines = []string{word}
	}
	for i, line := range lines {
		pieces := append(lead, piece{line, paint})
		if i == len(lines)-1 {
			pieces = append(pieces, c.behind(r, width-cells(line))...)
		}
		c.put(pieces...)
		lead = []piece{{spaces(at), nil}}
	}
}

// minNoteWidth is the least space in which a bar or a note is worth drawing.
const minNoteWidth = 8

// behind are the pieces that follow a value: its unit, and what is next to it
// where there is space.
func (c *canvas) behind(r render.Field, room int) []piece {
	var pieces []piece
	if unit := r.Cell.Unit(); unit != "" {
		pieces = append(pieces, piece{" " + unit, c.style.Dim})
		room -= widthOf(pieces)
	}
	room -= columnGap
	if room < minNoteWidth {
		return pieces
	}
	extras := c.style.extras(r.Cell, min(barCells, room))
	if widthOf(extras) > room || len(extras) == 0 {
		return pieces
	}
	return append(append(pieces, piece{spaces(columnGap), nil}), extras...)
}
