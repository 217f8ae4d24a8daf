package ui

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// notSecretMsg says that a name that holds no secret was kept, or why not.
type notSecretMsg struct {
	name string
	err  error
}

// origin is where the values of the form go, "" where that is not known.
func (s *formScreen) origin() string {
	if s.agent == nil {
		return ""
	}
	return originOf(s.agent.Interface().URL)
}

// keptNames are the member names that the user said hold no secret for this agent.
func (s *formScreen) keptNames() func() []string {
	keep, origin := s.host.opts.Store, s.origin()
	return func() []string {
		if keep == nil || origin == "" {
			return nil
		}
		return keep.NotSecret(origin)
	}
}

// clearSecret lets a member name hold no secret, from now on and for this agent.
func (s *formScreen) clearSecret(name string) tea.Cmd {
	s.notSecret = append(s.notSecret, name)
	s.form.SetNotSecret(s.notSecret)
	s.page().Refresh()
	keep, origin := s.host.opts.Store, s.origin()
	if keep == nil || origin == "" {
		return nil
	}
	return s.host.files.trackWrites(later(s, func() tea.Msg {
		return notSecretMsg{name, keep.KeepNotSecret(store.NotSecret{Origin: origin, Name: safe.Text(name)})}
	}))
}

func (s *formScreen) tellCleared(m notSecretMsg) action {
	if m.err != nil {
		return errorf("this is not remembered: %s", m.err)
	}
	return infof("remembered for %s: no secret", s.origin())
}
