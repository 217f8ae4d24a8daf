package ui

import "strings"

// pointer is a screen with a list. The first click goes to a row, one on the row
// under the cursor does what enter does.
type pointer interface {
	// point goes to the row at a column and a line of the screen's room, and
	// reports whether the cursor was there already.
	point(column, line int) bool
}

func (s *cardScreen) point(column, line int) bool {
	first := 1 // below the heading
	switch {
	case s.isWide() && column < s.leftWidth(), !s.isWide() && s.onAgent:
		return false
	case !s.isWide():
		first += len(s.summary())
	}
	l := &s.list
	row := line - first
	if row < 0 || row >= l.rows || l.top+row >= len(l.shown) {
		return false
	}
	wasThere := l.cursor == l.top+row && !s.onAgent
	l.cursor, l.filtering, s.onAgent = l.top+row, false, false
	return wasThere
}

func (s *historyScreen) point(_, line int) bool {
	row := line - len(s.head())
	if s.stop != nil || row < 0 || row >= s.rows() || s.top+row >= len(s.shown) {
		return false
	}
	wasThere := s.cursor == s.top+row
	s.cursor = s.top + row
	if s.filtering {
		s.endFilter()
	}
	s.clamp()
	return wasThere
}

// point goes to an agent of the list; on the line to type in it goes back to that.
func (s *connectScreen) point(_, line int) bool {
	if s.opening.name != "" {
		return false
	}
	row, ok := s.agents.drawn[line]
	if !ok {
		if lines := strings.Split(s.view(), "\n"); line < len(lines) && lines[line] == s.lineView() {
			s.onList = false
		}
		return false
	}
	wasThere := s.onList && s.agents.cursor == row
	s.onList, s.agents.filtering, s.agents.cursor = true, false, row
	return wasThere
}
