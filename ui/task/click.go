package task

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/ui/kit"
)

// Click gives the focus to a pane. On the artifact that has it already, it does what enter
// does.
func (s *Screen) Click(column, line int) (kit.Action, tea.Cmd) {
	if !s.hasPanes() || s.answering || line < 1 || line > s.rows {
		return kit.Action{}, nil
	}
	onArtifact := s.isOnArtifact()
	if s.isWide() {
		onArtifact = column >= s.messagesPane()
	}
	switch {
	case onArtifact != s.isOnArtifact():
		return s.switchPane(), nil
	case onArtifact:
		return s.press(kit.KeyPress("enter"))
	}
	return kit.Action{}, nil
}
