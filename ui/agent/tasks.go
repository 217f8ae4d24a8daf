package agent

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

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

// agentTasks are the tasks that an agent has: they are listed, and one of them is followed. They are made for each question.
type agentTasks struct {
	host  *kit.Host
	to    kit.Screen // of the card, for the messages
	agent *a2aclient.Agent
	wire  *run.Traffic
}

func (s *CardScreen) tasks() agentTasks { return agentTasks{s.Host, s, s.agent, s.wire} }

// ask lists the first page.
func (t agentTasks) ask() (kit.Action, tea.Cmd) {
	return kit.Infof("asking for the agent's tasks …"), t.list(nil, safe.Raw{})
}

// list asks the agent for its tasks; they come after the known ones.
func (t agentTasks) list(known []a2a.Task, page safe.Raw) tea.Cmd {
	agent, ctx := t.agent, a2aclient.WithTrace(t.host.Context, t.wire.See)
	return kit.Later(t.to, func() tea.Msg {
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
func (t agentTasks) listed(m listedMsg) kit.Action {
	switch {
	case errors.Is(m.err, a2aclient.ErrUnsupported):
		return kit.Errorf("%s has no way to list tasks: that came with A2A 1.0", t.agent.Card().Dialect)
	case m.err != nil:
		return kit.Errorf("%s", m.err)
	case len(m.tasks) == 0:
		return kit.Infof("the agent has no tasks")
	case t.host.Nav.Top() != t.to || t.host.Overlay != nil:
		return kit.Action{} // the user has gone on to another screen
	}
	labels, notes := make([]string, len(m.tasks)), make([]string, len(m.tasks))
	longest, widest := 0, 0
	for _, task := range m.tasks {
		longest, widest = max(longest, lipgloss.Width(kit.Line(task.ID))), max(widest, len(task.Status.State))
	}
	for i, task := range m.tasks {
		labels[i] = kit.Pad(kit.Line(task.ID), longest)
		notes[i] = strings.TrimSpace(kit.Pad(string(task.Status.State), widest) + "  " + kit.Ago(task.Status.Time, time.Now()))
	}
	t.host.Status = kit.Status{} // it said that they were asked for
	if !m.next.IsEmpty() {
		labels, notes = append(labels, "more …"), append(notes, "the next page")
	}
	t.host.Overlay = kit.NewChooser(t.host, "Tasks on this agent", labels, notes, func(i int) tea.Cmd {
		if i == len(m.tasks) {
			return t.list(m.tasks, m.next)
		}
		return t.follow(m.tasks[i].ID)
	})
	return kit.Action{}
}

// follow shows a task that the agent has, and follows it from here on: on the screen that
// does so already, if there is one.
func (t agentTasks) follow(id safe.Raw) tea.Cmd {
	for _, open := range t.host.Nav.SessionTasks() {
		if now := open.Snapshot(); now.TaskID == id && now.Plan.Agent == t.agent && open.Successor() == nil {
			return t.host.Nav.Reopen(open)
		}
	}
	options := t.host.RunOptions()
	options.AfterAnswer = true
	return t.host.Perform(kit.Action{Push: t.host.Nav.StartTask(run.Follow(t.host.Context, t.agent, id, options), nil)})
}
