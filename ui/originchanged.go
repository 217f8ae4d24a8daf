package ui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
	"a2aform/render"
)

// showCard opens the screen of a card: at once, or after a question
// where the agent has moved since it was opened first.
func showCard(h *host, m cardMsg, pop int) (action, tea.Cmd) {
	if agent := m.dialed.agent; agent != nil {
		if was := h.knownOrigins.changed(agent); was != "" {
			return action{pop: pop, push: newOriginChanged(h, m, was)}, nil
		}
	}
	card := newCard(h, m)
	if !m.askCredentials {
		return action{pop: pop, push: card}, nil
	}
	h.perform(action{pop: pop, push: card})
	act := card.giveCredentials()
	if h.overlay == nil { // no credentials can be given
		return act, card.openInitialSkill()
	}
	return act, nil
}

// originChangedScreen asks whether an agent is followed to another address.
type originChangedScreen struct {
	*blockView
	opened cardMsg
	was    string
}

func newOriginChanged(h *host, m cardMsg, was string) *originChangedScreen {
	s := &originChangedScreen{opened: m, was: was}
	s.blockView = newBlockView(h, "moved", s.drawn)
	s.self = s
	return s
}

func (s *originChangedScreen) drawn(width int, _ render.Style) *render.Drawing {
	st := s.styles()
	show := func(text string) string { return safe.Text(text).Line(limit.AddressBytes.Int()).String() }
	lines := append(wrap("This agent has moved. Follow it?", width, 0, st.Title), "")
	lines = append(lines, drawFacts(st, []fact{
		{"agent", s.opened.card.Name.Line(0).String(), st.Text},
		{"card", show(s.opened.card.Source), st.Text},
		{"was at", show(s.was), st.Strong},
		{"is at", show(originOf(s.opened.dialed.agent.Interface().URL)), st.Strong},
	}, width, 0)...)
	lines = append(lines, "")
	lines = append(lines, wrap("Since you opened it, its card names another address. What you send would go there from now on. Follow it only if you know why it moved.", width, 0, st.Warn)...)
	return &render.Drawing{Lines: lines}
}

func (s *originChangedScreen) update(msg tea.Msg) (action, tea.Cmd) {
	if press, ok := msg.(tea.KeyPressMsg); ok && key.Matches(press, originChangedKeys.Follow) {
		s.host.knownOrigins[s.opened.card.Source] = originOf(s.opened.dialed.agent.Interface().URL)
		return showCard(s.host, s.opened, 1)
	}
	return s.blockView.update(msg)
}

func (s *originChangedScreen) keys() []shortcut.Key {
	return append([]shortcut.Key{{Binding: originChangedKeys.Follow}, {Binding: keys.Back}}, scrollKeys...)
}

func (s *originChangedScreen) help() []string {
	return []string{"An agent is spoken to where its card says. That address was noted when you opened the agent in this session, and the card has another one now. y goes on there, and notes it; esc leaves the agent alone."}
}

var originChangedKeys = struct{ Follow key.Binding }{Follow: bind("follow it there", "y")}
