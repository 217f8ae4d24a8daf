package table

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/dustin/go-humanize/english"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/store/runfile"
	widget "a2aform/internal/widget/grid"
	"a2aform/render/export"
	"a2aform/render/table"
	"a2aform/ui/kit"
)

// selection is the rows of a table that the user means: the marked ones, else the one at the cursor. It is made for each table of keys.
type selection struct {
	host   *kit.Host
	source *Source
	grid   *widget.Model
}

func (s *Screen) selection() selection { return selection{s.Host, s.Source(), s.Table} }

// copied copies what the cell contains, exactly, or the marked rows as a spreadsheet takes them, below their headings.
func copied(s *Screen) (kit.Action, tea.Cmd) {
	row, col, ok := s.Table.Cursor()
	marked := s.selection().marked()
	switch {
	case !ok:
		return kit.Action{}, nil
	case len(marked) == 0:
		raw := s.Source().cell(row, col).Raw()
		return s.Host.Copy(kit.Quote(raw.Line(maxCopied).String()), raw.Exact()) //nolint:forbidigo // it goes to the clipboard as it is
	}
	var rows strings.Builder
	chosen := table.Selection{View: s.Rows.Picked(marked), Columns: chosenColumns(s)}
	if err := export.Table(&rows, s.Rows.Table(), export.TSV, chosen, export.Options{AsShown: true}); err != nil { // others may still be read
		return kit.Errorf("%s", safe.Text(err.Error()).Line(0)), nil
	}
	return s.Host.Copy(english.Plural(len(marked), "row", "rows")+" for a spreadsheet", strings.TrimSuffix(rows.String(), "\n"))
}

// maxCopied is how much of a value the status line says, in bytes.
const maxCopied = 40

// use offers the forms that the marked rows suit, or the row at the cursor.
func (s selection) use() tea.Cmd {
	about, rows := "this row", s.values()
	if n := len(s.marked()); n > 0 {
		about = english.Plural(n, "marked row", "marked rows")
	}
	v := ojson.NewArray(rows...)
	if len(rows) == 1 {
		v = rows[0]
	}
	return s.host.Nav.UseIn(about, s.fedBy(), func() (*ojson.Value, error) { return v, nil })
}

// values are the marked rows, else the row at the cursor.
func (s selection) values() (values []*ojson.Value) {
	for _, r := range s.rows() {
		values = append(values, s.source.grid().Value(r))
	}
	return values
}

// rows are where they are in the table as it came.
func (s selection) rows() []int {
	rows := s.markedInTable()
	if row, _ := s.cursor(); row >= 0 && len(rows) == 0 {
		rows = []int{row}
	}
	return rows
}

// cursor is the row of the table as it came that the cursor is on, -1 for none, and its column.
func (s selection) cursor() (row, col int) {
	row, col, ok := s.grid.Cursor()
	if !ok {
		return -1, col
	}
	return s.source.view.Row(row), col
}

// mark marks rows of the table as it came, if they are shown.
func (s selection) mark(rows []int) {
	var shown []int
	for _, r := range rows {
		if at := s.source.view.Position(r); at >= 0 {
			shown = append(shown, at)
		}
	}
	s.grid.MarkAll(shown)
}

// markedInTable are the marked rows, where they are in the table as it came.
func (s selection) markedInTable() []int {
	rows := s.marked()
	for i, r := range rows {
		rows[i] = s.source.view.Row(r)
	}
	return rows
}

// fedBy says where in the result they are.
func (s selection) fedBy() (from runfile.FedBy) {
	rows := s.rows()
	if len(rows) > 0 {
		node, path := s.source.grid().Tree(rows[0])
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
func (s selection) marked() []int {
	rows := s.grid.MarkedRows()
	slices.Sort(rows)
	return rows
}
