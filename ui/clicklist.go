package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

// Lists are clicked on as forms are: the first click goes to a row, one on the
// row under the cursor does what enter does.

// click goes to a skill, or opens it.
func (s *cardScreen) click(column, line int) (action, tea.Cmd) {
	first := 1 // below the heading
	switch {
	case s.isWide() && column < s.leftWidth():
		return action{}, nil
	case !s.isWide() && s.onAgent:
		return action{}, nil
	case !s.isWide():
		first += len(s.summary())
	}
	l := &s.list
	row := line - first
	if row < 0 || row >= l.rows || l.top+row >= len(l.shown) {
		return action{}, nil
	}
	wasThere := l.cursor == l.top+row && !s.onAgent
	l.cursor, l.filtering, s.onAgent = l.top+row, false, false
	if !wasThere {
		return action{}, nil
	}
	return s.pressUse(keyPress("enter")), nil
}

// click goes to a run, or opens it.
func (s *historyScreen) click(_, line int) (action, tea.Cmd) {
	row := line - len(s.head())
	if s.stop != nil || row < 0 || row >= s.rows() || s.top+row >= len(s.shown) {
		return action{}, nil
	}
	if s.filtering {
		s.endFilter()
	}
	if s.cursor != s.top+row {
		s.cursor = s.top + row
		s.clamp()
		return action{}, nil
	}
	return s.press(keyPress("enter"))
}

// click goes to an agent of the list, or opens it; a click on the line to type in
// goes back to that.
func (s *connectScreen) click(_, line int) (action, tea.Cmd) {
	if s.opening.name != "" {
		return action{}, nil
	}
	row, ok := s.agents.drawn[line]
	if !ok {
		if lines := strings.Split(s.view(), "\n"); line < len(lines) && lines[line] == s.lineView() {
			s.onList = false
		}
		return action{}, nil
	}
	if s.onList && s.agents.cursor == row {
		return action{}, s.pressRow(keyPress("enter"))
	}
	s.onList, s.agents.filtering, s.agents.cursor = true, false, row
	return action{}, nil
}
