package ui

import (
	"io"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/render"
)

// openCell shows the cell of the cursor on its own.
func (s *gridScreen) openCell() action {
	row, col, ok := s.table.Cursor()
	if !ok {
		return action{}
	}
	if s.unread(row) != "" {
		return s.openRow()
	}
	cell := s.source().cell(row, col)
	if cell.Kind() == render.Absent {
		return infof("nothing came here")
	}
	name := rowName(s.rows.Row(row)) + " " + s.rows.Grid().Columns()[col].Title.String()
	return openBlocks(s.host, name, append(s.repeats(row, col), cell.Blocks()...))
}

// repeats say before a cell what is not seen of it: values that came before under
// the same name.
func (s *gridScreen) repeats(row, col int) []render.Block {
	var notices []render.Block
	for _, note := range s.rows.Grid().Duplicates(s.rows.Row(row), col) {
		notices = append(notices, &render.Notice{Text: note, Bad: true})
	}
	return notices
}

// openRow shows the row of the cursor as fields.
func (s *gridScreen) openRow() action {
	row, _, ok := s.table.Cursor()
	if !ok {
		return action{}
	}
	at := s.rows.Row(row)
	return openBlocks(s.host, rowName(at), s.rows.Grid().RowBlocks(at))
}

func rowName(row int) string { return "row " + render.Grouped(row+1) }

// openTree shows the row of the cursor in the tree of all that is around it.
func (s *gridScreen) openTree() action {
	row, _, ok := s.table.Cursor()
	if !ok {
		return action{}
	}
	root, path := s.rows.Grid().Tree(s.rows.Row(row))
	name := "tree"
	if s.filter != "" {
		name = "tree of all rows, without the filter"
	}
	return s.host.nav.openTree(name, root, path)
}

// copyCell copies what the cell holds, exactly.
func (s *gridScreen) copyCell() (action, tea.Cmd) {
	row, col, ok := s.table.Cursor()
	if !ok {
		return action{}, nil
	}
	text := s.source().cell(row, col).Raw().Exact() //nolint:forbidigo // it goes to the clipboard as it is
	return infof("the cell is copied, where the terminal allows it"), tea.SetClipboard(text)
}

// copyRows copies the marked rows as JSON, a line each, or the row of the cursor
// where none is marked.
func (s *gridScreen) copyRows() (action, tea.Cmd) {
	row, _, ok := s.table.Cursor()
	if !ok {
		return action{}, nil
	}
	rows := s.table.MarkedRows()
	if len(rows) == 0 {
		rows = []int{row}
	}
	slices.Sort(rows)
	lines := make([]string, len(rows))
	for i, r := range rows {
		lines[i] = string(s.rows.Grid().Value(s.rows.Row(r)).Compact())
	}
	return infof("%s copied as JSON, where the terminal allows it", plural(len(rows), "row is", "rows are")), tea.SetClipboard(strings.Join(lines, "\n"))
}

// exported are the rows and columns as they are shown, and what to call them.
func (s *gridScreen) exported() (what string, write exporter) {
	rows, columns := s.rows, slices.Clone(s.table.Shown())
	selection := render.Selection{View: rows, Columns: columns}
	if s.table.Hidden() == 0 && slices.IsSorted(columns) {
		selection.Columns = nil
	}
	what = "the table"
	if s.filter != "" || s.sort != asTheyCame || selection.Columns != nil {
		what = "these rows and columns"
	}
	if what == "the table" && s.whole != nil {
		return what, exporterOf(s.whole, s.name, s.width)
	}
	ctx, title, width := s.host.ctx, s.name, s.width
	return what, func(w io.Writer, f render.Format) error {
		rows.Grid().Load(ctx)
		return rows.Grid().Export(w, f, selection, render.ExportOptions{Title: title, Width: width})
	}
}
