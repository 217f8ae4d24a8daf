package ui

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/ui/chat"
	"a2aform/ui/kit"
	"a2aform/ui/task"
)

// Shows reports whether a task is on the stack of screens, or a turn of a chat
// is.
func (a *App) Shows(open kit.Task) bool {
	t, ok := open.(*task.Screen)
	if !ok {
		return false
	}
	isIt := func(s kit.Screen) bool {
		switch s := s.(type) {
		case *task.Screen:
			return s == t
		case *chat.Screen:
			return s.Shows(t)
		}
		return false
	}
	return a.screens.has(isIt) || a.desk.isForm(isIt)
}

// readTaskMsg is a finished task of the session, as it was read from its file.
type readTaskMsg struct {
	task     *task.Screen
	top      kit.Screen // that was on top when the task was asked for
	recorded kit.RecordedRun
	err      error
}

// readTask reads a released run from its file.
func (a *App) readTask(t *task.Screen) tea.Cmd {
	path, top := t.File, a.Top()
	a.Status = kit.Status{Text: "reading the run …"}
	return func() tea.Msg {
		m := readTaskMsg{task: t, top: top}
		if m.recorded.Recording, m.err = run.OpenRecording(path); m.err == nil {
			m.recorded.Run = m.recorded.Recording.Run()
			m.recorded.Document = m.recorded.Run.Document()
		}
		return m
	}
}

// openRead shows it, unless the user has gone to another screen.
func (a *App) openRead(m readTaskMsg) tea.Cmd {
	if a.Top() != m.top {
		return nil
	}
	if a.Status = (kit.Status{}); m.err != nil {
		a.Status = kit.Status{Text: safe.Text(m.err.Error()).Line(0).String(), Bad: true}
		return nil
	}
	return a.Perform(kit.Action{Push: a.Recorded(m.recorded)})
}
