package table

import (
	"time"

	tea "charm.land/bubbletea/v2"

	widget "a2aform/internal/widget/grid"
	"a2aform/render/table"
	"a2aform/render/value"
	"a2aform/ui/kit"
)

// loadingMsg says to look how far the rows of a large list are.
type loadingMsg struct{}

// Load reads and checks the rows.
func (s *Screen) Load() tea.Cmd { return s.Work.load(s.Rows.Table()) }

// load finds the rows of a large list, which takes all processors: the first rows are
// drawn before.
func (w *tableWork) load(g *table.Table) tea.Cmd {
	if done, all := g.Loaded(); done == all {
		return w.check(g)
	}
	ctx := w.UntilLeft()
	return tea.Batch(w.at.after(kit.LoadTime, loadingMsg{}), w.at.later(func() tea.Msg {
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
	return tea.Batch(s.settle(), s.Work.check(s.Rows.Table()), s.brief.addUp(s.Host, s.Rows))
}

// checkedMsg says to look how far the rows are validated.
type checkedMsg struct{ over bool }

// checkTime is how often that is looked at.
const checkTime = 200 * time.Millisecond

// check validates all rows by the schema, when they are all known.
func (w *tableWork) check(g *table.Table) tea.Cmd {
	if done, all := g.Loaded(); done < all || !g.IsChecked() || g.Verdict().Complete {
		return nil
	}
	ctx := w.UntilLeft()
	work := w.at.later(func() tea.Msg {
		_ = g.Check(ctx) // it ends with the screen, or says in its verdict how far it came
		return checkedMsg{over: true}
	})
	return tea.Batch(work, w.at.after(checkTime, checkedMsg{}))
}

// goOn looks again, unless all rows are validated.
func (w *tableWork) goOn(msg checkedMsg, g *table.Table) tea.Cmd {
	if msg.over || g.Verdict().Complete {
		return nil
	}
	return w.at.after(checkTime, msg)
}

// wrongRows are the rows of a table that break its schema.
type wrongRows struct {
	source *Source
	grid   *widget.Model
}

// goTo goes to the next row that breaks the schema, or the one before.
func (w wrongRows) goTo(back bool) kit.Action {
	row, _, ok := w.grid.Cursor()
	verdict := w.source.grid().Verdict()
	switch {
	case !ok || !w.source.grid().IsDeclared() && verdict.Wrong == 0:
		return kit.Infof("no schema says what these rows must be")
	case verdict.Wrong == 0 && verdict.Complete:
		return kit.Infof("no row breaks the schema")
	case verdict.Wrong == 0:
		return kit.Infof("the rows are being checked; none is wrong so far")
	}
	from, again := row+1, 0
	if back {
		from, again = row-1, w.source.view.Rows()-1
	}
	at, found := w.source.view.NextWrong(from, back)
	if !found {
		at, found = w.source.view.NextWrong(again, back)
	}
	if !found {
		return kit.Infof("none of the rows shown breaks the schema")
	}
	w.grid.GoTo(at, w.column(at))
	what := "breaks the schema"
	if !w.source.grid().IsDeclared() {
		what = "is no JSON"
	}
	return kit.Infof("row %s %s; %s in all", value.Grouped(w.source.view.Row(at)+1), what, rowsWord(verdict.Wrong))
}

// column is the first shown column of a row with a problem, -1 for none.
func (w wrongRows) column(position int) int {
	for _, col := range w.grid.Shown() {
		if len(w.source.cell(position, col).Problems) > 0 {
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
