package agent

import (
	"cmp"
	"context"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/render/draw"
	"a2aform/ui/kit"
)

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
