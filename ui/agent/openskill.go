package agent

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safe"
	"a2aform/ui/kit"
)

// openSkillMsg asks a card to go on to a skill.
type openSkillMsg struct{ skill string }

// Init leaves the skill to the prompt for credentials where there is one: the form
// would close that.
func (s *CardScreen) Init() tea.Cmd {
	if s.askCredentials {
		return tea.Batch(s.verify(), s.checkCard(), s.Load())
	}
	return tea.Batch(s.openInitialSkill(), s.verify(), s.checkCard(), s.Load())
}

// openInitialSkill opens the skill that was named when the program was started. It
// does so once.
func (s *CardScreen) openInitialSkill() tea.Cmd {
	skill := s.Host.Options.Skill
	if s.Host.Options.Skill = ""; skill == "" {
		return nil
	}
	s.isOpening = true
	return kit.Later(s, func() tea.Msg { return openSkillMsg{skill} })
}

// openNamed opens the skill that was named, and gives it the keys that were pressed while the card was in sight: who types ahead
// means the form.
func (s *CardScreen) openNamed(m openSkillMsg) (kit.Action, tea.Cmd) {
	act, early := s.openSkillByID(m), s.early
	s.isOpening, s.early = false, nil
	if act.Push == nil {
		return act, nil
	}
	var cmds []tea.Cmd
	for _, press := range early {
		_, cmd := act.Push.Update(press)
		cmds = append(cmds, cmd)
	}
	return act, tea.Batch(cmds...)
}

// openSkillByID opens a skill by its id.
func (s *CardScreen) openSkillByID(m openSkillMsg) kit.Action {
	i := slices.IndexFunc(s.list.skills, func(u skillRow) bool { return u.id() == safe.Text(m.skill) })
	if i < 0 {
		return kit.Errorf("%s", s.card.NoSkill(m.skill))
	}
	s.list.Cursor = i // nothing is filtered yet
	return s.use(s.list.skills[i])
}

// writeJSON opens an editor of JSON for a skill without a form. Its examples that are JSON are
// there to start from.
func (s *CardScreen) writeJSON(u skillRow) kit.Action {
	switch {
	case s.dialed != nil:
		return kit.Errorf("%s", s.dialed.Error())
	case len(u.inputs) > 0:
		return s.use(u)
	}
	input := kit.JSONInput(u.skill)
	return s.Host.Nav.OpenForm(kit.FormID{Ref: s.ref, Skill: u.id(), Input: kit.AnyJSON}, s.agent, u.skill, &input)
}
