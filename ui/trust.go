package ui

import (
	"context"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/widget/shortcut"
	"a2aform/render"
)

// trustScreen asks whether credentials go to a host that a repository named, and
// shows all that there is to judge it by.
type trustScreen struct {
	*blockView
	opened cardMsg
	trust  store.Trust
	asking bool
}

func newTrustScreen(h *host, m cardMsg, trust store.Trust) *trustScreen {
	s := &trustScreen{opened: m, trust: trust}
	s.blockView = newBlockView(h, "credentials", s.drawn)
	s.self = s
	return s
}

func (s *trustScreen) drawn(width int, _ render.Style) *render.Drawing {
	st := s.styles()
	lines := append(wrap("Send your credentials to this host?", width, 0, st.Title), "")
	what := "credentials that you named on the command line"
	if len(s.trust.Headers) > 0 {
		what = "header " + strings.Join(s.trust.Headers, ", header ")
	}
	show := func(text string) string { return safe.Text(text).Line(limit.AddressBytes.Int()).String() }
	lines = append(lines, drawFacts(st, []fact{
		{"host", show(s.trust.Origin), st.Strong},
		{"sends", show(what), st.Strong},
		{"agent", show(s.trust.Name), st.Text},
		{"named by", show(s.trust.File), st.Text},
	}, width, 0)...)
	lines = append(lines, "")
	lines = append(lines, wrap("That file came with the repository: whoever wrote it chose the host and named the variables. Agree only if you know the host.", width, 0, st.Warn)...)
	return &render.Drawing{Lines: lines}
}

// dialedMsg is the agent, dialled as the user decided.
type dialedMsg struct {
	dialed dialed
	err    error // what the user agreed to could not be noted
}

func (s *trustScreen) update(msg tea.Msg) (action, tea.Cmd) {
	switch msg := msg.(type) {
	case dialedMsg:
		s.asking = false
		if msg.err != nil {
			return errorf("%s", safe.Text(msg.err.Error()).Line(200)), nil
		}
		s.opened.dialed = msg.dialed
		return showCard(s.host, s.opened, 1)
	case tea.KeyPressMsg:
		switch {
		case s.asking:
			return action{}, nil
		case key.Matches(msg, trustKeys.Agree):
			return s.dial(true)
		case key.Matches(msg, trustKeys.Without):
			return s.dial(false)
		}
	}
	return s.blockView.update(msg)
}

// dial goes on with the credentials, which is noted for the next time, or without.
func (s *trustScreen) dial(agrees bool) (action, tea.Cmd) {
	s.asking = true
	s.opened.way = DialOptions{Saved: s.opened.saved, Anonymous: !agrees}
	h, m, trust := s.host, s.opened, s.trust
	return action{}, later(s, func() tea.Msg {
		if agrees {
			if err := h.opts.Store.Trust(trust); err != nil {
				return dialedMsg{err: err}
			}
		}
		ctx, stop := context.WithCancel(h.ctx)
		defer stop()
		return dialedMsg{dialed: h.dial(ctx, m.card, h.opts.Store, m.way)}
	})
}

func (s *trustScreen) keys() []shortcut.Key {
	agree := shortcut.When(trustKeys.Agree, s.host.opts.Store != nil, "there is no home directory to note it in")
	return append([]shortcut.Key{agree, {Binding: trustKeys.Without}, {Binding: keys.Back}}, scrollKeys...)
}

var trustKeys = struct{ Agree, Without key.Binding }{
	Agree:   bind("agree, and remember it", "y"),
	Without: bind("open without them", "n"),
}
