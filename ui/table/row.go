package table

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/render"
	"a2aform/render/draw"
	"a2aform/render/table"
	"a2aform/render/value"
	"a2aform/ui/kit"
)

// rowPane is the row at the cursor in full: beside the table, or in its place where there are
// few columns. The field of the cursor's column has a sign.
type rowPane struct {
	isOpen  bool
	from    int          // the column at the cursor before
	of      *table.Table // what is drawn: a row of this table,
	at      int          // this one,
	width   int          // in this width; 0 for nothing
	col     int          // the column whose field has the sign
	drawing *draw.Drawing
	lines   kit.Scroll
}

const signWidth = 2 // before the fields

// HasRow implements [kit.TablePart].
func (s *Screen) HasRow() bool { return s.layout().hasRow }

// open shows the row at the cursor; there, it opens the value at the cursor on its own.
func (s *Screen) openRow() kit.Action {
	row, col, ok := s.Table.Cursor()
	switch {
	case !ok:
		return kit.Action{}
	case !s.row.isOpen:
		s.row.from = col
		s.showRow(true)
		return kit.Action{}
	}
	cell := s.Source().cell(row, col)
	if !cell.CanOpen() {
		return kit.Infof("all of this value is here; y copies it")
	}
	return kit.OpenBlocks(s.Host, rowName(s.Rows.Row(row))+" "+s.Rows.Table().Columns()[col].Title.String(), render.CellBlocks(cell))
}

func (s *Screen) showRow(on bool) {
	s.row.isOpen, s.row.width = on, 0
	s.place()
}

// uncover closes the row or the chart where it is in the place of the table, for what is seen there alone. It
// reports whether the row was.
func (s *Screen) uncover() bool {
	l := s.layout()
	if l.isChartAlone() {
		s.showChart(nil)
	}
	covers := l.hasRow && l.isCovered()
	if covers {
		s.showRow(false)
	}
	return covers
}

// drawRow is the row at the cursor, in so many cells.
func (s *Screen) drawRow(width, height int) string {
	row, col, _ := s.Table.Cursor()
	s.row.read(s.Rows.Table(), s.Rows.Row(row), width, s.Styles())
	return s.row.draw(col, height, s.Styles())
}

// read draws a row of a table in a width, unless it is drawn already.
func (r *rowPane) read(of *table.Table, at, width int, st *kit.Styles) {
	if r.of != of || r.at != at || r.width != width {
		isOther := r.at != at
		r.of, r.at, r.width, r.col = of, at, width, -1
		r.drawing = draw.Blocks(render.RowBlocks(of, at), max(width-signWidth, 1), st.Render)
		if isOther { // else it was validated, or the pane has another width
			r.lines.Top = 0
		}
	}
}

// draw is what is in sight of the row, with the sign before the field of a column.
func (r *rowPane) draw(col, height int, st *kit.Styles) string {
	r.lines.Height = height
	if r.col != col {
		r.col = col
		r.sign(st)
	}
	return r.lines.View()
}

// sign puts the sign before the field of the column.
func (r *rowPane) sign(st *kit.Styles) {
	signed := -1
	if name := r.of.Columns()[r.col].Key; !name.IsEmpty() {
		pointer := safe.Text(ojson.Pointer("", name.Exact())) //nolint:forbidigo // compared, not drawn
		for _, f := range r.drawing.Fields {
			if f.Pointer == pointer {
				signed = f.Line
			}
		}
	}
	lines := make([]string, len(r.drawing.Lines))
	for i, line := range r.drawing.Lines {
		if lines[i] = "  " + line; i == signed {
			lines[i] = st.Accent.Render("▸") + " " + line
		}
	}
	r.lines.Set(lines)
	if signed >= 0 {
		r.lines.Reveal(signed)
	}
}

// scroll handles the keys that move what is shown of a long row.
func (r *rowPane) scroll(msg tea.KeyPressMsg) bool {
	isPage := key.Matches(msg, tableKeys.PageUp, tableKeys.PageDown)
	return isPage && (r.lines.Top > 0 || r.lines.HiddenLines() > 0) && r.lines.Press(msg)
}

// rowTitle is the number of a row, and where it is among the rows that are shown.
func rowTitle(rows *table.View, row int) string {
	of := value.Grouped(row+1) + " of " + value.Grouped(rows.Rows())
	if at := rows.Row(row); at != row {
		return "Row " + value.Grouped(at+1) + " · " + of + " rows"
	}
	return "Row " + of
}

// HiddenLines are those of the row that are below its pane.
func (s *Screen) HiddenLines() int {
	if !s.layout().hasRow {
		return 0
	}
	return s.row.lines.HiddenLines()
}

func rowName(row int) string { return "row " + value.Grouped(row+1) }
