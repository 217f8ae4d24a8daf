// Package table has the screen of a table: sorting, filtering, columns, marks, and the
// checks and summaries that run in the background.
package table

import (
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	widget "a2aform/internal/widget/grid"
	"a2aform/internal/widget/textline"
	"a2aform/render/table"
	"a2aform/ui/kit"
)

// Screen shows one table on the whole screen: sorted, filtered, its
// columns arranged. Work that takes long runs in the background, see tableWork.
type Screen struct {
	kit.Base
	part
	name  string
	Rows  *table.View
	Table *widget.Model
	bars  [barCells + 1]string

	compared *table.Comparison // with the table of the run before; nil for none

	Work tableWork

	sort     sorting      // as the user wants it; Rows are so once the work on them is done
	filter   string       // likewise
	filtered string       // the filter of Rows
	newest   *table.Table // rows that are still to be sorted and filtered; nil for those shown
	land     landing      // where the cursor goes when they are
	toMark   []int        // rows that are marked then
	line     inputLine

	saved savedViews
	like  *likeness // nil where the table is not to be as an earlier one, or is

	isFilterEarlier bool // the filter is that of an earlier table, and the user has not pressed a key since

	list  kit.List
	raw   *table.Table // that of the list as it came, before the user said what columns are
	facts facts

	row   rowPane
	chart *chart // beside the table or in its place; nil for none
	offer chartOffer

	brief   brief
	summary columnSummary
}

// inputLine is the line in which a filter is typed, and what comes back where it is given up.
type inputLine struct {
	textline.Model
	isOpen     bool
	before     string // the filter when the line was opened
	fromRow    int    // of the cursor then, as a row of the table
	fromColumn int    // of the cursor then
	fromOpen   bool   // the row was in the place of the table then
	earlier    string // the last filter that another one or all rows took the place of
}

// New is the screen of a table.
func New(h *kit.Host, name string, list kit.List) *Screen {
	s := &Screen{Base: kit.Base{Host: h}, name: name, list: list, raw: list.Table, Rows: list.Table.View(), sort: asTheyCame, land: onSame, line: inputLine{Model: kit.NewInput("")}}
	s.bars = drawBars(h.Styles)
	s.Table, s.owner, s.self = widget.New(s.Source(), gridStyles(h.Styles)), s, s
	s.Work = tableWork{host: h, at: &s.part}
	s.saved = savedViews{host: h, at: &s.part}
	s.brief, s.summary = brief{at: &s.part}, columnSummary{at: &s.part, col: -1}
	return s
}

// gridStyles are the styles of a table.
func gridStyles(st *kit.Styles) widget.Styles {
	return widget.Styles{Head: st.Strong, Rule: st.Rule, Number: st.Dim, Marked: st.Accent, Wrong: st.Bad, Cursor: st.Cursor, Row: st.Selected}
}

// Source gives the table its cells.
func (s *Screen) Source() *Source {
	return &Source{view: s.Rows, style: s.Styles().Render, sort: s.sort, bars: s.bars, compared: s.compared, changed: s.Styles().Changed.Render}
}

// show draws the rows anew after the view or the order has changed.
func (s *Screen) show() {
	s.Table.Show(s.Source())
	s.place()
}

// Init begins the work on the table, again where the screen was left before it had ended.
func (s *Screen) Init() tea.Cmd {
	s.summary.forget()
	return tea.Batch(s.Load(), s.settle(), s.brief.addUp(s.Host, s.Rows), s.saved.read(), s.showChart(s.chart))
}

func (s *Screen) Layout(w, h int) {
	s.Base.Layout(w, h)
	s.place()
	s.line.SetWidth(w - len("filter: ") - 1)
}

func (s *Screen) Restyle() {
	s.bars = drawBars(s.Styles())
	s.Table.SetStyles(gridStyles(s.Styles()))
	s.row.width, s.facts.width = 0, 0
	s.show()
}

func (s *Screen) Title() string  { return s.name }
func (s *Screen) IsTyping() bool { return s.line.isOpen }

func (s *Screen) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	switch msg := msg.(type) {
	case partMsg:
		if msg.to == s {
			return s.Update(msg.msg)
		}
	case tea.KeyPressMsg:
		if s.line.isOpen {
			return s.typed(msg)
		}
		return s.press(msg)
	case tea.PasteMsg:
		if s.line.isOpen {
			return kit.Action{}, s.edit(msg)
		}
	case savedViewsMsg:
		s.saved.all = msg
		return kit.Action{}, s.applyView()
	case viewKeptMsg:
		return msg.action(), nil
	case sortFilterMsg:
		act, again := s.showSortFiltered(msg)
		return act, tea.Batch(s.settle(), s.Work.check(s.Rows.Table()), s.brief.addUp(s.Host, s.Rows), again)
	case pointsMsg:
		msg.take()
	case briefMsg:
		s.brief.apply(msg)
	case summedMsg:
		s.summary.apply(msg)
	case settledMsg:
		return kit.Action{}, s.rested(msg)
	case loadingMsg:
		return kit.Action{}, s.loading()
	case kit.ValidatedMsg:
		if list, ok := kit.ListIn(msg.Document); ok {
			return kit.Action{}, s.Renew(list)
		}
	case checkedMsg:
		return kit.Action{}, s.Work.goOn(msg, s.Rows.Table())
	case kit.SavedMsg:
		return s.Host.Saved(msg), nil
	}
	return kit.Action{}, nil
}

// press handles a key of the table.
func (s *Screen) press(msg tea.KeyPressMsg) (kit.Action, tea.Cmd) {
	s.like, s.isFilterEarlier = nil, false // from here on it is as the user wants it
	switch l := s.layout(); {
	case l.hasRow && s.row.scroll(msg):
		return kit.Action{}, nil
	case l.isChartAlone():
		if step := sideways(msg); step != 0 {
			return kit.Action{}, s.chart.next(s.Host.Context, step, s.later)
		}
	case l.isCovered() && moveInRow(s.Table, msg), moveCursor(s.Table, msg):
		return kit.Action{}, s.settle()
	}
	act, cmd, _ := kit.Press(msg, s.Keys())
	return act, tea.Batch(cmd, s.settle())
}

// moveCursor handles the keys that move the cursor of a table.
func moveCursor(t *widget.Model, msg tea.KeyPressMsg) bool {
	switch {
	case key.Matches(msg, kit.Keys.Up):
		t.Move(-1, 0)
	case key.Matches(msg, kit.Keys.Down):
		t.Move(1, 0)
	case key.Matches(msg, tableKeys.Left):
		t.Move(0, -1)
	case key.Matches(msg, tableKeys.Right):
		t.Move(0, 1)
	case key.Matches(msg, tableKeys.PageUp):
		t.Page(-1)
	case key.Matches(msg, tableKeys.PageDown):
		t.Page(1)
	case key.Matches(msg, tableKeys.Top):
		t.Top()
	case key.Matches(msg, tableKeys.Bottom):
		t.Bottom()
	case key.Matches(msg, tableKeys.First):
		t.First()
	case key.Matches(msg, tableKeys.Last):
		t.Last()
	default:
		return false
	}
	return true
}

// moveInRow handles the keys that move the cursor where its row is in the place of the table: the fields are below one another, the other
// rows at the sides.
func moveInRow(t *widget.Model, msg tea.KeyPressMsg) bool {
	switch {
	case key.Matches(msg, kit.Keys.Up):
		t.MoveInOrder(-1)
	case key.Matches(msg, kit.Keys.Down):
		t.MoveInOrder(1)
	case key.Matches(msg, tableKeys.Left):
		t.Move(-1, 0)
	case key.Matches(msg, tableKeys.Right):
		t.Move(1, 0)
	default:
		return false
	}
	return true
}

// leave goes back, first from the row, then from a chart, then from a filter, from marks, from the
// screen: each is one step.
func (s *Screen) leave() (kit.Action, tea.Cmd) {
	switch l := s.layout(); {
	case l.hasRow:
		if l.isCovered() {
			row, _, _ := s.Table.Cursor()
			s.Table.GoTo(row, s.row.from)
		}
		s.showRow(false)
		return kit.Action{}, nil
	case l.hasChart:
		return kit.Action{}, s.showChart(nil)
	case s.filter != "":
		s.line.earlier, s.filter = s.filter, ""
		return kit.Infof("all rows again"), s.applySortFilter(onSame)
	case len(s.Table.MarkedRows()) > 0:
		s.Table.Unmark()
		return kit.Infof("no row is marked any more"), nil
	}
	return s.Back(), nil
}

// Left ends the work on the table, however its screen was left.
func (s *Screen) Left() {
	s.Work.stop()
	s.brief.job.Stop()
	s.summary.job.Stop()
	if s.chart != nil {
		s.chart.job.Stop()
	}
}

// settleTime is how long the cursor rests before its column is summed up.
const settleTime = 120 * time.Millisecond
