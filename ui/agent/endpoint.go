package agent

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
	"a2aform/internal/store"
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
