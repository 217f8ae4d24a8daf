package table

import (
	"io"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"a2aform/internal/safe"
	"a2aform/render/export"
	"a2aform/render/table"
	"a2aform/render/value"
	"a2aform/ui/kit"
)

// exported are the marked rows, or all that are shown, with the columns that the user chose, and what to call them.
func exported(s *Screen) (what string, write kit.Exporter) {
	rows, marked := s.Rows, s.selection().marked()
	if len(marked) > 0 {
		rows = rows.Picked(marked)
	}
	chosen := table.Selection{View: rows, Columns: chosenColumns(s)}
	ctx, title, filter, width := s.Host.Context, s.name, safe.Text(s.filter), s.Width
	write = func(w io.Writer, f export.Format) error {
		rows.Table().Load(ctx)
		return export.Table(w, rows.Table(), f, chosen, export.Options{Title: title, Width: width, AsShown: true, Filter: filter})
	}
	what, isArranged := exportedWords(s, len(marked)), s.Table.IsArranged()
	if !hasAllRows(s) || s.sort != asTheyCame || chosen.Columns != nil || s.list.Whole == nil {
		return what, write
	}
	whole := kit.ExporterOf(s.list.Whole, title, width)
	switch {
	case len(s.list.Facts) > 0 && !isArranged:
		return "the result", whole
	case s.owner != kit.Screen(s):
		return what, write
	}
	return what, func(w io.Writer, f export.Format) error {
		if f == export.HTML && isArranged {
			return write(w, f)
		}
		return whole(w, f)
	}
}

// hasAllRows reports that no row is left out.
func hasAllRows(s *Screen) bool { return s.filter == "" && len(s.Table.MarkedRows()) == 0 }

// Order implements [kit.TablePart].
func (s *Screen) Order() export.Order {
	if s.sort == asTheyCame {
		return nil
	}
	ctx, now, by := s.Host.Context, s.list.Table, s.sort
	return func(g *table.Table) *table.View {
		view, err := sortAndFilter(ctx, g, "", by.in(now, g))
		if err != nil {
			return g.View()
		}
		return view
	}
}

// chosenColumns are the columns that the user left, in the order that the user gave them; nil for all as they came.
func chosenColumns(s *Screen) []int {
	shown := s.Table.Shown()
	if _, _, hidden := s.Table.OutOfSight(); hidden == 0 && slices.IsSorted(shown) {
		return nil
	}
	return slices.Clone(shown)
}

// exportedWords say which rows and columns are exported, where the screen does not show just these.
func exportedWords(s *Screen, marked int) string {
	rows, all := s.Rows.Rows(), s.Rows.Table().Rows()
	var words []string
	switch {
	case marked > 0:
		words = append(words, value.Grouped(marked)+" marked "+english.PluralWord(marked, "row", ""))
	case s.filter != "":
		words = append(words, value.Grouped(rows)+" of "+value.Grouped(all)+" "+english.PluralWord(all, "row", ""))
	}
	columns, every := len(chosenColumns(s)), len(s.Rows.Table().Columns())
	switch {
	case columns > 0 && columns < every:
		words = append(words, value.Grouped(columns)+" of "+english.Plural(every, "column", ""))
	case len(s.Table.InSight()) < every:
		words = append(words, "all "+english.Plural(every, "column", ""))
	}
	if len(words) == 0 {
		return "the table"
	}
	if marked == 0 && s.filter == "" {
		words = slices.Insert(words, 0, value.Grouped(all)+" "+english.PluralWord(all, "row", ""))
	}
	return strings.Join(words, ", ")
}
