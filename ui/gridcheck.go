package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/render"
)

// loadingMsg says to look how far the rows of a large list are.
type loadingMsg struct{}

// load finds the rows of a large list, which takes all processors: the first rows are
// drawn before.
func (s *gridScreen) load() tea.Cmd {
	g := s.rows.Grid()
	if done, all := g.Loaded(); done == all {
		return s.check()
	}
	ctx := s.work.untilLeft(s.host.ctx)
	return tea.Batch(after(s, loadTime, loadingMsg{}), later(s, func() tea.Msg {
		select {
		case <-time.After(frameTime):
			g.Load(ctx)
		case <-ctx.Done():
		}
		return loadingMsg{}
	}))
}

func (s *gridScreen) loading() tea.Cmd {
	if done, all := s.rows.Grid().Loaded(); done < all {
		return after(s, loadTime, loadingMsg{})
	}
	return tea.Batch(s.settle(), s.check())
}

// checkedMsg says to look how far the rows are validated.
type checkedMsg struct{ over bool }

// checkTime is how often that is looked at.
const checkTime = 200 * time.Millisecond

// check validates all rows by the schema, when they are all known.
func (s *gridScreen) check() tea.Cmd {
	g := s.rows.Grid()
	if done, all := g.Loaded(); done < all || g.Verdict().Complete {
		return nil
	}
	ctx := s.work.untilLeft(s.host.ctx)
	return tea.Batch(after(s, checkTime, checkedMsg{}), later(s, func() tea.Msg {
		_ = g.Check(ctx) // it ends with the screen, or says in its verdict how far it came
		return checkedMsg{over: true}
	}))
}

func (s *gridScreen) checked(msg checkedMsg) tea.Cmd {
	if msg.over || s.rows.Grid().Verdict().Complete {
		return nil
	}
	return after(s, checkTime, msg)
}

// goToWrong goes to the next row that breaks the schema, or the one before.
func (s *gridScreen) goToWrong(back bool) action {
	row, _, ok := s.table.Cursor()
	verdict := s.rows.Grid().Verdict()
	switch {
	case !ok || !s.rows.Grid().IsDeclared() && verdict.Wrong == 0:
		return infof("no schema says what these rows must be")
	case verdict.Wrong == 0 && verdict.Complete:
		return infof("no row breaks the schema")
	case verdict.Wrong == 0:
		return infof("the rows are being checked; none is wrong so far")
	}
	from, again := row+1, 0
	if back {
		from, again = row-1, s.rows.Rows()-1
	}
	at, found := s.rows.NextWrong(from, back)
	if !found {
		at, found = s.rows.NextWrong(again, back)
	}
	if !found {
		return infof("none of the rows shown breaks the schema")
	}
	s.table.GoTo(at, s.wrongColumn(at))
	what := "breaks the schema"
	if !s.rows.Grid().IsDeclared() {
		what = "is no JSON"
	}
	return infof("row %s %s; %s in all", render.Grouped(s.rows.Row(at)+1), what, rowsWord(verdict.Wrong))
}

// wrongColumn is the first shown column of a row with a problem, -1 for none.
func (s *gridScreen) wrongColumn(position int) int {
	for _, col := range s.table.Shown() {
		if len(s.source().cell(position, col).Problems) > 0 {
			return col
		}
	}
	return -1
}

func rowsWord(n int) string {
	if n == 1 {
		return "1 row"
	}
	return render.Grouped(n) + " rows"
}
