package table

import (
	"slices"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/safe"
	"a2aform/render/draw"
	"a2aform/render/table"
	"a2aform/render/value"
	"a2aform/ui/kit"
)

// statusLine is the line below a table: what is typed, else the cell at the cursor unless its row
// is shown, and what its column comes to where there is space.
func (s *Screen) statusLine() string {
	if s.line.purpose != noLine {
		return s.line.View()
	}
	cell, column := s.cellLine(), s.columnLine()
	if s.hasRow() { // the row has the cell in full
		return ansi.Truncate(column, s.Width, "…")
	}
	if lipgloss.Width(cell)+2+lipgloss.Width(column) > s.Width {
		return cell
	}
	return kit.Between(cell, column, s.Width)
}

// cellBar is how many cells the bar of a bounded number takes.
const cellBar = 16

// cellLine is the cell at the cursor: its title, as much of its text as there is
// space for, and what is wrong with it.
func (s *Screen) cellLine() string {
	row, col, ok := s.Table.Cursor()
	if !ok {
		return s.Styles().Dim.Render(s.emptyWords())
	}
	cell := s.Source().cell(row, col)
	if problems := s.unread(row); problems != "" {
		return ansi.Truncate(s.Styles().Bad.Render(value.Mark+" this row cannot be read: "+problems), s.Width, "…")
	}
	title := s.Rows.Table().Columns()[col].Title.String()
	words := s.Styles().Strong.Render(title) + "  " + s.Styles().Text.Render(cell.Line().String())
	if part, ok := cell.Ratio(); ok {
		filled, rest := draw.Bar(part, cellBar)
		words += "  " + s.Styles().Data.Render(filled) + s.Styles().Rule.Render(rest)
	}
	if note := cell.Note(); note != "" {
		words += "  " + s.Styles().Dim.Render(note)
	}
	for _, note := range s.Rows.Table().Duplicates(s.Rows.Row(row), col) {
		words += "  " + s.Styles().Warn.Render(value.CautionMark+" "+note)
	}
	for _, p := range cell.Problems {
		words = s.Styles().Bad.Render(value.Mark+" "+value.Wording(p)) + "  " + words
	}
	for _, p := range cell.Warnings() {
		words += "  " + s.Styles().Warn.Render(value.CautionMark+" "+p.Message())
	}
	return ansi.Truncate(words, s.Width, "…")
}

// unread says why a row is no JSON, "" where it is.
func (s *Screen) unread(row int) string {
	g, at := s.Rows.Table(), s.Rows.Row(row)
	if g.Value(at).Exists() {
		return ""
	}
	for _, p := range g.Problems(at) {
		return p.Message()
	}
	return ""
}

func (s *Screen) emptyWords() string {
	if s.filtered != "" {
		return "No rows match. f edits the filter, esc clears it."
	}
	return "no rows"
}

// columnLine is what the column of the cursor comes to.
func (s *Screen) columnLine() string {
	sum := s.summary
	if sum == nil || sum.Numbers == 0 {
		return ""
	}
	words := []string{numbersWord(sum.Numbers), "min " + sum.Minimum}
	total := s.Rows.Table().Columns()[s.summedUp].Total
	if total == table.SumTotal {
		words = slices.Insert(words, 1, "Σ "+sum.Sum)
	}
	if total != table.NoTotal {
		words = append(words, "avg "+sum.Mean)
	}
	words = append(words, "max "+sum.Maximum)
	return s.Styles().Dim.Render(strings.Join(words, " · "))
}

func numbersWord(n int) string {
	if n == 1 {
		return "1 number"
	}
	return value.Grouped(n) + " numbers"
}

// note says which rows and columns these are, and what is wrong with them, as far as there is
// space.
func (s *Screen) note(room int) string {
	st, all, shown := s.Styles(), s.Rows.Table().Rows(), s.Rows.Rows()
	var words []string
	add := func(style lipgloss.Style, text string) {
		if w := lipgloss.Width(text) + lipgloss.Width(" · "); w <= room {
			room -= w
			words = append(words, style.Render(text))
		}
	}
	rows := rowsWord(all)
	if shown != all {
		rows = value.Grouped(shown) + " of " + rows
	}
	add(st.Dim, rows)
	if s.compared != nil {
		add(st.Changed, s.compared.String())
	}
	if s.filtered != "" && s.line.purpose != toFilter {
		add(st.Accent, safe.Text(s.filtered).Line(maxFilter).String())
	}
	if n := s.Rows.Table().Verdict().Wrong; n > 0 {
		add(st.Bad, value.Mark+" "+value.Grouped(n)+" wrong")
	}
	if n := len(s.Table.MarkedRows()); n > 0 {
		add(st.Dim, value.Grouped(n)+" marked")
	}
	if n := s.Table.OutOfSight(); n > 0 {
		add(st.Dim, kit.Plural(n, "column hidden", "columns hidden"))
	}
	if n := s.Rows.Table().DuplicateKeys(); n > 0 {
		add(st.Warn, value.CautionMark+" "+kit.Plural(n, "row has a name twice", "rows have a name twice"))
	}
	if done, size := s.Rows.Table().Loaded(); done < size {
		add(st.Dim, "reading, "+strconv.Itoa(done*100/size)+" %")
	}
	h := s.Rows.Table().Head()
	if len(s.list.Facts) > 0 && h.Nested && h.Title != "" && lipgloss.Width(h.Title)+lipgloss.Width(" · ") <= room { // which of the members the rows are
		words = slices.Insert(words, 0, st.Dim.Render(h.Title))
	}
	return strings.Join(words, st.Dim.Render(" · "))
}

// maxFilter is how much of a filter the border of a pane shows.
const maxFilter = 30
