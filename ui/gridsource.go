package ui

import (
	"a2aform/internal/widget/grid"
	"a2aform/render"
)

// gridSource shows a view of a grid as a table.
type gridSource struct {
	view  *render.View
	style render.Style
	sort  sorting
	found func(render.Cell) bool // cells that a search found; nil for none
}

// sorting is the column that rows are ordered by, -1 for as they came.
type sorting struct {
	col  int
	down bool
}

var asTheyCame = sorting{col: -1}

func (s *gridSource) Rows() int          { return s.view.Rows() }
func (s *gridSource) Number(row int) int { return s.view.Row(row) + 1 }
func (s *gridSource) Numbers() int       { return s.view.Grid().Rows() }
func (s *gridSource) grid() *render.Grid { return s.view.Grid() }
func (s *gridSource) cell(row, col int) render.Cell {
	return s.grid().Cell(s.view.Row(row), col)
}

// Columns have an arrow at the one that the rows are sorted by. Empty ones are
// hidden; where later rows may have values in them, they come last.
func (s *gridSource) Columns() []grid.Column {
	columns, isSampled := s.grid().Columns(), s.grid().IsSampled()
	headings := s.grid().Headings(grid.MaxWidth)
	all := make([]grid.Column, len(columns))
	for i, c := range columns {
		all[i] = grid.Column{Title: headings[i], Right: c.Right, Hidden: c.Empty && !isSampled, Last: c.Empty && isSampled}
		if i == s.sort.col {
			all[i].Mark = s.sort.arrow()
		}
	}
	return all
}

func (s sorting) arrow() string {
	if s.down {
		return " ▼"
	}
	return " ▲"
}

// IsWrong reports whether a row breaks the schema, in a cell or as a whole.
func (s *gridSource) IsWrong(row int) bool {
	return s.grid().IsDeclared() && len(s.grid().Problems(s.view.Row(row))) > 0 || !s.grid().IsDeclared() && s.grid().IsInvalid(s.view.Row(row))
}

// Cell is a cell with its mark.
func (s *gridSource) Cell(row, col int) grid.Cell {
	c := s.cell(row, col)
	drawn := grid.Cell{Text: c.Marked(), Paint: s.style.CellPaint(c)}
	if s.found != nil && s.found(c) {
		drawn.Paint = s.style.Found
	}
	return drawn
}
