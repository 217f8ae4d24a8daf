package ui

import (
	"slices"

	"charm.land/bubbles/v2/key"

	"a2aform/internal/widget/shortcut"
)

// gridKeys are the keys of a table. Single letters are free: nothing is typed
// there but in the line, which takes all keys.
var gridKeys = struct {
	Left, Right, First, Last, PageUp, PageDown, Top, Bottom key.Binding
	Open, Card, Search, NextFound, PreviousFound            key.Binding
	Filter, Sort, Mark, CopyCell, CopyRows                  key.Binding
	Hide, ShowAll, Wider, Narrower                          key.Binding
	MoveLeft, MoveRight, Freeze                             key.Binding
}{
	Left:     bind("left", "left", "h"),
	Right:    bind("right", "right", "l"),
	First:    bind("first column", "home", "0"),
	Last:     bind("last column", "end", "$"),
	PageUp:   bind("page up", "pgup", "b"),
	PageDown: bind("page down", "pgdown"),
	Top:      bind("first row", "g", "ctrl+home"),
	Bottom:   bind("last row", "G", "ctrl+end"),

	Open:          bind("open cell", "enter"),
	Card:          bind("row as a card", "c"),
	Search:        bind("search", "/"),
	NextFound:     bind("next found", "n"),
	PreviousFound: bind("found before", "N"),
	Filter:        bind("filter", "f"),
	Sort:          bind("sort", "s"),
	Mark:          bind("mark row", "space"),
	CopyCell:      bind("copy cell", "y"),
	CopyRows:      bind("copy row or marked rows", "Y"),
	Hide:          bind("hide column", "-"),
	ShowAll:       bind("all columns", "+"),
	Wider:         bind("wider column", ">"),
	Narrower:      bind("narrower column", "<"),
	MoveLeft:      bind("move column left", "H", "shift+left"),
	MoveRight:     bind("move column right", "L", "shift+right"),
	Freeze:        bind("freeze up to here", "z"),
}

func (s *gridScreen) keys() []shortcut.Key {
	if s.purpose != noLine {
		return shortcut.On(bind(s.purpose.String(), "enter"), keys.Back)
	}
	k, isSearched := gridKeys, s.wanted != ""
	return slices.Concat(
		shortcut.On(k.Open, k.Sort, k.Filter, k.Search, keys.Export, keys.Tree, keys.Query),
		[]shortcut.Key{
			shortcut.When(k.NextFound, isSearched, nothingSearched),
			shortcut.When(k.PreviousFound, isSearched, nothingSearched),
		},
		shortcut.On(blockKeys.NextProblem, blockKeys.PreviousProblem, k.Card, k.Mark, k.CopyCell, k.CopyRows,
			k.Hide, k.ShowAll, k.Wider, k.Narrower, k.MoveLeft, k.MoveRight, k.Freeze,
			k.Top, k.Bottom, k.First, k.Last, keys.Back))
}

func (s *gridScreen) help() []string {
	return []string{
		"A table. The lines below it show the cell at the cursor in full, what a column of numbers comes to, and which rows these are.",
		"",
		"f filters: text, column:text, column>10 (also >= < <= = !=), !term; several terms must all hold, " +
			"and quotes keep spaces together: \"unit price\">10 !draft",
		"/ searches all values, n and N go to the next and the one before.",
		"esc goes back one step: from a search, a filter, marks, the table.",
	}
}
