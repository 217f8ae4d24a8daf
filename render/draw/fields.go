package draw

import (
	"math"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

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
		c.put(piece{"… " + english.Plural(f.More, "more field", "") + ", see the JSON", c.style.Warn})
	}
	if len(f.Unsent) > 0 {
		c.unsent(f.UnsentLabels())
	}
	if names := f.UnexpectedNames(); len(names) > 0 {
		c.prose(UnexpectedText(names), 0, "", c.style.Dim)
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

// UnexpectedText says which fields the schema does not declare, by their names, of more than a few how many: the fields themselves are there.
func UnexpectedText(names []string) string {
	if len(names) > maxUnexpected {
		return value.Grouped(len(names)) + " of these fields are not in the schema."
	}
	return "Not in the schema: " + namesText(names)
}

const maxUnexpected = 3

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

// CellText is what a table shows of a cell.
func (s Style) CellText(c value.Cell) string {
	kind := c.Kind()
	switch {
	case kind == value.Absent && c.Text() == "":
		return value.NoValue
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
