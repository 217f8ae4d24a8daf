package agent

import (
	"errors"
	"maps"
	"slices"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/ui/kit"
)

// environmentsMsg are the environments that have the agent.
type environmentsMsg struct {
	list []kit.EnvironmentAgent
	err  error
}

// environmentOpenedMsg is the agent as an environment has it.
type environmentOpenedMsg CardMsg

// environments open the agent of a card as an environment of the user has it. They are made for each question.
type environments struct {
	host  *kit.Host
	to    kit.Screen // of the card, for the messages
	ref   string     // as the agent was opened
	saved *store.Saved
}

func (s *CardScreen) environments() environments {
	return environments{s.Host, s, s.ref, s.way.Saved}
}

// find looks for those that have the agent: by its name in them, or by its address.
func (e environments) find() tea.Cmd {
	all, ref, name := e.host.Options.Environments, e.ref, ""
	if e.saved != nil {
		name = e.saved.Name
	}
	return kit.Later(e.to, func() tea.Msg {
		list, err := all()
		names := []string{name}
		for _, in := range list {
			if isSameAgent(in.Ref, ref) {
				names = append(names, in.Agent)
			}
		}
		list = slices.DeleteFunc(list, func(e kit.EnvironmentAgent) bool { return !slices.Contains(names, e.Agent) && e.Ref != name })
		return environmentsMsg{list, err}
	})
}

// current is the one that the agent was opened in, "" for none.
func (e environments) current() string {
	if e.saved == nil {
		return ""
	}
	return e.saved.Environment
}

// choose asks which one to open the agent in.
func (e environments) choose(m environmentsMsg) kit.Action {
	switch {
	case m.err != nil:
		return kit.Errorf("%s", safe.Text(m.err.Error()).Line(0))
	case len(m.list) == 0:
		return kit.Infof("no environment of .a2aform/suite.toml has this agent")
	}
	labels, notes := make([]string, len(m.list)), make([]string, len(m.list))
	now := -1
	for i, in := range m.list {
		labels[i], notes[i] = safe.Text(in.Environment).Line(80).String(), safe.Text(in.Ref).Line(safe.TextLimit()).String()
		if in.IsProtected {
			labels[i] += " (protected)"
		}
		if in.Environment == e.current() {
			now = i
		}
	}
	e.host.Overlay = kit.NewChooserAt(e.host, "Open the agent in which environment?", labels, notes, now, func(i int) tea.Cmd {
		return e.open(m.list[i])
	})
	return kit.Action{}
}

// open opens the agent as an environment has it.
func (e environments) open(in kit.EnvironmentAgent) tea.Cmd {
	h := e.host
	t := target{name: in.Agent, keep: h.Options.Store, endpoints: maps.Clone(h.Endpoints), find: func() (string, *store.Saved, error) {
		saved, err := in.Saved()
		if err != nil {
			return "", nil, err
		}
		return saved.Ref(), saved, nil
	}}
	return tea.Batch(h.Perform(kit.Infof("opening it in %s …", safe.Text(in.Environment).Line(80))), kit.Later(e.to, func() tea.Msg {
		return environmentOpenedMsg(readTarget(h.Context, h, t, CardMsg{wire: &run.Traffic{}}))
	}))
}

// show shows the agent above this card, unless the user is elsewhere by now.
func (e environments) show(m CardMsg) (kit.Action, tea.Cmd) {
	switch {
	case e.host.Nav.Top() != e.to:
		return kit.Action{}, nil
	case m.Err != nil:
		return kit.Errorf("%s", safe.Text(m.Err.Error()).Line(0)), nil
	}
	var untrusted *store.UntrustedError
	if errors.As(m.Dialed.Err, &untrusted) {
		return kit.Action{Push: newTrustScreen(e.host, m, untrusted)}, nil
	}
	return showCard(e.host, m, 0)
}
