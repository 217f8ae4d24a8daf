package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
	"a2aform/ui/task"
)

// attention is what reaches a user who is somewhere else.
type attention struct {
	isAway bool   // the terminal does not have the focus
	news   string // what happened since then
}

// phaseOf is the phase of a task's screen; [run.Sending] of any other.
func phaseOf(s kit.Screen) run.Phase {
	if t, ok := s.(*task.Screen); ok {
		return t.Snapshot().Phase
	}
	return run.Sending
}

// notify asks the terminal for a notification when a task ends or waits while the user is
// somewhere else. It has our words and the name of the skill.
func (a *attention) notify(s kit.Screen, before run.Phase, how kit.Notify) tea.Cmd {
	t, ok := s.(*task.Screen)
	now := phaseOf(s)
	if !ok || !a.isAway || now == before || !now.IsOver() && now != run.Paused {
		return nil
	}
	name := safe.Text(t.Name()).Line(maxNotifiedName).String()
	a.news = name + " has ended"
	if now == run.Paused {
		a.news = name + " waits for you"
	}
	text := strings.ReplaceAll(a.news, ";", ",") // it separates the parts of such a sequence
	switch how {
	case kit.NotifyOSC9:
		return tea.Raw(ansi.Notify("a2aform: " + text))
	case kit.NotifyOSC99:
		return tea.Raw(ansi.DesktopNotification("a2aform: " + text))
	case kit.NotifyOSC777:
		return tea.Raw("\x1b]777;notify;a2aform;" + text + "\x1b\\")
	}
	return nil
}

// maxNotifiedName is how long the name of a skill may be in a notification.
const maxNotifiedName = 40

// title is the title of the window: it names the program, and what happened while the user was somewhere else.
func (a *attention) title() string {
	if a.news == "" {
		return "a2aform"
	}
	return a.news + " · a2aform"
}

// progress is what the terminal shows in its tab or task bar (OSC 9;4): that a
// task goes on, or waits for an answer.
func (d *desk) progress() *tea.ProgressBar {
	if d.running() > 0 {
		return tea.NewProgressBar(tea.ProgressBarIndeterminate, 0)
	}
	if d.waiting(nil) > 0 {
		return tea.NewProgressBar(tea.ProgressBarWarning, 100)
	}
	return nil
}
