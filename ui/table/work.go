package table

import (
	"cmp"
	"context"
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safe"
	"a2aform/render/table"
	"a2aform/ui/kit"
)

// tableWork is the background work of a table's screen. New work of a kind ends the one
// before; a late answer is recognized by its turn.
type tableWork struct {
	host *kit.Host
	at   *part

	sortFilter kit.Job

	reading context.Context
	leave   context.CancelFunc
}

func (w *tableWork) stop() {
	w.sortFilter.Stop()
	if w.leave != nil {
		w.leave()
		w.reading, w.leave = nil, nil
	}
}

// UntilLeft is a context that ends when the screen is left.
func (w *tableWork) UntilLeft() context.Context {
	if w.reading == nil {
		w.reading, w.leave = context.WithCancel(w.host.Context)
	}
	return w.reading
}

// sortFilterMsg are the rows as they were wanted.
type sortFilterMsg struct {
	generation int
	view       *table.View
	filter     string
	err        error
}

// landing is the row of the table that the cursor goes to when rows are shown in another order, or
// one of these.
type landing int

const (
	onFirst landing = -1 - iota // the first of the rows
	onSame                      // the row that it is on by then
)

// applySortFilter filters and sorts the newest rows as the screen says.
func (s *Screen) applySortFilter(land landing) tea.Cmd {
	s.land = land
	return s.reapplySortFilter()
}

// reapplySortFilter does so where rows came: the cursor goes where the user's last sorting or
// filtering wanted it.
func (s *Screen) reapplySortFilter() tea.Cmd {
	ctx, generation := s.Work.sortFilter.Restart(s.Host.Context)
	g, filter, by := cmp.Or(s.newest, s.Rows.Table()), s.filter, s.sort
	return s.later(func() tea.Msg {
		view, err := sortAndFilter(ctx, g, filter, by)
		return sortFilterMsg{generation, view, filter, err}
	})
}

// sortAndFilter waits for all rows: part of them, sorted, would look like the whole.
func sortAndFilter(ctx context.Context, g *table.Table, filter string, by sorting) (view *table.View, err error) {
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

// showSortFiltered shows the rows in their new order.
func (s *Screen) showSortFiltered(msg sortFilterMsg) (kit.Action, tea.Cmd) {
	switch {
	case msg.generation != s.Work.sortFilter.Generation || errors.Is(msg.err, context.Canceled):
		return kit.Action{}, nil
	case msg.err != nil:
		return kit.Errorf("%s", safe.Text(msg.err.Error()).Line(0)), nil
	case s.isFilterEarlier && msg.filter != "" && msg.view.Rows() == 0:
		s.isFilterEarlier, s.filter = false, ""
		if s.like != nil {
			s.like.filter = msg.filter // more rows may come
		}
		s.Host.Status = kit.Infof("no row of this result matches %s: all are shown", kit.Quote(msg.filter)).Status
		return kit.Action{}, s.reapplySortFilter()
	}
	row, _ := s.selection().cursor()
	marked := s.selection().markedInTable()
	s.Rows, s.filtered, s.newest = msg.view, msg.filter, nil
	s.summary.forget()
	s.Table.Unmark()
	s.show()
	if !s.line.isOpen {
		s.Table.Need(s.namedColumns())
	}
	s.selection().mark(marked)
	s.goToRow(row)
	return kit.Action{}, nil
}

// namedColumns are those that rows are sorted by or that the filter is about.
func (s *Screen) namedColumns() (columns []int) {
	if s.sort != asTheyCame {
		columns = append(columns, s.sort.col)
	}
	if f, err := s.Rows.Table().ParseFilter(s.filter); err == nil {
		columns = append(columns, f.Columns(s.Rows)...)
	}
	return columns
}

// goToRow goes to the row of the table that the cursor is to be on, which is this one unless another was wanted, and marks those that are
// to be.
func (s *Screen) goToRow(row int) {
	s.selection().mark(s.toMark)
	s.toMark = nil
	if s.land >= 0 {
		row = int(s.land)
	}
	if at := s.Rows.Position(row); s.land != onFirst && row >= 0 && at >= 0 {
		now, _, _ := s.Table.Cursor()
		s.Table.Move(at-now, 0)
	} else {
		s.Table.Top()
	}
	s.land = onSame
}

// Renew shows the list as it is now: rows came, or others took their place.
func (s *Screen) Renew(list kit.List) tea.Cmd {
	if list.Table == s.raw {
		s.list.Facts, s.list.Whole, s.list.None, s.facts.width = list.Facts, list.Whole, list.None, 0
		return nil
	}
	s.raw, s.compared = list.Table, nil
	list.Table = s.saved.corrected(list.Table)
	return s.renew(list)
}

func (s *Screen) renew(list kit.List) tea.Cmd {
	g, before := list.Table, cmp.Or(s.newest, s.Rows.Table())
	s.list, s.facts.width = list, 0
	if g == before {
		return nil
	}
	s.summary.forget()
	s.sort = s.sort.in(before, g)
	s.followLikeness(g)
	if s.filter == "" && s.sort == asTheyCame {
		s.Work.sortFilter.Stop()
		s.Work.sortFilter.Generation++ // what is under way is of the rows before
		s.Rows, s.filtered, s.newest = g.View(), "", nil
		s.show()
		if s.like != nil {
			row, _ := s.selection().cursor()
			s.goToRow(row)
		}
		return tea.Batch(s.settle(), s.Work.check(s.Rows.Table()), s.brief.addUp(s.Host, s.Rows), s.applyView())
	}
	s.newest = g
	return s.reapplySortFilter()
}

// newSortChooser asks which of the columns to sort by, also of those out of sight. Sorted rows can be had as they came.
func newSortChooser(s *Screen) *kit.Overlay {
	columns, shown := s.Rows.Table().Columns(), s.Table.Shown()
	titles, notes := make([]string, len(shown)), make([]string, len(shown))
	for i, col := range shown {
		titles[i] = columns[col].Title.String()
		if col == s.sort.col {
			notes[i] = s.sort.note()
		}
	}
	if s.sort != asTheyCame {
		titles, notes = append(titles, "The order received"), append(notes, "")
	}
	_, at, _ := s.Table.Cursor()
	return kit.NewChooserAt(s.Host, "Sort by", titles, notes, slices.Index(shown, at), func(i int) tea.Cmd {
		if i == len(shown) {
			s.sort = asTheyCame
			return tea.Batch(s.applySortFilter(onFirst), s.settle())
		}
		return tea.Batch(s.sortBy(shown[i]), s.settle())
	})
}

// sortBy sorts by a column, which the cursor goes to. A row that is shown stays; else the cursor goes to what is first then.
func (s *Screen) sortBy(col int) tea.Cmd {
	row, _, _ := s.Table.Cursor()
	s.sort = s.sort.by(s.Rows.Table().Columns(), col)
	s.Table.GoTo(row, col)
	if s.uncover() || s.layout().hasRow {
		return s.applySortFilter(onSame)
	}
	return s.applySortFilter(onFirst)
}

// settle sums up the column of the cursor when it has rested there.
func (s *Screen) settle() tea.Cmd {
	_, col, ok := s.Table.Cursor()
	if !ok {
		return nil
	}
	return s.summary.wait(col)
}

// rested shows what the column is, on which the cursor has rested.
func (s *Screen) rested(msg settledMsg) tea.Cmd {
	if !s.summary.isDue(msg) {
		return nil
	}
	return tea.Batch(s.summary.sumUp(s.Host.Context, s.Rows), s.followChart())
}
