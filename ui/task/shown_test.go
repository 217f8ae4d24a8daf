package task

import "testing"

// Which part has the keys, and whether a table takes the screen, follows from the size, the result and what the user chose.
func TestShown(t *testing.T) {
	t.Parallel()
	table := func(width, height int, columnsFit bool) shown {
		return shown{width: width, height: height, isThere: true, isTable: true, isComplete: true, isOver: true, fits: func(int) bool { return columnsFit }}
	}
	with := func(s shown, change func(*shown)) shown {
		change(&s)
		return s
	}
	for _, tt := range []struct {
		what                                         string
		of                                           shown
		zoomed, folded, docked, onResult, tableFocus bool
	}{
		{what: "a run that goes on", of: shown{width: 120, height: 30}},
		{what: "a result beside the messages that may still come", of: shown{width: 120, height: 30, isThere: true}},
		{what: "a result once the run is over", of: shown{width: 120, height: 30, isThere: true, isOver: true}, onResult: true},
		{what: "a result where there is one pane", of: shown{width: 80, height: 30, isThere: true}, onResult: true},
		{what: "a result that the user left", of: shown{width: 80, height: 30, isThere: true, isOver: true, focus: onMessages}},
		{what: "a table that fits beside the messages", of: table(120, 30, true), docked: true, onResult: true, tableFocus: true},
		{what: "one that the messages would hide columns of", of: table(120, 30, false), zoomed: true, folded: true, onResult: true, tableFocus: true},
		{what: "one with a chart", of: with(table(160, 40, true), func(s *shown) { s.hasChart = true }), zoomed: true, folded: true, onResult: true, tableFocus: true},
		{what: "one where there is one pane", of: table(80, 30, true), zoomed: true, onResult: true, tableFocus: true},
		{what: "one on a screen too small for panes", of: table(40, 10, true), zoomed: true, onResult: true, tableFocus: true},
		{what: "one that still grows", of: with(table(80, 30, true), func(s *shown) { s.isComplete, s.isOver = false, false }), docked: true},
		{what: "one that the user enlarged", of: with(table(120, 30, true), func(s *shown) { s.zoom = zoomedIn }), zoomed: true, onResult: true, tableFocus: true},
		{what: "one beside which the user wants the messages", of: with(table(120, 30, false), func(s *shown) { s.zoom, s.focus = zoomedOut, onMessages }), docked: true},
		{what: "one of an agent that asks", of: with(table(80, 30, true), func(s *shown) { s.isAnswering, s.zoom = true, zoomedIn }), docked: true, onResult: true},
	} {
		s := tt.of
		if s.isZoomed() != tt.zoomed || s.isFolded() != tt.folded || s.hasDocked() != tt.docked || s.isOnResult() != tt.onResult || s.hasTableFocus() != tt.tableFocus {
			t.Errorf("%s: zoomed %t, folded %t, docked %t, on the result %t, keys to the table %t", tt.what, s.isZoomed(), s.isFolded(), s.hasDocked(), s.isOnResult(), s.hasTableFocus())
		}
	}
}
