package table

import (
	"slices"

	"charm.land/bubbles/v2/key"

	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

var _ = kit.RegisterKeys("table", &tableKeys)

// tableKeys are the keys of a table. Single letters are free: nothing is typed
// there but in the line, which takes all keys.
var tableKeys = struct {
	Left, Right, First, Last, PageUp, PageDown, Top, Bottom     key.Binding
	Open, OpenValue, CloseRow, Search, NextFound, PreviousFound key.Binding
	Filter, Sort, Mark, CopyCell, CopyRows                      key.Binding
	Hide, ShowAll, Wider, Narrower                              key.Binding
	MoveLeft, MoveRight, Freeze, Chart                          key.Binding
}{
	Left:     kit.Bind("Left", "left", "h"),
	Right:    kit.Bind("Right", "right", "l"),
	First:    kit.Bind("First column", "home", "0"),
	Last:     kit.Bind("Last column", "end", "$"),
	PageUp:   kit.Bind("Page up", "pgup"),
	PageDown: kit.Bind("Page down", "pgdown"),
	Top:      kit.Bind("First row", "g", "ctrl+home"),
	Bottom:   kit.Bind("Last row", "G", "ctrl+end"),

	Open:          kit.Bind("Open row", "enter"),
	OpenValue:     kit.Bind("Open value", "enter"),
	CloseRow:      kit.Bind("Close row", "esc"),
	Search:        kit.Bind("Search", "/"),
	NextFound:     kit.Bind("Next match", "n"),
	PreviousFound: kit.Bind("Previous match", "N"),
	Filter:        kit.Bind("Filter", "f"),
	Sort:          kit.Bind("Sort", "s"),
	Mark:          kit.Bind("Mark row", "space"),
	CopyCell:      kit.Bind("Copy cell", "y"),
	CopyRows:      kit.Bind("Copy row or marked rows", "Y"),
	Hide:          kit.Bind("Hide column", "-"),
	ShowAll:       kit.Bind("All columns", "+"),
	Wider:         kit.Bind("Wider column", ">"),
	Narrower:      kit.Bind("Narrower column", "<"),
	MoveLeft:      kit.Bind("Move column left", "H", "shift+left"),
	MoveRight:     kit.Bind("Move column right", "L", "shift+right"),
	Freeze:        kit.Bind("Freeze up to here", "Z"),
	Chart:         kit.Bind("Chart", "C"),
}

func (s *Screen) Keys() []shortcut.Key {
	if s.purpose != noLine {
		return shortcut.On(kit.Bind(s.purpose.String(), "enter"), kit.Keys.Back)
	}
	k, isSearched := tableKeys, s.wanted != ""
	hasWrong := s.Rows.Table().Verdict().Wrong > 0
	first, last := shortcut.On(k.Open), shortcut.On(kit.Keys.Back)
	if row, col, ok := s.Table.Cursor(); ok && s.row.isOpen {
		canOpen := s.Source().cell(row, col).CanOpen()
		first, last = []shortcut.Key{shortcut.When(k.OpenValue, canOpen, "all of this value is here"), {Binding: k.CloseRow}}, nil
	}
	return slices.Concat(first,
		shortcut.On(k.Sort, k.Filter, k.Search, kit.Keys.Export, k.Chart, kit.Keys.JSON, kit.Keys.Query),
		[]shortcut.Key{
			shortcut.When(k.NextFound, isSearched, kit.NothingSearched),
			shortcut.When(k.PreviousFound, isSearched, kit.NothingSearched),
		},
		[]shortcut.Key{
			shortcut.When(kit.BlockKeys.NextProblem, hasWrong, "no row breaks the schema"),
			shortcut.When(kit.BlockKeys.PreviousProblem, hasWrong, "no row breaks the schema"),
		},
		shortcut.On(k.Mark, k.CopyCell, k.CopyRows,
			k.Hide, k.ShowAll, k.Wider, k.Narrower, k.MoveLeft, k.MoveRight, k.Freeze,
			k.Top, k.Bottom, k.First, k.Last), last)
}

func (s *Screen) Help() []string {
	return []string{
		"A table of the result. Below it are the cell at the cursor and what its column comes to.",
		"enter shows the row in full; the arrows go on to other rows and fields, and enter opens a list in it as a table. esc closes the row.",
		"",
		"f filters the rows. A word matches any cell, name:word and price>10 a column (>= < <= = != too), >40 the column at the cursor; " +
			"!word excludes. All terms must match. Quotes keep spaces together: \"unit price\">10.",
		"/ searches all cells; n and N go to the next match and the previous one.",
		"C charts the column at the cursor. : asks a question in jq and e exports; both use the rows shown.",
		"esc takes back one step: the row, the search, the filter, the marks. Then it leaves the table.",
	}
}
