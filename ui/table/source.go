package table

import (
	"math"
	"strings"

	"github.com/dustin/go-humanize/english"

	widget "a2aform/internal/widget/grid"
	columnlayout "a2aform/internal/widget/layout"
	"a2aform/render/draw"
	"a2aform/render/table"
	"a2aform/render/value"
	"a2aform/ui/kit"
)

// Source shows a view of a table as a table.
type Source struct {
	view  *table.View
	style draw.Style
	sort  sorting
	bars  [barCells + 1]string // drawn, by how many cells are filled

	compared *table.Comparison // with an earlier table; nil for none
	changed  func(...string) string
}

// sorting is the column that rows are ordered by, -1 for as they came.
type sorting struct {
	col  int
	down bool
}

// barCells is how many cells the bar before a number with bounds has.
const barCells = 3

// drawBars draws the bars.
func drawBars(st *kit.Styles) (bars [barCells + 1]string) {
	for filled := range bars {
		bars[filled] = st.Data.Render(strings.Repeat("▰", filled)) + st.Rule.Render(strings.Repeat("▱", barCells-filled))
	}
	return bars
}

var asTheyCame = sorting{col: -1}

// in is the same order by the column of that name in a later table; as they came where there is none.
func (s sorting) in(before, now *table.Table) sorting {
	for col, was := range table.SameColumns(before, now) {
		if was == s.col {
			return sorting{col, s.down}
		}
	}
	return asTheyCame
}

// Rows counts the rows that are shown.
func (s *Source) Rows() int { return s.view.Rows() }

// Number is the number of a row in the table as it came.
func (s *Source) Number(row int) int { return s.view.Row(row) + 1 }

// Numbers counts all rows.
func (s *Source) Numbers() int { return s.view.Table().Rows() }

func (s *Source) grid() *table.Table { return s.view.Table() }
func (s *Source) cell(row, col int) value.Cell {
	return s.grid().Cell(s.view.Row(row), col)
}

// Columns have an arrow at the one that the rows are sorted by. Empty ones are hidden, unless later rows may have values in them.
func (s *Source) Columns() []widget.Column {
	columns, isSampled := s.grid().Columns(), s.grid().IsSampled()
	headings := draw.Headings(s.grid(), columnlayout.MaxTitle)
	all := make([]widget.Column, len(columns))
	for i, c := range columns {
		all[i] = widget.Column{
			Title: headings[i], Right: c.Right, Whole: c.Numeric, Shrinks: c.Shrinks(), Hidden: c.Empty && !isSampled,
			Rank: c.Rank, Role: int(c.Role), Names: names(&c), Detail: c.IsDetail,
		}
		if i == s.sort.col {
			all[i].Mark = s.sort.arrow()
		}
		if c.Total == table.MeanTotal && hasParts(s.view, i) {
			all[i].Bar = barCells
		}
	}
	return all
}

// names says how well people know rows by a column: best by a name or an id that each row has alone.
func names(c *table.Column) int {
	switch isName := c.Role == table.RoleLabel || c.Role == table.RoleID; {
	case isName && c.IsUnique:
		return 2
	case isName:
		return 1
	}
	return 0
}

// hasParts reports a column whose numbers are drawn as parts of a whole.
func hasParts(rows *table.View, col int) bool {
	for i := range min(rows.Rows(), 10) {
		if _, ok := rows.Table().Cell(rows.Row(i), col).Ratio(); ok {
			return true
		}
	}
	return false
}

func (s sorting) arrow() string {
	if s.down {
		return "▼"
	}
	return "▲"
}

// by is how the rows are sorted once a column is chosen: amounts begin with the largest, all else with the smallest; the same column again
// turns the order round.
func (s sorting) by(columns []table.Column, col int) sorting {
	if s.col == col {
		return sorting{col, !s.down}
	}
	return sorting{col, columns[col].Total != table.NoTotal}
}

// note says how the rows are sorted, and what sorting by the same column again does.
func (s sorting) note() string {
	if s.down {
		return "descending; again for ascending"
	}
	return "ascending; again for descending"
}

// IsWrong reports whether a row breaks the schema, in a cell or as a whole.
func (s *Source) IsWrong(row int) bool {
	return s.grid().IsDeclared() && len(s.grid().Problems(s.view.Row(row))) > 0 || !s.grid().IsDeclared() && s.grid().IsInvalid(s.view.Row(row))
}

// Cell is a cell with its mark.
func (s *Source) Cell(row, col int) widget.Cell {
	c := s.cell(row, col)
	drawn := widget.Cell{Text: s.style.CellText(c), IsEmpty: c.Kind() <= value.Null, Fraction: c.Fraction(), Paint: s.style.CellPaint(c), Dim: s.style.Dim}
	if len(c.Problems) > 0 {
		drawn.Dim = drawn.Paint
	}
	if part, ok := c.Ratio(); ok {
		drawn.Bar = s.bars[int(math.Round(min(max(part, 0), 1)*barCells))]
	}
	if s.compared.IsNew(s.view.Row(row), col) {
		paint := func(text string) string { return s.changed(text) }
		drawn.Paint, drawn.Dim = paint, paint
	}
	return drawn
}

// openJSON shows the row of the cursor in the JSON of all that is around it.
func (s *Screen) openJSON() kit.Action {
	row, _, ok := s.Table.Cursor()
	if !ok {
		return kit.Action{}
	}
	root, path := s.Rows.Table().Tree(s.Rows.Row(row))
	if w := s.list.Whole; w != nil && len(s.list.Facts) > 0 && len(w.Trees()) == 1 {
		root, path = w.Trees()[0], nil
	}
	name := "JSON"
	if s.filter != "" {
		name = "JSON (all " + english.Plural(s.Rows.Table().Rows(), "row", "") + ")"
	}
	return s.Host.Nav.OpenJSON(name, root, path)
}

// IsOurs reports a table that the program made, and no result of a run.
func (s *Screen) IsOurs() bool { return s.list.Table != nil && s.list.Table.Head().IsOurs }
