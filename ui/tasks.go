package ui

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/widget/picker"
	"a2aform/ui/chat"
	"a2aform/ui/kit"
	"a2aform/ui/task"
)

// openTasks lists the tasks of this session to look at again.
func (n *navigator) openTasks() {
	if len(n.tasks) == 0 {
		n.host.Status = kit.Status{Text: "no task was started yet"}
		return
	}
	labels, notes := make([]string, len(n.tasks)), make([]string, len(n.tasks))
	for i, t := range n.tasks {
		labels[i], notes[i] = t.Name(), t.Snapshot().Outcome()+", "+t.Snapshot().Started.Format("15:04:05")
	}
	n.host.Overlay = &kit.Overlay{
		Host:   n.host,
		Picker: picker.New("Tasks of this session", labels, notes, -1, n.host.Styles.Form.Picker),
		Chosen: func(i int) tea.Cmd { return n.Reopen(n.tasks[i]) },
	}
}

// Shows reports whether a task is on the stack of screens, or a turn of a chat
// is.
func (n *navigator) Shows(open kit.Task) bool {
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
	return n.has(isIt) || n.isForm(isIt)
}

// readTaskMsg is a finished task of the session, as it was read from its file.
type readTaskMsg struct {
	task     *task.Screen
	top      kit.Screen // that was on top when the task was asked for
	recorded kit.RecordedRun
	err      error
}

// readTask reads a released run from its file.
func (n *navigator) readTask(t *task.Screen) tea.Cmd {
	path, top := t.File, n.Top()
	n.host.Status = kit.Status{Text: "reading the run …"}
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
func (n *navigator) openRead(m readTaskMsg) tea.Cmd {
	if n.Top() != m.top {
		return nil
	}
	if n.host.Status = (kit.Status{}); m.err != nil {
		n.host.Status = kit.Status{Text: safe.Text(m.err.Error()).Line(0).String(), Bad: true}
		return nil
	}
	return n.host.Perform(kit.Action{Push: n.Recorded(m.recorded)})
}
