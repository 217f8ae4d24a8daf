package ui

import (
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/widget/grid"
	"a2aform/internal/widget/textline"
	"a2aform/render"
)

// gridScreen shows one grid on the whole screen: sorted, filtered, searched, its
// columns as they are wanted. What takes long is done beside it, see gridWork.
type gridScreen struct {
	base
	name  string
	rows  *render.View
	table *grid.Model
	work  gridWork

	sort   sorting
	filter string
	search *render.Search
	wanted string // what is searched for

	went    bool // the cursor has gone to the first row found,
	foundAt int  // which is this one

	line    textline.Model // where a filter or a search is typed
	purpose purpose

	whole *render.Document // what the table is all of, nil for a part

	summary  *render.Summary
	summedUp int // its column
}

// purpose is what is typed in the line of a grid.
type purpose uint8

const (
	noLine purpose = iota
	toFilter
	toSearch
)

// String is what enter does with the line.
func (p purpose) String() string { return [...]string{"", "filter", "search"}[p] }

func newGridScreen(h *host, name string, g *render.Grid) *gridScreen {
	s := &gridScreen{base: base{host: h}, name: name, rows: g.View(), sort: asTheyCame, line: newInput(""), summedUp: -1}
	s.table = grid.New(s.source(), s.tableStyles())
	return s
}

func (s *gridScreen) tableStyles() grid.Styles {
	st := s.styles()
	return grid.Styles{Head: st.Strong, Rule: st.Rule, Number: st.Dim, Marked: st.Accent, Wrong: st.Bad, Cursor: st.Cursor}
}

func (s *gridScreen) source() *gridSource {
	source := &gridSource{view: s.rows, style: s.styles().render, sort: s.sort}
	if s.wanted != "" {
		source.found = render.Holding(s.wanted)
	}
	return source
}

// show draws the rows anew after the view, the order or the search has changed.
func (s *gridScreen) show() { s.table.Show(s.source()) }

func (s *gridScreen) init() tea.Cmd { return tea.Batch(s.load(), s.settle()) }

func (s *gridScreen) layout(w, h int) {
	s.base.layout(w, h)
	s.table.SetSize(w, max(h-gridFoot, 1))
	s.line.SetWidth(w - len("filter: "))
}

// gridFoot are the lines below the table: the cell at the cursor, the column,
// the table.
const gridFoot = 3

func (s *gridScreen) restyle() {
	s.table.SetStyles(s.tableStyles())
	s.show()
}

func (s *gridScreen) title() string  { return s.name }
func (s *gridScreen) isTyping() bool { return s.purpose != noLine }

func (s *gridScreen) update(msg tea.Msg) (action, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if s.purpose != noLine {
			return s.typed(msg)
		}
		return s.press(msg)
	case tea.PasteMsg:
		if s.purpose != noLine {
			s.line, _ = s.line.Update(msg) // its commands only make the cursor blink
		}
	case sortFilterMsg:
		return s.showSortFiltered(msg), tea.Batch(s.settle(), s.check())
	case foundMsg:
		return s.foundMore(msg)
	case summedMsg:
		s.summed(msg)
	case settledMsg:
		return action{}, s.sumUp(msg)
	case loadingMsg:
		return action{}, s.loading()
	case checkedMsg:
		return action{}, s.checked(msg)
	case savedMsg:
		return s.host.saved(msg), nil
	}
	return action{}, nil
}

// press handles a key of the table.
func (s *gridScreen) press(msg tea.KeyPressMsg) (action, tea.Cmd) {
	if s.move(msg) {
		return action{}, s.settle()
	}
	switch {
	case key.Matches(msg, gridKeys.Search):
		s.open(toSearch, s.wanted)
	case key.Matches(msg, gridKeys.Filter):
		s.open(toFilter, s.filter)
	case key.Matches(msg, gridKeys.Sort):
		return action{}, s.sortByCursor()
	case key.Matches(msg, gridKeys.NextFound):
		return s.nextFound(1, false)
	case key.Matches(msg, gridKeys.PreviousFound):
		return s.nextFound(-1, true)
	case key.Matches(msg, blockKeys.NextProblem):
		return s.goToWrong(false), s.settle()
	case key.Matches(msg, blockKeys.PreviousProblem):
		return s.goToWrong(true), s.settle()
	case key.Matches(msg, keys.Back):
		return s.leave()
	default:
		return s.use(msg)
	}
	return action{}, nil
}

// use handles the keys that take something out of the table.
func (s *gridScreen) use(msg tea.KeyPressMsg) (action, tea.Cmd) {
	switch {
	case key.Matches(msg, gridKeys.Open):
		return s.openCell(), nil
	case key.Matches(msg, gridKeys.Card):
		return s.openRow(), nil
	case key.Matches(msg, gridKeys.CopyCell):
		return s.copyCell()
	case key.Matches(msg, gridKeys.CopyRows):
		return s.copyRows()
	case key.Matches(msg, keys.Export):
		what, write := s.exported()
		askExport(s, s.host, what, s.name, write)
	case key.Matches(msg, keys.Query):
		_, write := s.exported()
		return s.host.nav.openQuery(write), nil
	case key.Matches(msg, keys.Tree):
		return s.openTree(), nil
	default:
		return s.change(msg), nil
	}
	return action{}, nil
}

// move handles the keys that move the cursor.
func (s *gridScreen) move(msg tea.KeyPressMsg) bool {
	t := s.table
	switch {
	case key.Matches(msg, keys.Up):
		t.Move(-1, 0)
	case key.Matches(msg, keys.Down):
		t.Move(1, 0)
	case key.Matches(msg, gridKeys.Left):
		t.Move(0, -1)
	case key.Matches(msg, gridKeys.Right):
		t.Move(0, 1)
	case key.Matches(msg, gridKeys.PageUp):
		t.Page(-1)
	case key.Matches(msg, gridKeys.PageDown):
		t.Page(1)
	case key.Matches(msg, gridKeys.First):
		t.First()
	case key.Matches(msg, gridKeys.Last):
		t.Last()
	case key.Matches(msg, gridKeys.Top):
		t.Top()
	case key.Matches(msg, gridKeys.Bottom):
		t.Bottom()
	default:
		return false
	}
	return true
}

// change handles the keys that change how the table looks.
func (s *gridScreen) change(msg tea.KeyPressMsg) action {
	t := s.table
	switch {
	case key.Matches(msg, gridKeys.Mark):
		t.Mark()
		t.Move(1, 0)
	case key.Matches(msg, gridKeys.Hide):
		t.Hide()
	case key.Matches(msg, gridKeys.ShowAll):
		t.ShowAll()
	case key.Matches(msg, gridKeys.Wider):
		t.Widen(2)
	case key.Matches(msg, gridKeys.Narrower):
		t.Widen(-2)
	case key.Matches(msg, gridKeys.MoveLeft):
		t.MoveColumn(-1)
	case key.Matches(msg, gridKeys.MoveRight):
		t.MoveColumn(1)
	case key.Matches(msg, gridKeys.Freeze):
		return s.freeze()
	}
	return action{}
}

// freeze keeps columns in place, or says what it did where that cannot be seen.
func (s *gridScreen) freeze() action {
	s.table.Freeze()
	if n := s.table.Frozen(); n > 0 {
		return infof("%s in place; z frees them", plural(n, "column stays", "columns stay"))
	}
	return infof("no column stays in place")
}

// leave goes back, first from a search, then from a filter, from marks, from the
// screen: each is one step.
func (s *gridScreen) leave() (action, tea.Cmd) {
	switch {
	case s.wanted != "":
		s.wanted, s.search = "", nil
		s.show()
		return infof("the search is over"), nil
	case s.filter != "":
		s.filter = ""
		return infof("all rows again"), s.applySortFilterTo(s.rows.Grid(), true)
	case len(s.table.MarkedRows()) > 0:
		s.table.Unmark()
		return infof("no row is marked any more"), nil
	}
	return s.back(), nil
}

// left ends the work on the table, however its screen was left.
func (s *gridScreen) left() { s.work.stop() }

func (s *gridScreen) view() string {
	return padLines(s.table.View(), s.height-gridFoot) + "\n" + strings.Join(s.statusBar(), "\n")
}

// settleTime is how long the cursor rests before its column is summed up.
const settleTime = 120 * time.Millisecond
