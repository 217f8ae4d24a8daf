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

// findEnvironments looks for those that have the agent: by its name in them, or by its address.
func (s *CardScreen) findEnvironments() tea.Cmd {
	all, ref, name := s.Host.Options.Environments, s.ref, ""
	if s.way.Saved != nil {
		name = s.way.Saved.Name
	}
	return kit.Later(s, func() tea.Msg {
		list, err := all()
		names := []string{name}
		for _, e := range list {
			if located(e.Ref) == located(ref) {
				names = append(names, e.Agent)
			}
		}
		list = slices.DeleteFunc(list, func(e kit.EnvironmentAgent) bool { return !slices.Contains(names, e.Agent) && e.Ref != name })
		return environmentsMsg{list, err}
	})
}

// environment is the one that the agent was opened in, "" for none.
func (s *CardScreen) environment() string {
	if s.way.Saved == nil {
		return ""
	}
	return s.way.Saved.Environment
}

// chooseEnvironment asks which one to open the agent in.
func (s *CardScreen) chooseEnvironment(m environmentsMsg) kit.Action {
	switch {
	case m.err != nil:
		return kit.Errorf("%s", safe.Text(m.err.Error()).Line(0))
	case len(m.list) == 0:
		return kit.Infof("no environment of .a2aform/suite.toml has this agent")
	}
	labels, notes := make([]string, len(m.list)), make([]string, len(m.list))
	now := -1
	for i, e := range m.list {
		labels[i], notes[i] = safe.Text(e.Environment).Line(80).String(), safe.Text(e.Ref).Line(safe.TextLimit()).String()
		if e.IsProtected {
			labels[i] += " (protected)"
		}
		if e.Environment == s.environment() {
			now = i
		}
	}
	s.Host.Overlay = kit.NewChooserAt(s.Host, "Open the agent in which environment?", labels, notes, now, func(i int) tea.Cmd {
		return s.openIn(m.list[i])
	})
	return kit.Action{}
}

// openIn opens the agent as an environment has it.
func (s *CardScreen) openIn(e kit.EnvironmentAgent) tea.Cmd {
	h := s.Host
	t := target{name: e.Agent, keep: h.Options.Store, endpoints: maps.Clone(h.Endpoints), find: func() (string, *store.Saved, error) {
		saved, err := e.Saved()
		if err != nil {
			return "", nil, err
		}
		return saved.Ref(), saved, nil
	}}
	return tea.Batch(h.Perform(kit.Infof("opening it in %s …", safe.Text(e.Environment).Line(80))), kit.Later(s, func() tea.Msg {
		return environmentOpenedMsg(readTarget(h.Context, h, t, CardMsg{wire: &run.Traffic{}}))
	}))
}

// takeEnvironment shows the agent above this card, unless the user is elsewhere by now.
func (s *CardScreen) takeEnvironment(m CardMsg) (kit.Action, tea.Cmd) {
	switch {
	case s.Host.Nav.Top() != kit.Screen(s):
		return kit.Action{}, nil
	case m.Err != nil:
		return kit.Errorf("%s", safe.Text(m.Err.Error()).Line(0)), nil
	}
	var untrusted *store.UntrustedError
	if errors.As(m.Dialed.Err, &untrusted) {
		return kit.Action{Push: newTrustScreen(s.Host, m, untrusted)}, nil
	}
	return showCard(s.Host, m, 0)
}
