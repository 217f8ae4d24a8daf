package task

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/run"
)

// ring rings the bell when the task is over or asks.
func (s *Screen) ring(before run.Phase) tea.Cmd {
	now := s.snapshot.Phase
	if !s.Host.Options.Bell || s.replay != nil || now == before || !now.IsOver() && now != run.Paused {
		return nil
	}
	return tea.Raw(bell)
}

// bell rings.
const bell = "\a"
