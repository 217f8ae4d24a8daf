package agent

import (
	"errors"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/render/draw"
	"a2aform/ui/kit"
)

// showCard opens the screen of a card: at once, or after a question
// where the agent has moved since it was opened first.
func showCard(h *kit.Host, m CardMsg, pop int) (kit.Action, tea.Cmd) {
	if agent := m.Dialed.Agent; agent != nil {
		if was := h.Origins.Changed(agent); was != "" {
			return kit.Action{Pop: pop, Push: newOriginChanged(h, m, was)}, nil
		}
	}
	card := NewCard(h, m)
	var leaves *store.EndpointError
	if errors.As(m.Dialed.Err, &leaves) {
		h.Perform(kit.Action{Pop: pop, Push: card})
		card.askToLeave(m.way, leaves)
		return kit.Action{}, nil
	}
	if !m.askCredentials {
		return kit.Action{Pop: pop, Push: card}, nil
	}
	h.Perform(kit.Action{Pop: pop, Push: card})
	act := card.giveCredentials()
	if h.Overlay == nil { // no credentials can be given
		return act, card.openInitialSkill()
	}
	return act, nil
}

// originChangedScreen asks whether an agent is followed to another address.
type originChangedScreen struct {
	*kit.BlockView
	opened CardMsg
	was    string
}

func newOriginChanged(h *kit.Host, m CardMsg, was string) *originChangedScreen {
	s := &originChangedScreen{opened: m, was: was}
	s.BlockView = kit.NewBlockView(h, "Moved", s.drawn)
	s.Self = s
	return s
}

func (s *originChangedScreen) drawn(width int, _ draw.Style) *draw.Drawing {
	st := s.Styles()
	show := func(text string) string { return safe.Text(text).Line(limit.AddressBytes.Int()).String() }
	lines := append(kit.Wrap("This agent has moved. Follow it?", width, 0, st.Title), "")
	lines = append(lines, kit.DrawFacts(st, []kit.Fact{
		{Label: "agent", Text: s.opened.Card.Name.Line(0).String(), Style: st.Text},
		{Label: "card", Text: show(s.opened.Card.Source), Style: st.Text},
		{Label: "was at", Text: show(s.was), Style: st.Strong},
		{Label: "is at", Text: show(kit.OriginOf(s.opened.Dialed.Agent.Interface().URL)), Style: st.Strong},
	}, width, 0)...)
	lines = append(lines, "")
	lines = append(lines, kit.Wrap("Since you opened it, its card names another address. What you send would go there from now on. Follow it only if you know why it moved.", width, 0, st.Warn)...)
	return &draw.Drawing{Lines: lines}
}

// follow opens the card at its new address.
func (s *originChangedScreen) follow() (kit.Action, tea.Cmd) {
	s.Host.Origins[s.opened.Card.Source] = kit.OriginOf(s.opened.Dialed.Agent.Interface().URL)
	return showCard(s.Host, s.opened, 1)
}

func (s *originChangedScreen) Keys() []kit.Key {
	return append([]kit.Key{kit.On(originChangedKeys.Follow, s.follow), s.BackKey()}, kit.ScrollKeys...)
}

func (s *originChangedScreen) Help() []string {
	return []string{"Messages go to the address on the agent's card. The card has another address now than when you opened the agent in this session. y goes on at the new address; esc leaves the agent alone."}
}

var originChangedKeys = struct{ Follow key.Binding }{Follow: kit.Bind("Follow it there", "y")}
