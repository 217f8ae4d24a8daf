package draw

import (
	"a2aform/render/markdown"
)

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
