package task

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/ui/kit"
)

// Click gives the focus to a pane. On the artifact that has it already, it does what enter
// does, except in a table, which goes to the cell.
func (s *Screen) Click(column, line int) (kit.Action, tea.Cmd) {
	l := &s.windows.layout
	onResult := l.result.Has(column, line)
	switch {
	case s.shown().isZoomed():
		return s.result.table.Click(column, line-l.result.Y)
	case s.reply.isOpen, !onResult && !l.messages.Has(column, line) && !l.asked.Has(column, line) && !l.tail.Has(column, line):
		return kit.Action{}, nil
	case onResult != s.shown().isOnResult():
		s.switchPane()
	case onResult && s.shown().hasDocked():
		return s.result.table.Click(column-l.result.X, line-l.result.Y)
	case onResult:
		return s.press(kit.KeyPress("enter"))
	}
	return kit.Action{}, nil
}
