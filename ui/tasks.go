package ui

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/widget/picker"
)

// openTasks lists the tasks of this session to look at again.
func (a *App) openTasks() {
	if len(a.tasks) == 0 {
		a.status = status{text: "no task was started yet"}
		return
	}
	labels, notes := make([]string, len(a.tasks)), make([]string, len(a.tasks))
	for i, t := range a.tasks {
		labels[i], notes[i] = t.name(), t.Snapshot().Outcome()+", "+t.Snapshot().Started.Format("15:04:05")
	}
	a.overlay = &overlay{
		host:   a.host,
		picker: picker.New("Tasks of this session", labels, notes, -1, a.styles.form.Picker),
		chosen: func(i int) tea.Cmd { return a.reopen(a.tasks[i]) },
	}
}
