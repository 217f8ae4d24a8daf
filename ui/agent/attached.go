package agent

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/ui/kit"
)

// cannotAttach says why no schema can be attached to the skill at the cursor, "" where one can.
func (s *CardScreen) cannotAttach() string {
	switch u, ok := s.list.chosen(); {
	case s.dialed != nil:
		return "the agent cannot be spoken to"
	case !ok || u.skill == nil:
		return "no skill is at the cursor"
	}
	return ""
}

// askForSchema asks for a file with the schema of the skill at the cursor.
func (s *CardScreen) askForSchema() (kit.Action, tea.Cmd) {
	if why := s.cannotAttach(); why != "" {
		return kit.Infof("%s", why), nil
	}
	u, _ := s.list.chosen()
	return kit.Action{}, askForSchema(s.Host, s, u.skill.ID)
}

// useAttached shows the agent with a schema that was attached. Where one was removed, it is
// dialed anew by the card that it has.
func (s *CardScreen) useAttached(m schemaAttachedMsg) tea.Cmd {
	if m.Err != nil && m.Agent == nil {
		return nil
	}
	s.way.Saved = withSchema(s.way.Saved, m.Saved)
	cursor := s.list.Cursor
	defer func() { s.list.Cursor = min(cursor, max(len(s.list.Shown)-1, 0)) }()
	if m.Agent != nil {
		s.attached = append(s.attached, m.Saved)
		s.take(kit.Dialed{Agent: m.Agent, Notes: s.notes})
		return nil
	}
	h, card, way, ctx := s.Host, s.declared, s.way, a2aclient.WithTrace(s.Host.Context, s.wire.See)
	return kit.Later(s, func() tea.Msg { return extendedMsg(h.Dial(ctx, card, h.Options.Store, way)) })
}
