package ui

import (
	"context"
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"a2aform/a2aclient"
	"a2aform/internal/limit"
	"a2aform/internal/run"
	"a2aform/internal/safe"
)

// listedMsg is one page more of the tasks that an agent has.
type listedMsg struct {
	tasks []a2aclient.Task
	next  safe.Raw
	err   error
}

// listTasks asks the agent for its tasks, behind those that are known already.
func (s *cardScreen) listTasks(known []a2aclient.Task, page safe.Raw) tea.Cmd {
	agent, ctx := s.agent, a2aclient.WithTrace(s.host.ctx, s.wire.See)
	return later(s, func() tea.Msg {
		ctx, stop := context.WithTimeout(ctx, limit.ListTime.Duration())
		defer stop()
		got, err := agent.List(ctx, a2aclient.Query{PageToken: page})
		if err != nil {
			return listedMsg{err: err}
		}
		return listedMsg{tasks: slices.Concat(known, got.Tasks), next: got.Next}
	})
}

// listed shows the tasks to choose one that is followed from here on.
func (s *cardScreen) listed(m listedMsg) action {
	switch {
	case errors.Is(m.err, a2aclient.ErrUnsupported):
		return errorf("%s has no way to list tasks: that came with A2A 1.0", s.card.Dialect)
	case m.err != nil:
		return errorf("%s", m.err)
	case len(m.tasks) == 0:
		return infof("the agent has no tasks to show")
	case s.host.nav.top() != screen(s) || s.host.overlay != nil:
		return action{} // somebody has gone on to something else
	}
	labels, notes := make([]string, len(m.tasks)), make([]string, len(m.tasks))
	longest, widest := 0, 0
	for _, t := range m.tasks {
		longest, widest = max(longest, lipgloss.Width(line(t.ID))), max(widest, len(t.Status.State))
	}
	for i, t := range m.tasks {
		labels[i] = pad(line(t.ID), longest)
		notes[i] = strings.TrimSpace(pad(string(t.Status.State), widest) + "  " + stamp(t.Status.Time))
	}
	s.host.status = status{} // it said that they were asked for
	if !m.next.IsEmpty() {
		labels, notes = append(labels, "more …"), append(notes, "the next page")
	}
	s.host.overlay = newChooser(s.host, "Tasks that the agent has", labels, notes, func(i int) tea.Cmd {
		if i == len(m.tasks) {
			return s.listTasks(m.tasks, m.next)
		}
		return s.host.perform(s.follow(m.tasks[i].ID))
	})
	return action{}
}

// follow shows a task that the agent has, and follows it from here on.
func (s *cardScreen) follow(id safe.Raw) action {
	return action{push: s.host.nav.startTask(run.Follow(s.host.ctx, s.agent, id, s.host.runOptions()), nil)}
}
