package qa

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/ui/kit"
)

// progressMsg is the tick that updates the progress of a run while the list is shown.
type progressMsg struct{ asked int }

// progressInterval is the time between two progressMsg.
const progressInterval = 500 * time.Millisecond

// watch starts the next tick while cases are running.
func (s *List) watch() tea.Cmd {
	if !s.IsRunning() {
		return nil
	}
	return kit.After(s, progressInterval, progressMsg{s.asked})
}

// progressed reads the list again once the run has ended.
func (s *List) progressed(m progressMsg) tea.Cmd {
	switch {
	case m.asked != s.asked:
		return nil
	case s.IsRunning():
		s.Run.refresh()
		return s.watch()
	}
	return s.Load()
}

// progressText returns the progress of a running run; "" for none.
func (s *List) progressText() string {
	if !s.IsRunning() {
		return ""
	}
	return fmt.Sprintf("running %d/%d · ", s.Run.view.ended, s.Run.view.total)
}
