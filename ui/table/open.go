package table

import (
	"io"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/widget/shortcut"
	"a2aform/render"
	"a2aform/render/export"
	"a2aform/render/table"
	"a2aform/render/value"
	"a2aform/ui/kit"
)

// openCell shows the cell of the cursor on its own.
func (s *Screen) openCell() kit.Action {
	row, col, ok := s.Table.Cursor()
	if !ok {
		return kit.Action{}
	}
	if s.unread(row) != "" {
		return s.openRow()
	}
	cell := s.Source().cell(row, col)
	if cell.Kind() == value.Absent {
		return kit.Infof("nothing came here")
	}
	name := rowName(s.Rows.Row(row)) + " " + s.Rows.Grid().Columns()[col].Title.String()
	return kit.OpenBlocks(s.Host, name, append(s.repeats(row, col), render.CellBlocks(cell)...))
}

// repeats say before a cell what is not seen of it: values that came before under
// the same name.
func (s *Screen) repeats(row, col int) []render.Block {
	var notices []render.Block
	for _, note := range s.Rows.Grid().Duplicates(s.Rows.Row(row), col) {
		notices = append(notices, &render.Notice{Text: note, Bad: true})
	}
	return notices
}

// openRow shows the row of the cursor as fields.
func (s *Screen) openRow() kit.Action {
	row, _, ok := s.Table.Cursor()
	if !ok {
		return kit.Action{}
	}
	at := s.Rows.Row(row)
	act := kit.OpenBlocks(s.Host, rowName(at), render.RowBlocks(s.Rows.Grid(), at))
	if view, ok := act.Push.(*kit.BlockView); ok {
		act.Push = &rowScreen{view, s}
	}
	return act
}

// rowScreen is a row as fields, from which one goes to the rows next to it.
type rowScreen struct {
	*kit.BlockView

	table *Screen
}

var rowKeys = struct{ Next, Previous key.Binding }{
	Next:     kit.Bind("Next row", "]", "down"),
	Previous: kit.Bind("Previous row", "[", "up"),
}

func (r *rowScreen) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		isArrow := press.String() == "up" || press.String() == "down"
		canScroll := r.HiddenLines() > 0 || r.Lines.Top > 0
		switch {
		case isArrow && canScroll: // it scrolls
		case key.Matches(press, rowKeys.Next):
			return r.turn(1), nil
		case key.Matches(press, rowKeys.Previous):
			return r.turn(-1), nil
		}
	}
	return r.BlockView.Update(msg)
}

// turn shows another row, where the cursor of the table goes too.
func (r *rowScreen) turn(by int) kit.Action {
	row, col, ok := r.table.Table.Cursor()
	if to := row + by; ok && to >= 0 && to < r.table.Rows.Rows() {
		r.table.Table.GoTo(to, col)
		at := r.table.Rows.Row(to)
		r.Show(rowName(at), render.RowBlocks(r.table.Rows.Grid(), at))
		return kit.Action{}
	}
	if by > 0 {
		return kit.Infof("this is the last row")
	}
	return kit.Infof("this is the first row")
}

func (r *rowScreen) Keys() []shortcut.Key {
	return append(append(shortcut.On(rowKeys.Next), r.BlockView.Keys()...), shortcut.Key{Binding: rowKeys.Previous})
}

func rowName(row int) string { return "row " + value.Grouped(row+1) }

// OpenTree shows the row of the cursor in the tree of all that is around it.
func (s *Screen) OpenTree() kit.Action {
	row, _, ok := s.Table.Cursor()
	if !ok {
		return kit.Action{}
	}
	root, path := s.Rows.Grid().Tree(s.Rows.Row(row))
	name := "Tree"
	if s.filter != "" {
		name = "Tree of all rows, without the filter"
	}
	return s.Host.Nav.OpenTree(name, root, path)
}

// copyCell copies what the cell contains, exactly.
func (s *Screen) copyCell() (kit.Action, tea.Cmd) {
	row, col, ok := s.Table.Cursor()
	if !ok {
		return kit.Action{}, nil
	}
	text := s.Source().cell(row, col).Raw().Exact() //nolint:forbidigo // it goes to the clipboard as it is
	return kit.Infof("Copied the cell (if your terminal allows clipboard access)."), tea.SetClipboard(text)
}

// copyRows copies the marked rows as JSON, a line each, or the row of the cursor
// where none is marked.
func (s *Screen) copyRows() (kit.Action, tea.Cmd) {
	row, _, ok := s.Table.Cursor()
	if !ok {
		return kit.Action{}, nil
	}
	rows := s.marked()
	if len(rows) == 0 {
		rows = []int{row}
	}
	lines := make([]string, len(rows))
	for i, r := range rows {
		lines[i] = string(s.Rows.Grid().Value(s.Rows.Row(r)).Compact())
	}
	return kit.Infof("%s copied as JSON, where the terminal allows it", kit.Plural(len(rows), "row is", "rows are")), tea.SetClipboard(strings.Join(lines, "\n"))
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
	if what == "the table" && s.Whole != nil {
		return what, kit.ExporterOf(s.Whole, s.name, s.Width)
	}
	ctx, title, width := s.Host.Context, s.name, s.Width
	return what, func(w io.Writer, f export.Format) error {
		rows.Grid().Load(ctx)
		return export.Grid(w, rows.Grid(), f, selection, export.Options{Title: title, Width: width})
	}
}
