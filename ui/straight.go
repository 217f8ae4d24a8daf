package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safe"
)

// straightMsg asks a card to go on to a skill.
type straightMsg struct{ skill string }

// init leaves the skill to the prompt for credentials where there is one: the form
// would close that.
func (s *cardScreen) init() tea.Cmd {
	if s.signs {
		return nil
	}
	return s.goStraight()
}

// goStraight is the way to the skill that was named when the program was started;
// it is taken once.
func (s *cardScreen) goStraight() tea.Cmd {
	skill := s.app.opts.Skill
	if s.app.opts.Skill = ""; skill == "" {
		return nil
	}
	return later(s, func() tea.Msg { return straightMsg{skill} })
}

// straight opens a skill by its id.
func (s *cardScreen) straight(m straightMsg) action {
	i := slices.IndexFunc(s.list.uses, func(u use) bool { return u.id() == safe.Text(m.skill) })
	if i < 0 {
		return complain("this agent has no skill %s", safe.Text(m.skill).Line(60))
	}
	s.list.cursor = i // nothing is filtered yet
	return s.use(s.list.uses[i])
}
