package draw

import (
	"strconv"
	"strings"

	"a2aform/render/markdown"
)

// passageDrawer draws the passages of a Markdown text within the margins of what
// they are nested in.
type passageDrawer struct {
	*canvas

	margins []margin
}

// margin is what precedes the lines of a quote or an item.
type margin struct {
	first []piece
	rest  piece
	begun bool
}

// markdown draws a Markdown text behind what precedes its first line.
func (c *canvas) markdown(passages []*markdown.Block, lead ...piece) {
	d := passageDrawer{canvas: c}
	if width := widthOf(lead); width > 0 {
		d.margins = []margin{{first: lead, rest: piece{text: spaces(width)}}}
	}
	if len(passages) == 0 {
		d.put()
	}
	d.all(passages)
}

func (d *passageDrawer) all(passages []*markdown.Block) {
	for i, p := range passages {
		if i > 0 && !d.isTight(passages[i-1], p) {
			d.put()
		}
		d.passage(p)
	}
}

// isTight reports whether no empty line is between two passages: a list and
// what it belongs to within an item.
func (d *passageDrawer) isTight(before, p *markdown.Block) bool {
	return len(d.margins) > 0 && p.Kind == markdown.List && before.Kind == markdown.Paragraph
}

// put draws a line after the margins.
func (d *passageDrawer) put(pieces ...piece) {
	var lead []piece
	for i := range d.margins {
		m := &d.margins[i]
		if m.begun {
			lead = append(lead, m.rest)
		} else {
			lead = append(lead, m.first...)
		}
		m.begun = true
	}
	d.canvas.put(append(lead, pieces...)...)
}

// room is how many cells the margins leave.
func (d *passageDrawer) room() int {
	room := d.width
	for _, m := range d.margins {
		room -= cells(m.rest.text)
	}
	return max(min(room, proseWidth), 1)
}

// narrowest is down to how many cells quotes and lists are set in.
const narrowest = 16

// within draws passages behind one more margin, as long as there is space for it.
func (d *passageDrawer) within(m margin, passages []*markdown.Block) {
	if d.room() > min(d.width/2, narrowest) {
		d.margins = append(d.margins, m)
		defer func() { d.margins = d.margins[:len(d.margins)-1] }()
	}
	if len(passages) == 0 {
		d.put()
	}
	d.all(passages)
}

func (d *passageDrawer) passage(p *markdown.Block) {
	switch p.Kind {
	case markdown.Heading:
		lead := piece{}
		if !d.style.NoMarks {
			lead.text = strings.Repeat("#", p.Level) + " "
		}
		d.runs(p.Runs, lead, d.style.Title)
	case markdown.Code:
		d.code(p)
	case markdown.Quote:
		bar := piece{"│ ", d.style.Rule}
		if d.style.NoGlyphs {
			bar.text = "> "
		}
		d.within(margin{first: []piece{bar}, rest: bar}, p.Parts)
	case markdown.List:
		d.list(p)
	case markdown.Table:
		d.table(p)
	case markdown.Rule:
		d.rule(d.room())
	case markdown.Paragraph:
		d.runs(p.Runs, piece{}, d.style.Text)
	}
}

// code draws lines of code. A line that is wrapped has no colors, because its tokens may be cut.
func (d *passageDrawer) code(p *markdown.Block) {
	colored := d.style.Key
	if d.style.Code != nil {
		colored = d.style.Code(p.Lang)
	}
	for _, line := range p.Lines {
		lines, paint := wrap(line, max(d.room()-indentBy, 1)), d.style.Key
		if len(lines) == 1 {
			paint = colored
		}
		for _, l := range lines {
			d.put(piece{text: spaces(indentBy)}, piece{l, paint})
		}
	}
}

func (d *passageDrawer) list(p *markdown.Block) {
	last := ""
	if p.Start > 0 {
		last = strconv.Itoa(p.Start+len(p.Parts)-1) + ". "
	}
	for i, item := range p.Parts {
		lead := "• "
		if p.Start > 0 {
			lead = pad(strconv.Itoa(p.Start+i)+". ", len(last), true)
		}
		d.within(margin{first: []piece{{lead, d.style.Dim}}, rest: piece{text: spaces(cells(lead))}}, item.Parts)
	}
}

// runs draws running text; a lead precedes its first line.
func (d *passageDrawer) runs(runs []markdown.Span, lead piece, paint Paint) {
	for _, line := range wrapRuns(runs, max(d.room()-cells(lead.text), 1)) {
		d.put(append([]piece{lead}, d.painted(line, paint)...)...)
		lead.text = spaces(cells(lead.text))
	}
}

func (d *passageDrawer) painted(line []markdown.Span, paint Paint) []piece {
	pieces := make([]piece, len(line))
	for i, r := range line {
		pieces[i] = piece{r.Text, paint}
		switch r.Style {
		case markdown.Strong:
			pieces[i].paint = d.style.Label
		case markdown.CodeSpan:
			pieces[i].paint = d.style.Key
		case markdown.Link:
			pieces[i].paint = d.style.Accent
		}
	}
	return pieces
}

// wrapRuns breaks running text into lines of at most width cells.
func wrapRuns(runs []markdown.Span, width int) [][]markdown.Span {
	var lines [][]markdown.Span
	for from := 0; from <= len(runs); {
		to := from
		for to < len(runs) && runs[to].Style != markdown.Break {
			to++
		}
		lines = append(lines, wrapRun(runs[from:to], width)...)
		from = to + 1
		if from == len(runs) {
			break // a break at the very end begins no line
		}
	}
	return lines
}

// wrapRun wraps runs without breaks among them. The lines of their text are
// parts of it in order; only spaces are lost between them.
func wrapRun(runs []markdown.Span, width int) [][]markdown.Span {
	whole := markdown.Text(runs)
	var lines [][]markdown.Span
	at := 0
	for _, text := range wrap(whole, width) {
		at += max(strings.Index(whole[at:], text), 0)
		lines = append(lines, between(runs, at, at+len(text)))
		at += len(text)
	}
	return lines
}

// between are the runs of a part of their text.
func between(runs []markdown.Span, from, to int) []markdown.Span {
	var part []markdown.Span
	at := 0
	for _, r := range runs {
		low, high := max(from-at, 0), min(to-at, len(r.Text))
		if low < high {
			part = append(part, markdown.Span{Text: r.Text[low:high], Style: r.Style})
		}
		at += len(r.Text)
	}
	return part
}

// minTableCell is down to how many cells the columns of a Markdown table are
// narrowed before its rows are drawn one below the other.
const minTableCell = 6

// table draws a Markdown table, long cells on several lines.
func (d *passageDrawer) table(p *markdown.Block) {
	widths, ok := tableWidths(p.Rows, d.room())
	if !ok {
		d.stackedTable(p)
		return
	}
	for i, row := range p.Rows {
		paint := d.style.Text
		if i == 0 {
			paint = d.style.Label
		}
		d.tableRow(row, widths, p.Align, paint)
		if i == 0 {
			total := -columnGap
			for _, w := range widths {
				total += w + columnGap
			}
			d.rule(max(total, 1))
		}
	}
}

// tableWidths are the columns' widths, the widest narrowed until all fit; not ok
// where they cannot.
func tableWidths(rows [][][]markdown.Span, room int) (widths []int, ok bool) {
	widths = make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], cells(markdown.Text(cell)), 1)
		}
	}
	over := -columnGap - room
	for _, w := range widths {
		over += w + columnGap
	}
	for ; over > 0; over-- {
		widest := 0
		for i, w := range widths {
			if w > widths[widest] {
				widest = i
			}
		}
		if widths[widest] <= minTableCell {
			return nil, false
		}
		widths[widest]--
	}
	return widths, true
}

func (d *passageDrawer) tableRow(row [][]markdown.Span, widths []int, aligns []markdown.Align, paint Paint) {
	height := 1
	wrapped := make([][][]markdown.Span, len(row))
	for i, cell := range row {
		wrapped[i] = wrapRuns(cell, widths[i])
		height = max(height, len(wrapped[i]))
	}
	for line := range height {
		var pieces []piece
		for i, lines := range wrapped {
			var part []markdown.Span
			if line < len(lines) {
				part = lines[line]
			}
			room, before := widths[i]-cells(markdown.Text(part)), 0
			switch {
			case i >= len(aligns) || aligns[i] == markdown.Left:
			case aligns[i] == markdown.Right:
				before = room
			default:
				before = room / 2
			}
			pieces = append(pieces, piece{text: spaces(before)})
			pieces = append(pieces, d.painted(part, paint)...)
			if i < len(wrapped)-1 {
				pieces = append(pieces, piece{text: spaces(room - before + columnGap)})
			}
		}
		d.put(pieces...)
	}
}

// stackedTable draws each row as its cells below one another, the head before
// each.
func (d *passageDrawer) stackedTable(p *markdown.Block) {
	for i, row := range p.Rows[1:] {
		if i > 0 {
			d.put()
		}
		for col, cell := range row {
			d.runs(p.Rows[0][col], piece{}, d.style.Label)
			d.runs(cell, piece{text: spaces(indentBy)}, d.style.Text)
		}
	}
}
