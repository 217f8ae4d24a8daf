package ui

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/widget/picker"
	"a2aform/ui/kit"
)

// openTasks lists the tasks of this session to look at again.
func (a *App) openTasks() {
	if len(a.desk.tasks) == 0 {
		a.Status = kit.Status{Text: "no task was started yet"}
		return
	}
	labels, notes := make([]string, len(a.desk.tasks)), make([]string, len(a.desk.tasks))
	for i, t := range a.desk.tasks {
		labels[i], notes[i] = t.Name(), t.Snapshot().Outcome()+", "+t.Snapshot().Started.Format("15:04:05")
	}
	a.Overlay = &kit.Overlay{
		Host:   a.Host,
		Picker: picker.New("Tasks of this session", labels, notes, -1, a.Styles.Form.Picker),
		Chosen: func(i int) tea.Cmd { return a.Reopen(a.desk.tasks[i]) },
	}
}
