package ui

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
)

// historyKey is a key that opens the history.
func (a *App) historyKey(b key.Binding) shortcut.Key {
	if _, there := a.top().(*historyScreen); there {
		return shortcut.When(b, false, "this is the history")
	}
	return shortcut.When(b, a.opts.Store != nil, "without a home directory nothing is kept")
}

// openHistory shows the history; one that is open already comes back.
func (a *App) openHistory() tea.Cmd {
	if a.opts.Store == nil {
		a.status = status{text: "without a home directory nothing is kept", bad: true}
		return nil
	}
	for i, s := range a.stack {
		if h, ok := s.(*historyScreen); ok {
			return tea.Batch(a.perform(action{pop: len(a.stack) - 1 - i}), h.load())
		}
	}
	return a.perform(action{push: newHistory(a)})
}

// followTask shows a task that the agent has, and follows it from here on.
func (a *App) followTask(agent *a2aclient.Agent, id safe.Raw) action {
	t := newTask(a, run.Follow(a.ctx, agent, id, a.runOptions()))
	a.tasks = slices.Insert(a.tasks, 0, t)
	return action{push: t}
}
