package table

import (
	"io"
	"slices"

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

// IsOurs reports a table that the program made, and no result of a run.
func (s *Screen) IsOurs() bool { return s.list.Table != nil && s.list.Table.Head().IsOurs }

// exported are the marked rows, or all that are shown, with the columns that the user chose,
// and what to call them.
func (s *Screen) exported() (what string, write kit.Exporter) {
	rows, columns := s.Rows, slices.Clone(s.Table.Shown())
	marked := s.selection().marked()
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
