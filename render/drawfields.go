package render

import (
	"slices"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

const (
	narrow    = 32 // below it a value stands under its label
	minKeyed  = 60 // below it raw names are left out
	barCells  = 20
	indentBy  = 2
	columnGap = 2
)

// fieldsLayout is how wide the columns of a fields block are, in cells.
type fieldsLayout struct {
	label, key int // key is 0 where no raw name is shown
	value      int // where the values begin
}

func (f *Fields) draw(c *canvas) {
	f.head.draw(c)
	if len(f.Rows) == 0 && len(f.Unsent) == 0 {
		c.put(piece{"no fields", c.style.Dim})
	}
	layout := f.layout(c.width)
	for _, row := range f.namedApart(layout) {
		row.draw(c, layout)
	}
	if f.More > 0 {
		c.opens("JSON", &JSON{f.head, f.value.Compact()})
		c.put(piece{"… " + count(f.More, "more field") + ", see the JSON", c.style.Warn})
	}
	if len(f.Unsent) > 0 {
		c.unsent(join(f.Unsent))
	}
	for _, p := range f.Others {
		c.stop()
		c.prose(wording(p), 0, Mark+" ", c.style.Bad)
	}
}

func join(lines []safe.Line) []string {
	texts := make([]string, len(lines))
	for i, l := range lines {
		texts[i] = l.String()
	}
	return texts
}

// maxUnsent is how many names are listed that did not come.
const maxUnsent = 24

// unsent says what is declared and did not come.
func (c *canvas) unsent(labels []string) { c.prose(notSent(labels), 0, "", c.style.Dim) }

func notSent(labels []string) string {
	more := ""
	if n := len(labels) - maxUnsent; n > 0 {
		labels, more = labels[:maxUnsent], " and "+grouped(n)+" more"
	}
	return "not sent: " + strings.Join(labels, ", ") + more
}

// layout gives labels and raw names what they need up to a share of the width.
func (f *Fields) layout(width int) fieldsLayout {
	var l fieldsLayout
	for _, row := range f.Rows {
		l.label = max(l.label, row.Depth*indentBy+cells(row.Label.String()))
		l.key = max(l.key, cells(row.rawName()))
	}
	if width < narrow {
		return fieldsLayout{label: width, value: min(indentBy, width-1)}
	}
	l.label = min(l.label, width*2/5)
	l.value = l.label + columnGap
	if l.key > width/4 || width < minKeyed {
		l.key = 0
	}
	if l.key > 0 {
		l.value += l.key + columnGap
	}
	return l
}

// namedApart are the rows, those of one object whose labels look alike once they are
// cut by their members' names.
func (f *Fields) namedApart(l fieldsLayout) []Field {
	type shown struct{ object, label string }
	shownAs := func(r Field) shown {
		return shown{strings.TrimSuffix(r.Pointer, ojson.Pointer("", r.Key.Exact())), cut(r.Label.String(), l.label-r.indent(l))} //nolint:forbidigo // compared, not drawn
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
func (r Field) indent(l fieldsLayout) int { return min(r.Depth*indentBy, l.label/2) }

// rawName is the member's name where it shows more than the label.
func (r Field) rawName() string {
	key := r.Key.Line(0).String()
	if !saysMore(key, r.Label.String()) {
		return ""
	}
	return key
}

func (r Field) draw(c *canvas, l fieldsLayout) {
	indent := spaces(r.indent(l))
	label := piece{indent + cut(r.Label.String(), l.label-len(indent)), c.style.Label}
	lead := []piece{label}
	if c.width < narrow {
		c.put(lead...)
		lead = []piece{{spaces(l.value), nil}}
	} else {
		label.text = pad(label.text, l.label+columnGap, false)
		lead[0] = label
		if l.key > 0 {
			lead = append(lead, piece{pad(cut(r.rawName(), l.key), l.key+columnGap, false), c.style.Key})
		}
	}
	if len(r.Cell.Problems) > 0 {
		c.stop()
	}
	if r.opens() {
		c.opensCell(r.Label.String(), r.Cell)
	}
	r.drawValue(c, lead, l.value)
	for _, p := range r.Cell.Problems {
		c.prose(wording(p), l.value, Mark+" ", c.style.Bad)
	}
	for _, p := range r.Cell.Warnings() {
		c.prose(wording(p), l.value, CautionMark+" ", c.style.Warn)
	}
	for _, note := range r.notes() {
		c.prose(note, l.value, "", c.style.Dim)
	}
}

// opens reports whether a row does not show all of its value.
func (r Field) opens() bool {
	return !r.Section && !r.Below && r.Cell.opens()
}

// drawValue draws the value after its label, wrapped, with a bar or a note
// after its last line where there is space.
func (r Field) drawValue(c *canvas, lead []piece, at int) {
	switch {
	case r.Section:
		c.put(append(lead, piece{r.Variant, c.style.Accent})...)
		return
	case r.Below:
		c.put(append(lead, piece{r.belowText(), c.style.Dim})...)
		return
	}
	if passages := r.Cell.passages(); passages != nil && len(r.Cell.Problems) == 0 {
		c.markdown(passages, lead...)
		return
	}
	paint := c.style.paint(r.Cell)
	width := max(min(c.width-at, proseWidth), 1)
	lines := wrapBlock(r.Cell.Block(), width)
	for i, line := range lines {
		pieces := append(lead, piece{line, paint})
		if i == len(lines)-1 {
			pieces = append(pieces, r.behind(c, width-cells(line))...)
		}
		c.put(pieces...)
		lead = []piece{{spaces(at), nil}}
	}
}

// belowText say how much is in the grid below.
func (r Field) belowText() string {
	if r.Cell.Value.Is(ojson.Object) {
		return entries(r.Cell.Value.Len()) + ", below"
	}
	return count(r.Cell.Value.Len(), "item") + ", below"
}

// minNoteWidth is the least space in which a bar or a note is worth drawing.
const minNoteWidth = 8

// behind are the pieces that follow a value: its unit, and what is next to it
// where there is space.
func (r Field) behind(c *canvas, room int) []piece {
	var pieces []piece
	if unit := r.Cell.Unit(); unit != "" {
		pieces = append(pieces, piece{" " + unit, c.style.Dim})
		room -= widthOf(pieces)
	}
	room -= columnGap
	if room < minNoteWidth {
		return pieces
	}
	beside := r.Cell.beside(c.style, min(barCells, room))
	if widthOf(beside) > room || len(beside) == 0 {
		return pieces
	}
	return append(append(pieces, piece{spaces(columnGap), nil}), beside...)
}

// notes are what must be said of a row in addition to its value.
func (r Field) notes() []string {
	var notes []string
	if r.Unexpected && len(r.Cell.Problems) == 0 {
		notes = append(notes, "not in the schema")
	}
	if r.Times > 1 {
		notes = append(notes, "came "+count(r.Times, "time")+"; this is the last")
	}
	return notes
}
