package agent

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/render/draw"
	"a2aform/ui/kit"
)

// endpointMsg is the agent, dialed at the address that the user gave.
type endpointMsg struct {
	from   *kit.Overlay
	way    kit.DialOptions
	dialed kit.Dialed
	kept   string // the name of the saved agent that the address is kept with; "" for none
	err    error  // the text is no address
}

// askForEndpoint asks for the address.
func (s *CardScreen) askForEndpoint() {
	now := s.way.Endpoint
	if s.agent != nil {
		now = s.agent.Interface().URL.Line(safe.TextLimit()).String()
	}
	o := kit.NewPrompt(s.Host, "use", "Send messages to another address", "a URL such as https://agent.example.com/a2a; empty takes the address of the card", now)
	o.Entered = func(line string) tea.Cmd {
		way := s.way
		way.Endpoint, way.Agreed = "", ""
		if line = strings.TrimSpace(line); line == "" {
			return s.dialAt(o, way, nil)
		}
		address, err := a2aclient.ParseEndpoint(line)
		if err != nil {
			return kit.Later(s, func() tea.Msg { return endpointMsg{from: o, err: err} })
		}
		way.Endpoint = address
		return s.dialAt(o, way, nil)
	}
	s.Host.Overlay = o
}

// dialAt dials the agent at the address of way, and keeps that with the saved agent of the user, if it is one. It saves what the
// user agreed to, nil for nothing.
func (s *CardScreen) dialAt(from *kit.Overlay, way kit.DialOptions, agreed *store.Trust) tea.Cmd {
	h, card, ctx := s.Host, s.declared, a2aclient.WithTrace(s.Host.Context, s.wire.See)
	return h.Writes.TrackWrites(kit.Later(s, func() tea.Msg {
		keep := h.Options.Store
		if agreed != nil && keep != nil {
			_ = keep.Trust(*agreed) // where that fails, the user is asked again the next time
		}
		m := endpointMsg{from: from, way: way, dialed: h.Dial(ctx, card, keep, way)}
		if saved := way.Saved; m.dialed.Err == nil && way.Endpoint != "" && saved != nil && !saved.Local && keep != nil {
			if err := keep.SetSpoken(saved.Name, way.Endpoint, ""); err == nil {
				m.kept = saved.Name
			}
		}
		return m
	}))
}

// takeEndpoint shows the agent at its other address, or asks where that is at another host than the card.
func (s *CardScreen) takeEndpoint(m endpointMsg) kit.Action {
	if m.from != nil && s.Host.Overlay != m.from {
		return kit.Action{} // it was closed
	}
	var leaves *store.EndpointError
	err := cmp.Or(m.err, m.dialed.Err)
	switch {
	case errors.As(err, &leaves):
		s.askToLeave(m.way, leaves)
		return kit.Action{}
	case err != nil && m.from != nil:
		m.from.Prompt.Complain(safe.Text(err.Error()).Line(0).String())
		return kit.Action{}
	}
	s.Host.Overlay = nil
	s.way = m.way
	s.Host.Endpoints[s.ref] = m.way.Endpoint
	s.take(m.dialed)
	if err != nil {
		return kit.Errorf("%s", err.Error())
	}
	s.Host.Origins[s.card.Source] = kit.OriginOf(s.agent.Interface().URL)
	at := s.agent.Interface().URL.Line(200).String()
	switch {
	case m.way.Endpoint == "":
		return kit.Infof("Messages go to the address of the card, %s.", at)
	case m.kept != "":
		return kit.Infof("Messages go to %s, also the next time you open %s.", at, m.kept)
	}
	return kit.Infof("Messages go to %s until you quit.", at)
}

// askToLeave asks whether messages go to another host than that of the card.
func (s *CardScreen) askToLeave(way kit.DialOptions, leaves *store.EndpointError) {
	title := fmt.Sprintf("Send messages to %s, another host than the card's?", safe.Text(leaves.Trust.Origin).Line(120))
	yes, no := "no credential goes there", "the card is from "+safe.Text(leaves.Card).Line(120).String()
	if leaves.Warning != "" {
		yes = leaves.Warning
	}
	s.Host.Overlay = kit.NewChooserAt(s.Host, title, []string{"yes, and remember it", "no"}, []string{yes, no}, 1, func(i int) tea.Cmd {
		if i == 1 {
			return nil
		}
		way.Agreed = leaves.Trust.Origin
		return s.dialAt(nil, way, &leaves.Trust)
	})
}

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

// trustScreen asks whether credentials go to a host that a file named, and shows
// everything that helps to decide.
type trustScreen struct {
	*kit.BlockView
	opened CardMsg
	trust  store.Trust
	what   string
	warns  string // that the host looks like another one
	asking bool
}

func newTrustScreen(h *kit.Host, m CardMsg, untrusted *store.UntrustedError) *trustScreen {
	s := &trustScreen{opened: m, trust: untrusted.Trust, what: untrusted.What(), warns: untrusted.Warning}
	s.BlockView = kit.NewBlockView(h, "Credentials", s.drawn)
	s.Self = s
	return s
}

func (s *trustScreen) drawn(width int, _ draw.Style) *draw.Drawing {
	st := s.Styles()
	lines := append(kit.Wrap("Send your credentials to this host?", width, 0, st.Title), "")
	show := func(text string) string { return safe.Text(text).Line(limit.AddressBytes.Int()).String() }
	facts := []kit.Fact{
		{Label: "host", Text: show(s.trust.Origin), Style: st.Strong},
		{Label: "sends", Text: s.what, Style: st.Strong},
	}
	from := "You did not name this host, that file did: whoever wrote it chose it."
	if s.trust.Name != "" {
		facts = append(facts, kit.Fact{Label: "agent", Text: show(s.trust.Name), Style: st.Text})
		from = "That file came with the repository: whoever wrote it chose the host and named the variables."
	}
	facts = append(facts, kit.Fact{Label: "named by", Text: show(s.trust.File), Style: st.Text})
	lines = append(lines, kit.DrawFacts(st, facts, width, 0)...)
	lines = append(lines, "")
	if s.warns != "" {
		lines = append(lines, kit.Wrap(s.warns, width, 0, st.Warn)...)
	}
	lines = append(lines, kit.Wrap(from+" Agree only if you know the host.", width, 0, st.Warn)...)
	return &draw.Drawing{Lines: lines}
}

// dialedMsg is the agent, dialed as the user decided.
type dialedMsg struct {
	dialed kit.Dialed
	err    error // what the user agreed to could not be noted
}

func (s *trustScreen) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	switch msg := msg.(type) {
	case dialedMsg:
		s.asking = false
		if msg.err != nil {
			return kit.Errorf("%s", safe.Text(msg.err.Error()).Line(200)), nil
		}
		s.opened.Dialed = msg.dialed
		return showCard(s.Host, s.opened, 1)
	}
	return s.BlockView.Update(msg)
}

// dial goes on with the credentials, which is noted for the next time, or without.
func (s *trustScreen) dial(agrees bool) (kit.Action, tea.Cmd) {
	s.asking = true
	s.opened.way.Anonymous, s.opened.way.Declined = !agrees, !agrees
	h, m, trust := s.Host, s.opened, s.trust
	return kit.Action{}, kit.Later(s, func() tea.Msg {
		if agrees {
			if err := h.Options.Store.Trust(trust); err != nil {
				return dialedMsg{err: err}
			}
		}
		ctx, stop := context.WithCancel(h.Context)
		defer stop()
		return dialedMsg{dialed: h.Dial(ctx, m.Card, h.Options.Store, m.way)}
	})
}

func (s *trustScreen) Keys() []kit.Key {
	asking := kit.Unless(!s.asking, "the agent is being opened")
	noHome := kit.Unless(s.Host.Options.Store != nil, "there is no home directory to note it in")
	return append([]kit.Key{
		kit.When(trustKeys.Agree, cmp.Or(asking, noHome), func() (kit.Action, tea.Cmd) { return s.dial(true) }),
		kit.When(trustKeys.Without, asking, func() (kit.Action, tea.Cmd) { return s.dial(false) }),
		s.BackKey(),
	}, kit.ScrollKeys...)
}

var trustKeys = struct{ Agree, Without key.Binding }{
	Agree:   kit.Bind("Agree, and remember it", "y"),
	Without: kit.Bind("Open without them", "n"),
}
