package table

import (
	"io"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
	"a2aform/render/export"
	"a2aform/render/table"
	"a2aform/ui/kit"
)

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
		name = "JSON (all " + rowsWord(s.Rows.Table().Rows()) + ")"
	}
	return s.Host.Nav.OpenJSON(name, root, path)
}

// copy copies what the cell contains, exactly, or the marked rows as JSON, a line each.
func (s *Screen) copy() (kit.Action, tea.Cmd) {
	row, col, ok := s.Table.Cursor()
	switch {
	case !ok:
		return kit.Action{}, nil
	case len(s.marked()) == 0:
		return s.Host.Copy("the cell", s.Source().cell(row, col).Raw().Exact()) //nolint:forbidigo // it goes to the clipboard as it is
	}
	rows := s.chosen()
	lines := make([]string, len(rows))
	for i, v := range rows {
		lines[i] = string(v.Compact())
	}
	return s.Host.Copy(kit.Plural(len(rows), "row", "rows")+" as JSON", strings.Join(lines, "\n"))
}

// IsOurs reports a table that the program made, and no result of a run.
func (s *Screen) IsOurs() bool { return s.list.Table != nil && s.list.Table.Head().IsOurs }

// use offers the forms that the marked rows suit, or the row at the cursor.
func (s *Screen) use() tea.Cmd {
	about, rows := "this row", s.chosen()
	if n := len(s.marked()); n > 0 {
		about = kit.Plural(n, "marked row", "marked rows")
	}
	v := ojson.NewArray(rows...)
	if len(rows) == 1 {
		v = rows[0]
	}
	return s.Host.Nav.UseIn(about, s.fedBy(), func() (*ojson.Value, error) { return v, nil })
}

// chosen are the marked rows, else the row at the cursor.
func (s *Screen) chosen() (values []*ojson.Value) {
	for _, r := range s.chosenRows() {
		values = append(values, s.Rows.Table().Value(r))
	}
	return values
}

// chosenRows are where they are in the table as it came.
func (s *Screen) chosenRows() []int {
	rows := s.marked()
	if row, _, ok := s.Table.Cursor(); ok && len(rows) == 0 {
		rows = []int{row}
	}
	for i, r := range rows {
		rows[i] = s.Rows.Row(r)
	}
	return rows
}

// fedBy says where in the result they are.
func (s *Screen) fedBy() (from runfile.FedBy) {
	rows := s.chosenRows()
	if len(rows) > 0 {
		node, path := s.Rows.Table().Tree(rows[0])
		for _, i := range path[:max(len(path)-1, 0)] {
			node = node.Child(i)
		}
		from.Pointer = safe.Text(node.Pointer())
	}
	for _, r := range rows {
		from.Rows = append(from.Rows, r+1)
	}
	return from
}

// marked are the rows that are marked, in their order.
func (s *Screen) marked() []int {
	rows := s.Table.MarkedRows()
	slices.Sort(rows)
	return rows
}

// exported are the marked rows, or all that are shown, with the columns that the user chose,
// and what to call them.
func (s *Screen) exported() (what string, write kit.Exporter) {
	rows, columns := s.Rows, slices.Clone(s.Table.Shown())
	marked := s.marked()
	if len(marked) > 0 {
		rows = rows.Picked(marked)
	}
	selection := table.Selection{View: rows, Columns: columns}
	if !s.Table.IsArranged() && s.Table.Hidden() == 0 || s.Table.Hidden() == 0 && slices.IsSorted(columns) {
		selection.Columns = nil
	}
	what = "the table"
	switch {
	case len(marked) > 0 && selection.Columns != nil:
		what = "the " + kit.Plural(len(marked), "marked row", "marked rows") + " and " + kit.Plural(len(columns), "column", "columns") + " shown"
	case len(marked) > 0:
		what = "the " + kit.Plural(len(marked), "marked row", "marked rows")
	case selection.Columns != nil:
		what = "the " + rowsWord(rows.Rows()) + " and " + kit.Plural(len(columns), "column", "columns") + " shown"
	case s.filter != "" || s.sort != asTheyCame:
		what = "the " + rowsWord(rows.Rows()) + " shown"
	}
	isWhole := len(marked) == 0 && !s.Table.IsArranged() && s.filter == "" && s.sort == asTheyCame
	switch {
	case isWhole && s.list.Whole != nil && len(s.list.Facts) > 0:
		return "the result", kit.ExporterOf(s.list.Whole, s.name, s.Width)
	case what == "the table" && s.list.Whole != nil && s.owner == kit.Screen(s):
		return what, kit.ExporterOf(s.list.Whole, s.name, s.Width)
	}
	ctx, title, width := s.Host.Context, s.name, s.Width
	return what, func(w io.Writer, f export.Format) error {
		rows.Table().Load(ctx)
		return export.Table(w, rows.Table(), f, selection, export.Options{Title: title, Width: width})
	}
}
