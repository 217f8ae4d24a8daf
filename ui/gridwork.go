package ui

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safe"
	"a2aform/render"
)

// gridWork is what is done beside a grid's screen. Each kind of work ends the
// one of its kind before it; an answer that came too late is known by its turn.
type gridWork struct {
	sortFilter, searching, summing job

	reading context.Context //nolint:containedctx // of what reads all rows: it ends when the screen is left
	leave   context.CancelFunc
}

func (w *gridWork) stop() {
	w.sortFilter.stop()
	w.searching.stop()
	w.summing.stop()
	if w.leave != nil {
		w.leave()
	}
}

// untilLeft is a context that ends when the screen is left.
func (w *gridWork) untilLeft(parent context.Context) context.Context {
	if w.reading == nil {
		w.reading, w.leave = context.WithCancel(parent)
	}
	return w.reading
}

// sortFilterMsg are the rows as they were wanted.
type sortFilterMsg struct {
	generation int
	view       *render.View
	keep       bool // the cursor stays on its row
	err        error
}

// applySortFilter filters and sorts the rows as the screen says.
func (s *gridScreen) applySortFilter() tea.Cmd { return s.applySortFilterTo(s.rows.Grid(), false) }

func (s *gridScreen) applySortFilterTo(g *render.Grid, keep bool) tea.Cmd {
	ctx, generation := s.work.sortFilter.restart(s.host.ctx)
	filter, by := s.filter, s.sort
	return later(s, func() tea.Msg {
		view, err := sortAndFilter(ctx, g, filter, by)
		return sortFilterMsg{generation, view, keep, err}
	})
}

// sortAndFilter waits for all rows: part of them, sorted, would look like the whole.
func sortAndFilter(ctx context.Context, g *render.Grid, filter string, by sorting) (view *render.View, err error) {
	view = g.View()
	if filter == "" && by == asTheyCame {
		return view, nil
	}
	g.Load(ctx)
	if filter != "" {
		f, err := g.ParseFilter(filter)
		if err != nil {
			return nil, err
		}
		if view, err = view.Filtered(ctx, f); err != nil {
			return nil, err
		}
	}
	if by != asTheyCame {
		return view.Sorted(ctx, by.col, by.down)
	}
	return view, nil
}

// showSortFiltered shows the rows in their new order, the first ones unless the cursor
// is to stay on its row.
func (s *gridScreen) showSortFiltered(msg sortFilterMsg) action {
	switch {
	case msg.generation != s.work.sortFilter.generation || errors.Is(msg.err, context.Canceled):
		return action{}
	case msg.err != nil:
		return errorf("%s", safe.Text(msg.err.Error()).Line(0))
	}
	row, col, ok := s.table.Cursor()
	if ok {
		row = s.rows.Row(row)
	}
	s.rows, s.summary, s.summedUp = msg.view, nil, -1
	s.table.Unmark()
	s.show()
	if at := s.rows.Position(row); ok && msg.keep && at >= 0 {
		s.table.GoTo(at, col)
	} else {
		s.table.Top()
	}
	s.search = nil // its positions are those of before
	return action{}
}

// renew shows the grid as it is now: rows came, or others took their place.
func (s *gridScreen) Renew(g *render.Grid) tea.Cmd {
	before := s.rows.Grid()
	if g == before {
		return nil
	}
	s.search, s.summedUp = nil, -1 // they were of the rows before
	if s.filter == "" && s.sort == asTheyCame {
		s.rows = g.View()
		s.show()
		return tea.Batch(s.settle(), s.check())
	}
	if len(g.Columns()) != len(before.Columns()) {
		s.sort = asTheyCame // by another column now, who knows which
	}
	return s.applySortFilterTo(g, true)
}

// sortByCursor sorts by the column of the cursor: up, down, as they came.
func (s *gridScreen) sortByCursor() tea.Cmd {
	_, col, ok := s.table.Cursor()
	if !ok {
		return nil
	}
	switch {
	case s.sort.col != col:
		s.sort = sorting{col: col}
	case !s.sort.down:
		s.sort.down = true
	default:
		s.sort = asTheyCame
	}
	return s.applySortFilter()
}

// settledMsg says that the cursor has rested.
type settledMsg struct{ generation int }

// settle sums up the column of the cursor when it has rested there.
func (s *gridScreen) settle() tea.Cmd {
	_, col, ok := s.table.Cursor()
	if !ok || col == s.summedUp {
		return nil
	}
	s.summary, s.summedUp = nil, col
	s.work.summing.stop()
	s.work.summing.generation++
	return after(s, settleTime, settledMsg{s.work.summing.generation})
}

// summedMsg is what a column comes to.
type summedMsg struct {
	generation int
	summary    *render.Summary
}

func (s *gridScreen) sumUp(msg settledMsg) tea.Cmd {
	if msg.generation != s.work.summing.generation || s.summedUp < 0 || !s.rows.Grid().Columns()[s.summedUp].Right {
		return nil
	}
	ctx, generation := s.work.summing.restart(s.host.ctx)
	rows, col := s.rows, s.summedUp
	return later(s, func() tea.Msg {
		rows.Grid().Load(ctx)
		summary, err := rows.Summary(ctx, col)
		if err != nil {
			return nil
		}
		return summedMsg{generation, summary}
	})
}

func (s *gridScreen) summed(msg summedMsg) {
	if msg.generation == s.work.summing.generation {
		s.summary = msg.summary
	}
}
