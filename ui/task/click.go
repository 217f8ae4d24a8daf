package task

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/ui/kit"
)

// Click gives the focus to a pane. On the artifact that has it already, it does what enter
// does, except in a table, which goes to the cell.
func (s *Screen) Click(column, line int) (kit.Action, tea.Cmd) {
	if s.isZoomed() {
		return s.result.table.Click(column, line-1-len(s.foldedLines()))
	}
	if !s.hasPanes() || s.reply.isOpen || line < 1 || line > s.rows {
		return kit.Action{}, nil
	}
	onArtifact := s.isOnArtifact()
	left, above := 0, 1
	if s.hasDocked() && s.isWide() {
		left = s.dockLeft()
		onArtifact = column >= left
	} else if s.isWide() {
		left = s.messagesPane()
		onArtifact = column >= left
	} else if s.hasDocked() && s.showsArtifact() {
		_, height, _ := s.dockSize()
		above = 1 + s.rows - height
		onArtifact = line >= above
	}
	switch {
	case onArtifact != s.isOnArtifact():
		s.switchPane()
	case onArtifact && s.hasDocked():
		return s.result.table.Click(column-left, line-above)
	case onArtifact:
		return s.press(kit.KeyPress("enter"))
	}
	return kit.Action{}, nil
}
