package agent

import (
	"context"
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/limit"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// listedMsg is one page more of the tasks that an agent has.
type listedMsg struct {
	tasks []a2a.Task
	next  safe.Raw
	err   error
}

// listTasks asks the agent for its tasks; they come after the known ones.
func (s *CardScreen) listTasks(known []a2a.Task, page safe.Raw) tea.Cmd {
	agent, ctx := s.agent, a2aclient.WithTrace(s.Host.Context, s.wire.See)
	return kit.Later(s, func() tea.Msg {
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
func (s *CardScreen) listed(m listedMsg) kit.Action {
	switch {
	case errors.Is(m.err, a2aclient.ErrUnsupported):
		return kit.Errorf("%s has no way to list tasks: that came with A2A 1.0", s.card.Dialect)
	case m.err != nil:
		return kit.Errorf("%s", m.err)
	case len(m.tasks) == 0:
		return kit.Infof("the agent has no tasks")
	case s.Host.Nav.Top() != kit.Screen(s) || s.Host.Overlay != nil:
		return kit.Action{} // the user has gone on to another screen
	}
	labels, notes := make([]string, len(m.tasks)), make([]string, len(m.tasks))
	longest, widest := 0, 0
	for _, t := range m.tasks {
		longest, widest = max(longest, lipgloss.Width(kit.Line(t.ID))), max(widest, len(t.Status.State))
	}
	for i, t := range m.tasks {
		labels[i] = kit.Pad(kit.Line(t.ID), longest)
		notes[i] = strings.TrimSpace(kit.Pad(string(t.Status.State), widest) + "  " + kit.DateTime(t.Status.Time))
	}
	s.Host.Status = kit.Status{} // it said that they were asked for
	if !m.next.IsEmpty() {
		labels, notes = append(labels, "more …"), append(notes, "the next page")
	}
	s.Host.Overlay = kit.NewChooser(s.Host, "Tasks on this agent", labels, notes, func(i int) tea.Cmd {
		if i == len(m.tasks) {
			return s.listTasks(m.tasks, m.next)
		}
		return s.follow(m.tasks[i].ID)
	})
	return kit.Action{}
}

// follow shows a task that the agent has, and follows it from here on: on the screen that
// does so already, if there is one.
func (s *CardScreen) follow(id safe.Raw) tea.Cmd {
	for _, t := range s.Host.Nav.SessionTasks() {
		if now := t.Snapshot(); now.TaskID == id && now.Plan.Agent == s.agent && t.Successor() == nil {
			return s.Host.Nav.Reopen(t)
		}
	}
	options := s.Host.RunOptions()
	options.AfterAnswer = true
	return s.Host.Perform(kit.Action{Push: s.Host.Nav.StartTask(run.Follow(s.Host.Context, s.agent, id, options), nil)})
}
