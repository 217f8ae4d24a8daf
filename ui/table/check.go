package table

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/render/value"
	"a2aform/ui/kit"
)

// loadingMsg says to look how far the rows of a large list are.
type loadingMsg struct{}

// Load finds the rows of a large list, which takes all processors: the first rows are
// drawn before.
func (s *Screen) Load() tea.Cmd {
	g := s.Rows.Table()
	if done, all := g.Loaded(); done == all {
		return s.check()
	}
	ctx := s.Work.UntilLeft(s.Host.Context)
	return tea.Batch(s.after(kit.LoadTime, loadingMsg{}), s.later(func() tea.Msg {
		select {
		case <-time.After(kit.FrameTime):
			g.Load(ctx)
		case <-ctx.Done():
		}
		return loadingMsg{}
	}))
}

func (s *Screen) loading() tea.Cmd {
	if done, all := s.Rows.Table().Loaded(); done < all {
		return s.after(kit.LoadTime, loadingMsg{})
	}
	return tea.Batch(s.settle(), s.check(), s.brief.addUp(s.Host, s.Rows))
}

// checkedMsg says to look how far the rows are validated.
type checkedMsg struct{ over bool }

// checkTime is how often that is looked at.
const checkTime = 200 * time.Millisecond

// check validates all rows by the schema, when they are all known.
func (s *Screen) check() tea.Cmd {
	g := s.Rows.Table()
	if done, all := g.Loaded(); done < all || !g.IsChecked() || g.Verdict().Complete {
		return nil
	}
	ctx := s.Work.UntilLeft(s.Host.Context)
	work := s.later(func() tea.Msg {
		_ = g.Check(ctx) // it ends with the screen, or says in its verdict how far it came
		return checkedMsg{over: true}
	})
	return tea.Batch(work, s.after(checkTime, checkedMsg{}))
}

func (s *Screen) checked(msg checkedMsg) tea.Cmd {
	if msg.over || s.Rows.Table().Verdict().Complete {
		return nil
	}
	return s.after(checkTime, msg)
}

// goToWrong goes to the next row that breaks the schema, or the one before.
func (s *Screen) goToWrong(back bool) kit.Action {
	row, _, ok := s.Table.Cursor()
	verdict := s.Rows.Table().Verdict()
	switch {
	case !ok || !s.Rows.Table().IsDeclared() && verdict.Wrong == 0:
		return kit.Infof("no schema says what these rows must be")
	case verdict.Wrong == 0 && verdict.Complete:
		return kit.Infof("no row breaks the schema")
	case verdict.Wrong == 0:
		return kit.Infof("the rows are being checked; none is wrong so far")
	}
	from, again := row+1, 0
	if back {
		from, again = row-1, s.Rows.Rows()-1
	}
	at, found := s.Rows.NextWrong(from, back)
	if !found {
		at, found = s.Rows.NextWrong(again, back)
	}
	if !found {
		return kit.Infof("none of the rows shown breaks the schema")
	}
	s.Table.GoTo(at, s.wrongColumn(at))
	what := "breaks the schema"
	if !s.Rows.Table().IsDeclared() {
		what = "is no JSON"
	}
	return kit.Infof("row %s %s; %s in all", value.Grouped(s.Rows.Row(at)+1), what, rowsWord(verdict.Wrong))
}

// wrongColumn is the first shown column of a row with a problem, -1 for none.
func (s *Screen) wrongColumn(position int) int {
	for _, col := range s.Table.Shown() {
		if len(s.Source().cell(position, col).Problems) > 0 {
			return col
		}
	}
	return -1
}

func rowsWord(n int) string {
	if n == 1 {
		return "1 row"
	}
	return value.Grouped(n) + " rows"
}
