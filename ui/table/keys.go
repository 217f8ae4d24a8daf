package table

import (
	"cmp"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

var _ = kit.RegisterKeys("table", &tableKeys)

// tableKeys are the keys of a table. Single letters are free: nothing is typed
// there but in the line, which takes all keys.
var tableKeys = struct {
	Left, Right, First, Last, PageUp, PageDown, Top, Bottom key.Binding
	Open, OpenValue, CloseRow                               key.Binding
	Filter, EarlierFilter, Sort, Mark, Copy                 key.Binding
	Columns, Chart, Brief                                   key.Binding
}{
	Left:     kit.Bind("Left", "left", "h"),
	Right:    kit.Bind("Right", "right", "l"),
	First:    kit.Bind("First column", "home"),
	Last:     kit.Bind("Last column", "end"),
	PageUp:   kit.Bind("Page up", "pgup"),
	PageDown: kit.Bind("Page down", "pgdown"),
	Top:      kit.Bind("First row", "g", "ctrl+home"),
	Bottom:   kit.Bind("Last row", "G", "ctrl+end"),

	Open:          kit.Bind("Open row", "enter"),
	OpenValue:     kit.Bind("Open value", "enter"),
	CloseRow:      kit.Bind("Close row", "esc"),
	Filter:        kit.Bind("Filter", "/", "f"),
	EarlierFilter: kit.Bind("Earlier filter", "up"),
	Sort:          kit.Bind("Sort", "s"),
	Mark:          kit.Bind("Mark", "space"),
	Copy:          kit.Bind("Copy", "y"),
	Columns:       kit.Bind("Columns", "c"),
	Chart:         kit.Bind("Chart", "b"),
	Brief:         kit.Bind("Summary on or off", "B"),
}

func (s *Screen) Keys() []kit.Key {
	if s.line.isOpen {
		keys := shortcut.On(kit.Bind("Filter", "enter"), kit.Keys.Back)
		if s.line.earlier != "" {
			keys = append(keys, shortcut.On(tableKeys.EarlierFilter)...)
		}
		return kit.Shown(keys...)
	}
	k, t := tableKeys, s.Table
	const row, find, view, take = "Row", "Find", "View", kit.CopyAndExport
	l := s.layout()
	at, col, ok := t.Cursor()
	hasChart := ok && s.offer.isMadeOf(s.Rows, t.Shown(), col)
	covered := kit.Unless(!l.isChartAlone(), "the chart covers the rows; Esc closes it")
	ok = ok && covered == ""
	noRows := cmp.Or(covered, kit.Unless(ok, "no rows are shown"))
	isEmpty := kit.Unless(!s.IsEmpty(), "there are no rows to look through")
	sort := kit.When(k.Sort, cmp.Or(covered, isEmpty), func() { s.Host.Overlay = newSortChooser(s) }).In(find)
	filter := kit.When(k.Filter, isEmpty, s.typeFilter).In(find)
	copyCell := kit.When(k.Copy, noRows, func() (kit.Action, tea.Cmd) { return copied(s) }).In(take)
	exports := kit.Exports{Host: s.Host, To: s.owner, Name: s.name, Why: noRows, Part: !hasAllRows(s) || s.Table.IsArranged()}
	exports.Of = func() (string, kit.Exporter) { return exported(s) }
	if isOfRun := s.owner != kit.Screen(s); isOfRun {
		exports.Order = s.Order()
	} else if s.sort != asTheyCame {
		exports.Part = true
	}
	export := exports.ExportKey().In(take)
	if s.IsEmpty() {
		export = export.In(kit.More)
	}
	use := kit.When(kit.Keys.UseIn, noRows, s.selection().use).In(row)
	columns := kit.When(k.Columns, isEmpty, s.openColumns).In(view)
	open := kit.When(k.Open, noRows, s.openRow).In(row)
	var beside, chart []kit.Key
	if l.hasChart {
		only := kit.Unless(len(s.chart.kinds) > 1, "there is one chart of this column")
		next := kit.When(kit.Named(k.Chart, "Next chart"), only, func() tea.Cmd { return s.chart.next(s.Host.Context, 1, s.later) }).In(view)
		beside = []kit.Key{next, kit.On(kit.Named(k.CloseRow, "Close chart"), s.leave).In(view)}
	} else {
		chart = []kit.Key{kit.When(k.Chart, cmp.Or(noRows, kit.Unless(hasChart, "there is nothing to draw: all bars would be as long")), s.openChart).In(view)}
	}
	first, later := []kit.Key{open, sort, filter, export}, slices.Concat(chart, []kit.Key{columns, copyCell, use})
	if ok && s.row.isOpen {
		whole := kit.Unless(s.Source().cell(at, col).CanOpen(), "all of this value is here; y copies it")
		first = []kit.Key{kit.When(k.OpenValue, whole, s.openRow).In(row), kit.On(k.CloseRow, s.leave).In(row), copyCell, use}
		later = slices.Concat([]kit.Key{sort, filter, export}, chart, []kit.Key{columns})
	}
	wrong := wrongRows{s.Source(), t}
	noWrong := cmp.Or(noRows, kit.Unless(s.Rows.Table().Verdict().Wrong > 0, "no row breaks the schema"))
	whole := exports // a query may find rows that are not shown
	whole.Why = isEmpty
	commands := exports.CommandKeys()
	for i := range commands {
		commands[i] = commands[i].In(take)
	}
	return slices.Concat(beside, first, later, []kit.Key{
		kit.On(kit.Keys.JSON, s.openJSON).In(kit.More),
		whole.QueryKey().In(kit.Rare),
		kit.When(kit.BlockKeys.NextProblem, noWrong, func() kit.Action { return wrong.goTo(false) }).In(find),
		kit.When(kit.BlockKeys.PreviousProblem, noWrong, func() kit.Action { return wrong.goTo(true) }).In(find),
		kit.When(k.Mark, noRows, func() {
			t.Mark()
			t.Move(1, 0)
		}).In(row),
		kit.When(k.Brief, cmp.Or(covered, isEmpty), s.toggleBrief).In(kit.Rare),
		kit.On(kit.Keys.Back, s.leave).In(kit.Moving),
	}, s.Host.BorderKeys(s, s.layout().border(), s.place), commands)
}

func (s *Screen) Help() []string {
	if s.line.isOpen {
		return []string{
			"All terms of a filter must match:",
			"  word         any cell has it; !word excludes",
			"  a, b         one of them has to match; also a or b",
			"  name:word    the column has it",
			"  price>10     the column is so; also >= < <= = !=",
			"  >40          the column at the cursor is so",
			"  paid         a column of yes and no says yes",
			"  \"unit price\">10  quotes keep spaces together",
		}
	}
	if s.chart != nil && !s.row.isOpen {
		return []string{
			"A chart of the column at the cursor, of the rows that the table shows. b goes to the next one. Amounts are added up by a category, a name or a time, prices and other rates have their mean. An id or a text has the charts of the table.",
			"",
			"Of more than 20,000 rows, 20,000 are chosen evenly, and sums become means.",
		}
	}
	return []string{"Back undoes one step: row, filter, marks, then the table."}
}
