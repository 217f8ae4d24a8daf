package form

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/ui/kit"
)

// notSecretMsg says that a name that contains no secret was kept, or why not.
type notSecretMsg struct {
	name string
	err  error
}

// clearSecret declares that a member name stands for no secret, from now on and for this agent.
func (s *Screen) clearSecret(name string) tea.Cmd {
	s.notSecret = append(s.notSecret, name)
	s.Form.SetNotSecret(s.notSecret)
	s.editor.page().Refresh()
	keep, origin := s.Host.Options.Store, s.origin()
	if keep == nil || origin == "" {
		return nil
	}
	return s.Host.Writes.TrackWrites(kit.Later(s, func() tea.Msg {
		return notSecretMsg{name, keep.KeepNotSecret(store.NotSecret{Origin: origin, Name: safe.Text(name)})}
	}))
}

func (s *Screen) tellCleared(m notSecretMsg) kit.Action {
	if m.err != nil {
		return kit.Errorf("this is not remembered: %s", m.err)
	}
	return kit.Infof("remembered for %s: no secret", s.origin())
}
