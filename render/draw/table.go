package draw

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize/english"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/internal/widget/heading"
	"a2aform/internal/widget/layout"
	"a2aform/render"
	"a2aform/render/markdown"
	"a2aform/render/table"
	"a2aform/render/value"
)

const (
	tableBarCells = 8
	maxAligned    = 24 // decimal points are aligned in columns of at most this width
	maxStacked    = 10 // of more rows, columns are left out instead, however few fit
	minColumns    = 3  // of fewer, that many rows are drawn as fields
	audienceGap   = 3  // between columns that are read from afar
	maxWhole      = 24 // texts up to this size are not cut for an audience: other columns are left out
)

// noRows stands in place of a table without rows, as on the screen of one.
const noRows = "No rows came."

// drawn is a cell ready to be placed.
type drawn struct {
	text   string
	paint  Paint
	extras []piece
	opens  bool // the text is not all of the value

	repeats  bool // it is as the cell above, in a leading column
	fraction int  // see Cell.Fraction of package value
}

// tableLayout is which columns of a table are drawn, and how wide.
type tableLayout struct {
	from    int  // the first row
	number  int  // cells of the row number; 0 where none is shown
	gap     int  // cells between columns
	details int  // columns that an audience can do without
	isLarge bool // for an audience
	columns []columnLayout
	unsent  []string // titles of columns that no row has
	left    []string // titles of columns that do not fit
}

// columnLayout is the layout of one column, in cells.
type columnLayout struct {
	col     int // of the table
	head    drawn
	cells   []drawn
	widths  []int // of cells that have a value
	rigid   bool  // loses its meaning when it is cut
	hasBars bool
	text    int // what its texts get
	extras  int // the width of what is next to them; 0 for nothing
}

func (c *canvas) grid(g *table.Table) {
	var details []string
	if g.Rows() > 0 || c.frame != nil {
		details = append(details, g.RowsText(g.Rows()))
	}
	if g.IsSampled() {
		details = append(details, "columns of the first "+strconv.Itoa(table.SampledRows))
	}
	c.opens(cmp.Or(g.Head().Title, "table"), g)
	if g.Head().InText && len(g.Head().Problems) == 0 && g.Rows() <= limit.Rows.Int() {
		c.tableInText(g)
		return
	}
	c.head(g.Head(), details...)
	if g.Rows() == 0 {
		c.put(piece{noRows, c.style.Dim})
		c.tableEnd(g, true)
		return
	}
	if c.pages != nil {
		c.allRows(g)
		return
	}
	shown := min(g.Rows(), cmp.Or(c.style.Rows, limit.Rows.Int()))
	c.tableEnd(g, c.tableRows(g, 0, shown))
	c.duplicates(g, 0, shown)
	if shown < g.Rows() {
		if n := len(g.Head().Problems); n > 0 && table.RowOf(g.Head().Problems[n-1]) >= shown {
			c.stop()
		}
		c.put(piece{"… " + english.Plural(g.Rows()-shown, "more row", ""), c.style.Warn})
	}
}

// tableInText draws a table within a text as Markdown is drawn: with long cells on several lines, and without a head.
func (c *canvas) tableInText(g *table.Table) {
	rows := make([][][]markdown.Span, g.Rows()+1)
	for r := range rows {
		rows[r] = make([][]markdown.Span, len(g.Columns()))
		for i, column := range g.Columns() {
			text := column.Heading()
			if r > 0 {
				text = c.style.CellText(g.Cell(r-1, i))
			}
			rows[r][i] = []markdown.Span{{Text: text}}
		}
	}
	aligns := make([]markdown.Align, len(g.Columns()))
	for i, column := range g.Columns() {
		if column.Right {
			aligns[i] = markdown.Right
		}
	}
	(&passageDrawer{canvas: c}).table(&markdown.Block{Kind: markdown.Table, Rows: rows, Align: aligns})
}

// tableRows draws some rows: as a table where that fits, which it reports.
func (c *canvas) tableRows(g *table.Table, from, to int) (isTable bool) {
	l := c.layoutGrid(g, from, to)
	if l.fit(g, c.width, c.leastColumns(g, l, from, to)) {
		c.table(g, l, to)
		return true
	}
	c.stackedRows(g, from, to)
	return false
}

// leastColumns is how many columns are to fit for rows to be drawn as a table.
func (c *canvas) leastColumns(g *table.Table, l *tableLayout, from, to int) int {
	switch {
	case c.frame != nil:
		return 0
	case len(g.Head().Problems) > 0: // all of it is to be seen
		return len(l.columns)
	case from > 0 || to > maxStacked:
		return 0
	case to == 1 || c.style.NoGlyphs: // lines are read out one by one
		return len(l.columns)
	}
	return minColumns
}

// tableEnd says below the rows what they do not say themselves.
func (c *canvas) tableEnd(g *table.Table, isTable bool) {
	if isTable {
		c.tableProblems(g)
		return
	}
	for _, p := range g.Others {
		c.stop()
		c.prose(value.Wording(p), 0, value.Mark+" ", c.style.Bad)
	}
}

// layoutGrid measures the columns. One that no row has is left out, unless the
// schema wants it or there are no rows at all.
func (c *canvas) layoutGrid(g *table.Table, from, to int) *tableLayout {
	l := tableLayout{from: from, gap: columnGap, isLarge: c.style.ForAudience}
	if l.isLarge {
		l.gap = audienceGap
	}
	if len(g.Head().Problems) > 0 {
		l.number = len(strconv.Itoa(to))
	}
	headings := Headings(g, layout.MaxTitle)
	for i, column := range g.Columns() {
		p := columnLayout{col: i, rigid: to > from, head: drawn{text: headings[i], paint: c.style.Label}}
		used := to == from
		for r := from; r < to; r++ {
			cell := g.Cell(r, i)
			used = used || cell.Kind() != value.Absent || cell.Required || len(cell.Problems) > 0
			p.measure(cell, c)
		}
		if !used {
			l.unsent = append(l.unsent, p.head.text)
			continue
		}
		if l.isLarge && column.IsDetail {
			l.details++
			continue
		}
		if column.Right && p.rigid {
			p.alignPoints()
		}
		l.columns = append(l.columns, p)
	}
	return &l
}

func (p *columnLayout) measure(cell value.Cell, c *canvas) {
	text := c.style.CellText(cell)
	d := drawn{text: cut(text, c.width), paint: c.style.CellPaint(cell), extras: c.style.extras(cell, c.barCells())}
	d.opens = cell.CanOpen() || len(d.text) < len(text) || len(cell.Value.Text()) > safe.CellLimit()
	d.fraction = cell.Fraction()
	p.cells = append(p.cells, d)
	if cell.Kind() > value.Null || len(cell.Problems) > 0 {
		p.widths = append(p.widths, cells(d.text))
	}
	p.extras = max(p.extras, widthOf(d.extras))
	p.rigid = p.rigid && cell.IsRigid()
	if _, ok := cell.Ratio(); ok {
		p.hasBars = true
	}
}

// alignPoints brings the decimal points of a column of numbers below one
// another, where that does not make it too wide.
func (p *columnLayout) alignPoints() {
	whole, fraction := 0, 0
	for _, d := range p.cells {
		whole, fraction = max(whole, cells(d.text)-max(d.fraction, 0)), max(fraction, d.fraction)
	}
	if fraction == 0 || whole+fraction > maxAligned {
		return
	}
	for i, d := range p.cells {
		if d.fraction >= 0 {
			p.cells[i].text += spaces(fraction - d.fraction)
		}
	}
	p.widths = []int{whole + fraction}
}

// fit gives the columns their widths by [layout.Fit], and reports whether they may be drawn so: all of them, or the most important ones,
// if these are at least so many. What is next to their texts, notes before bars, is left out before a text is cut or a column hidden.
func (l *tableLayout) fit(g *table.Table, width, least int) bool {
	if l.number > 0 {
		width -= l.number + l.gap
	}
	var best *fitted
	for _, keeps := range []func(*columnLayout) bool{
		func(*columnLayout) bool { return false },
		func(p *columnLayout) bool { return p.hasBars },
		func(*columnLayout) bool { return true },
	} {
		f := l.fitted(g, width, keeps)
		if best == nil || f.hidden == best.hidden && !f.isCut {
			best = f
		}
	}
	if best.hidden > 0 && len(l.columns)-best.hidden < least {
		return false
	}
	var shown []columnLayout
	for i, p := range l.columns {
		if best.widths[i] == 0 {
			l.left = append(l.left, p.head.text)
			continue
		}
		p.text, p.extras = best.widths[i]-best.extras[i], max(best.extras[i]-1, 0)
		shown = append(shown, p)
	}
	l.columns = shown
	return true
}

// fitted is one way to lay out the columns.
type fitted struct {
	widths, extras []int // of columns: all that they take, and what is next to their texts with the space before it
	hidden         int
	isCut          bool // a cell is cut
}

// fitted lays the columns out with what is next to the texts of some.
func (l *tableLayout) fitted(g *table.Table, width int, keeps func(*columnLayout) bool) *fitted {
	f := fitted{extras: make([]int, len(l.columns))}
	columns := make([]layout.Column, len(l.columns))
	for i := range l.columns {
		p := &l.columns[i]
		if p.extras > 0 && keeps(p) {
			f.extras[i] = p.extras + 1
		}
		columns[i] = p.space(l.kind(p, &g.Columns()[p.col]), g.Columns()[p.col].Rank, width, f.extras[i])
		columns[i].Detail = g.Columns()[p.col].IsDetail
	}
	f.widths = layout.Fit(columns, width, l.gap, -1)
	for i, w := range f.widths {
		if w == 0 {
			f.hidden++
			continue
		}
		f.isCut = f.isCut || w < columns[i].Most
	}
	return &f
}

// kind is what may be done with the cells of a column.
func (l *tableLayout) kind(p *columnLayout, c *table.Column) layout.Kind {
	switch {
	case p.rigid || l.isLarge && slices.Max(append(p.widths, 0)) <= maxWhole:
		return layout.Whole
	case c.Shrinks():
		return layout.Long
	}
	return layout.Short
}

// space is what the column takes in a table of a width, with extras next to its texts.
func (p *columnLayout) space(kind layout.Kind, rank, width, extras int) layout.Column {
	space := layout.Measure(p.widths, kind).Column(kind, cells(p.head.text), heading.Width(p.head.text), width, rank)
	for _, n := range []*int{&space.Usual, &space.Least, &space.Title, &space.Most} {
		*n += extras
	}
	return space
}

// titleLines are the two lines of a column's title: the first one is empty where one is enough.
func (p *columnLayout) titleLines() [2]string {
	first, last := heading.Wrap(p.head.text, p.text)
	return [2]string{cut(first, p.text), cut(last, p.text)}
}

func (l *tableLayout) total() int {
	total := -l.gap
	for _, p := range l.columns {
		total += p.text + l.gap
		if p.extras > 0 {
			total += p.extras + 1
		}
	}
	if l.number > 0 {
		total += l.number + l.gap
	}
	return total
}

func (c *canvas) table(g *table.Table, l *tableLayout, to int) {
	if len(l.columns) > 0 {
		c.titles(g, l)
		c.rule(min(l.total(), c.width))
	}
	l.findRepeated(to)
	for r := l.from; r < to; r++ {
		if len(g.Problems(r)) > 0 {
			c.stop()
		}
		c.row(g, l, r)
	}
	if len(l.unsent) > 0 {
		c.unsent(l.unsent)
	}
	if c.frame != nil {
		c.frame.Hidden += len(l.left) + l.details
	}
	if len(l.left) > 0 && !l.isLarge {
		hidden := english.Plural(len(l.left), "column", "") + " hidden" + c.style.Hidden + ": " + strings.Join(l.left, ", ")
		if c.frame != nil {
			c.put(piece{hidden, c.style.Dim})
		} else {
			c.prose(hidden, 0, "", c.style.Dim)
		}
	}
}

// titles draws the titles of the columns, on two lines where one of them is wrapped.
func (c *canvas) titles(g *table.Table, l *tableLayout) {
	from := 1
	for _, p := range l.columns {
		if p.titleLines()[0] != "" {
			from = 0
		}
	}
	for line := from; line < 2; line++ {
		var pieces []piece
		if l.number > 0 {
			pieces = append(pieces, piece{text: spaces(l.number + l.gap)})
		}
		for i, p := range l.columns {
			if i > 0 {
				pieces = append(pieces, piece{text: spaces(l.gap)})
			}
			pieces = append(pieces, piece{pad(p.titleLines()[line], p.text, g.Columns()[p.col].Right), p.head.paint})
			if p.extras > 0 {
				pieces = append(pieces, piece{text: spaces(p.extras + 1)})
			}
		}
		c.put(pieces...)
	}
}

// findRepeated finds the cells that are as the one above, in the first column and in those next to
// it where all before are so as well.
func (l *tableLayout) findRepeated(to int) {
	for at := 1; at < to-l.from; at++ {
		for i := range l.columns {
			d := &l.columns[i].cells[at]
			if d.text == "" || d.text == value.NoValue || d.text != l.columns[i].cells[at-1].text {
				break
			}
			d.repeats = true
		}
	}
}

// row draws one row.
func (c *canvas) row(g *table.Table, l *tableLayout, r int) {
	var pieces []piece
	if l.number > 0 {
		mark := piece{text: spaces(l.gap)}
		if len(g.OwnProblems(r)) > 0 {
			mark = piece{pad(value.Mark, l.gap, false), c.style.Bad}
		}
		pieces = append(pieces, piece{pad(strconv.Itoa(r+1), l.number, true), c.style.Dim}, mark)
	}
	for i, p := range l.columns {
		d := p.cells[r-l.from]
		if i > 0 {
			pieces = append(pieces, piece{text: spaces(l.gap)})
		}
		if d.opens || cells(d.text) > p.text {
			c.opensCell(g.RowName(r)+", "+p.head.text, g.Cell(r, p.col))
		}
		if d.repeats && len(g.Cell(r, p.col).Problems) == 0 {
			d.paint = c.style.Dim
		}
		isRight, text := g.Columns()[p.col].Right, p.text
		if p.extras > 0 && !isRight { // the title may be wider than the cells
			text = min(text, slices.Max(append([]int{1}, p.widths...)))
		}
		pieces = append(pieces, piece{pad(cut(d.text, text), text, isRight), d.paint})
		if p.extras > 0 {
			pieces = append(append(pieces, piece{text: " "}), d.extras...)
			pieces = append(pieces, piece{text: spaces(p.text - text + p.extras - widthOf(d.extras))})
		}
	}
	c.put(pieces...)
}

func spaces(n int) string { return strings.Repeat(" ", max(n, 0)) }

// numberedRule heads the row n.
func (c *canvas) numberedRule(n int) {
	if c.style.NoGlyphs {
		c.put(piece{"row " + strconv.Itoa(n), c.style.Rule})
		return
	}
	rule := "─ " + strconv.Itoa(n) + " "
	c.put(piece{rule + strings.Repeat("─", max(c.width-cells(rule), 0)), c.style.Rule})
}

// rule draws a line of width columns.
func (c *canvas) rule(width int) {
	if !c.style.NoGlyphs {
		c.put(piece{strings.Repeat("─", width), c.style.Rule})
	}
}

// stackedRows draws each row as fields, one row below the other: the only way
// to show all of it where the columns do not fit.
func (c *canvas) stackedRows(g *table.Table, from, to int) {
	for r := from; r < to; r++ {
		c.numberedRule(r + 1)
		rest := g.Problems(r)
		var fields render.Fields
		for i, column := range g.Columns() {
			cell := g.Cell(r, i)
			if cell.Kind() == value.Absent && !cell.Required && len(cell.Problems) == 0 {
				continue
			}
			fields.Rows = append(fields.Rows, render.Field{Label: column.Title, Key: column.Key, Cell: cell})
			rest = table.WithoutColumn(rest, column)
		}
		layout := layoutOf(&fields, c.width)
		for _, f := range fields.Rows {
			c.field(f, layout)
		}
		for _, p := range rest {
			c.stop()
			c.prose(value.Wording(p), 0, value.Mark+" ", c.style.Bad)
		}
	}
}

// tableProblems says below a table what its marks mean.
func (c *canvas) tableProblems(g *table.Table) {
	for i, p := range g.Head().Problems {
		if i == limit.Problems.Int() {
			c.put(piece{"… " + english.Plural(len(g.Head().Problems)-i, "more problem", ""), c.style.Bad})
			break
		}
		if table.RowOf(p) < 0 {
			c.stop()
		}
		c.prose(g.Wording(p), 0, value.Mark+" ", c.style.Bad)
	}
}

// duplicates says below a table which names came again in its rows.
func (c *canvas) duplicates(g *table.Table, from, to int) {
	drawn := 0
	for _, p := range g.MapDuplicates() {
		c.prose(value.Wording(p), 0, value.CautionMark+" ", c.style.Warn)
	}
	for row := from; row < to; row++ {
		for _, p := range g.RowDuplicates(row) {
			if drawn++; drawn <= limit.Problems.Int() {
				c.prose(g.Wording(p), 0, value.CautionMark+" ", c.style.Warn)
			}
		}
	}
	if more := drawn - limit.Problems.Int(); more > 0 {
		c.put(piece{"… " + english.Plural(more, "more name", "") + " that came several times", c.style.Warn})
	}
}

// Headings are the titles of a table's columns with their units. Columns whose titles look
// alike once they are cut to width cells have the names of their members instead.
func Headings(g *table.Table, width int) []string {
	headings := make([]string, len(g.Columns()))
	times := map[string]int{}
	for i, c := range g.Columns() {
		headings[i] = c.Heading()
		times[cut(headings[i], width)]++
	}
	for i, c := range g.Columns() {
		if times[cut(headings[i], width)] > 1 && !c.Key.IsEmpty() {
			headings[i] = c.Key.Line(0).String()
		}
	}
	return headings
}
