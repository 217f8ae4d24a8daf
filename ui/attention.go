package ui

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/run"
)

// progress is what the terminal shows in its tab or task bar (OSC 9;4): that a
// task goes on, or waits for an answer.
func (a *App) progress() *tea.ProgressBar {
	if !a.Options.Progress {
		return nil
	}
	if a.running() > 0 {
		return tea.NewProgressBar(tea.ProgressBarIndeterminate, 0)
	}
	for _, t := range a.tasks {
		if t.Snapshot().Phase == run.Paused {
			return tea.NewProgressBar(tea.ProgressBarWarning, 100)
		}
	}
	return nil
}
