package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/run"
	"a2aform/internal/safe"
)

// maxUnrecorded is how many bytes the finished runs of a session may hold in memory
// that are in no file: those with a secret, or of a session that records nothing.
const maxUnrecorded = 48 << 20

// releaseFinished gives back the memory of finished runs that are on no screen. A
// recorded one is read from its file when it is opened again. Of the others the
// results stay, within [maxUnrecorded]: those of the oldest are dropped first.
func (a *App) releaseFinished() tea.Cmd {
	var cmds []tea.Cmd
	held := 0
	for _, t := range a.tasks { // the newest comes first
		switch {
		case !t.canRelease():
		case t.Run().CompleteFile() != "":
			t.release(t.Run().CompleteFile())
		default:
			if t.isWatched() {
				cmds = append(cmds, t.shrink())
			}
			if held += t.Run().Size(); held > maxUnrecorded {
				held -= t.Run().Size()
				cmds = append(cmds, t.dropResults())
			}
		}
	}
	return tea.Batch(cmds...)
}

// shows reports whether a task is on the stack of screens, or a turn of a conversation
// or a result of it is.
func (a *App) shows(open sessionTask) bool {
	t, ok := open.(*taskScreen)
	if !ok {
		return false
	}
	isIt := func(s screen) bool {
		switch s := s.(type) {
		case *taskScreen:
			return s == t
		case *resultScreen:
			return t.result == resultView(s)
		case *chatScreen:
			return s.shows(t)
		}
		return false
	}
	if slices.ContainsFunc(a.stack, isIt) {
		return true
	}
	for _, s := range a.forms {
		if isIt(s) {
			return true
		}
	}
	return false
}

// readTaskMsg is a finished task of the session, as it was read from its file.
type readTaskMsg struct {
	task     *taskScreen
	top      screen // that was on top when the task was asked for
	recorded recordedRun
	err      error
}

// readTask reads a released run from its file.
func (a *App) readTask(t *taskScreen) tea.Cmd {
	path, top := t.file, a.top()
	a.status = status{text: "reading the run …"}
	return func() tea.Msg {
		m := readTaskMsg{task: t, top: top}
		if m.recorded.Recording, m.err = run.OpenRecording(path); m.err == nil {
			m.recorded.Run = m.recorded.Recording.Run()
			m.recorded.Document = m.recorded.Run.Document()
		}
		return m
	}
}

// openRead shows it, unless the user has gone elsewhere.
func (a *App) openRead(m readTaskMsg) tea.Cmd {
	if a.top() != m.top {
		return nil
	}
	if a.status = (status{}); m.err != nil {
		a.status = status{text: safe.Text(m.err.Error()).Line(0).String(), bad: true}
		return nil
	}
	return a.perform(a.recorded(m.recorded))
}
