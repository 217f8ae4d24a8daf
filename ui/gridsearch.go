package ui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"
)

// open shows the line in which a filter or a search is typed.
func (s *gridScreen) open(p purpose, text string) {
	s.purpose = p
	if s.line.Prompt = p.String() + ": "; p == toSearch {
		s.line.Prompt = searchPrompt
	}
	s.line.SetValue(text)
	s.line.CursorEnd()
	s.line.Focus()
}

// typed handles a key of that line. Enter takes what is typed, esc gives it up.
func (s *gridScreen) typed(msg tea.KeyPressMsg) (action, tea.Cmd) {
	switch msg.String() {
	case "esc":
		s.purpose = noLine
		return action{}, nil
	case "enter":
		return s.entered()
	}
	var cmd tea.Cmd
	s.line, cmd = s.line.Update(msg)
	return action{}, cmd
}

func (s *gridScreen) entered() (action, tea.Cmd) {
	text := s.line.Value()
	if s.purpose == toSearch {
		s.purpose = noLine
		return action{}, s.lookFor(text)
	}
	if _, err := s.rows.Grid().ParseFilter(text); err != nil {
		return errorf("%s", err), nil // the line stays
	}
	s.purpose, s.filter = noLine, text
	return action{}, s.applySortFilter()
}

// lookFor begins a search from the cursor on.
func (s *gridScreen) lookFor(text string) tea.Cmd {
	s.wanted, s.search, s.went = text, nil, false
	s.work.searching.stop()
	s.show()
	if text == "" {
		return nil
	}
	ctx, generation := s.work.searching.restart(s.host.ctx)
	search := s.rows.Search(text)
	s.search = search
	return tea.Batch(
		later(s, func() tea.Msg { _ = search.Run(ctx); return foundMsg{generation: generation, over: true} }),
		after(s, foundFirst, foundMsg{generation: generation, wait: foundFirst}),
	)
}

// foundMsg says to look whether a search has found something.
type foundMsg struct {
	generation int
	over       bool
	wait       time.Duration // since the last look
}

// foundFirst is when that is looked at first: a hit near the cursor is found
// within a frame. Each look after it waits twice as long, up to foundTime.
const (
	foundFirst = 2 * time.Millisecond
	foundTime  = 16 * time.Millisecond
)

// foundMore goes to the first row found, as soon as it is sure which that is.
func (s *gridScreen) foundMore(msg foundMsg) (action, tea.Cmd) {
	if msg.generation != s.work.searching.generation || s.search == nil {
		return action{}, nil
	}
	row, _, _ := s.table.Cursor()
	if s.went { // the cursor goes there once
		if msg.over && row == s.foundAt {
			return s.foundWords(row), nil // how many there are is known only now
		}
		return action{}, nil
	}
	if _, ok, sure := s.search.Next(row, false); ok && sure || msg.over {
		done := s.goToFound(0, false)
		s.foundAt, _, _ = s.table.Cursor()
		s.went = true
		return done, s.settle()
	}
	msg.wait = min(2*msg.wait, foundTime)
	return action{}, after(s, msg.wait, msg)
}

// nextFound goes to the next cell that holds the text. Where the rows are others
// since the search, it searches again.
func (s *gridScreen) nextFound(step int, back bool) (action, tea.Cmd) {
	if s.search == nil && s.wanted != "" {
		return action{}, s.lookFor(s.wanted)
	}
	return s.goToFound(step, back), s.settle()
}

// goToFound goes to the next cell that holds the text, or back to the one
// before: in the row of the cursor from so many columns on, then in other rows.
// Behind the last one it begins again.
func (s *gridScreen) goToFound(step int, back bool) action {
	row, col, ok := s.table.Cursor()
	if !ok || s.search == nil {
		return infof("search with / first")
	}
	if next := s.nextShown(row, col, step, back); next >= 0 {
		s.table.GoTo(row, next)
		return s.foundWords(row)
	}
	from, again := row+1, 0
	if back {
		from, again = row-1, s.rows.Rows()-1
	}
	at, found, _ := s.search.Next(from, back)
	if !found || from < 0 {
		at, found, _ = s.search.Next(again, back)
	}
	if !found {
		return s.nothingFound()
	}
	s.table.GoTo(at, max(s.nextShown(at, -1, 0, back), 0))
	return s.foundWords(at)
}

// nextShown is the next shown column of a row whose cell holds the text, so
// many steps from a column on, as an index of the grid; -1 for none. From -1 on
// it begins at the end of the row that comes first.
func (s *gridScreen) nextShown(row, col, step int, back bool) int {
	shown := s.table.Shown()
	at := slices.Index(shown, col) + step
	if col < 0 && back {
		at = len(shown) - 1
	} else if col < 0 {
		at = 0
	}
	for at >= 0 && at < len(shown) {
		if s.search.Holds(row, shown[at]) {
			return shown[at]
		}
		if back {
			at--
		} else {
			at++
		}
	}
	return -1
}

func (s *gridScreen) foundWords(row int) action {
	n, complete := s.search.Count()
	words := plural(n, "row holds", "rows hold") + " " + quoted(s.wanted)
	if !complete {
		words += " so far"
	}
	return infof("%s; this is row %d", words, s.rows.Row(row)+1)
}

func (s *gridScreen) nothingFound() action {
	if _, complete := s.search.Count(); !complete {
		return infof("looking for %s …", quoted(s.wanted))
	}
	return errorf("nothing holds %s", quoted(s.wanted))
}
