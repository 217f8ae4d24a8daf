package ui

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/internal/widget/shortcut"
	"a2aform/render"
)

// readAddress is an address that may be handed to a browser.
func readAddress(raw safe.Raw) (*url.URL, error) {
	text := raw.Exact() //nolint:forbidigo // parsed; what is drawn goes through internal/safe
	if len(text) > limit.AddressBytes.Int() {
		return nil, errors.New("the address is too long to be opened: it has more than " + limit.AddressBytes.String())
	}
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return nil, errors.New("the address is broken and cannot be opened")
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, errors.New("only addresses that begin with http:// or https:// are opened; y copies this one")
	case u.Hostname() == "":
		return nil, errors.New("the address names no host and cannot be opened")
	}
	return u, nil
}

// openAddress asks whether to open the address of the file.
func (s *fileScreen) openAddress() action {
	if s.file.URL.IsEmpty() {
		return infof("no address came with this file")
	}
	u, err := readAddress(s.file.URL)
	switch {
	case err != nil:
		return errorf("%s", err)
	case s.host.opts.Open == nil:
		return errorf("there is no way to open addresses here; y copies it")
	}
	return action{push: newAddressScreen(s.host, u)}
}

// addressScreen asks whether an address is to be opened outside, and shows all
// of it.
type addressScreen struct {
	*blockView
	url     *url.URL
	opening bool
}

func newAddressScreen(h *host, u *url.URL) *addressScreen {
	s := &addressScreen{url: u}
	s.blockView = newBlockView(h, "open", s.drawn)
	s.self = s
	return s
}

func (s *addressScreen) drawn(width int, _ render.Style) *render.Drawing {
	st := s.styles()
	lines := append(wrap("Open this address in your browser?", width, 0, st.Title), "")
	lines = append(lines, drawFacts(st, []fact{
		{"host", safe.Text(s.url.Host).Line(limit.AddressBytes.Int()).String(), st.Strong},
		{"address", safe.Text(s.url.String()).Line(limit.AddressBytes.Int()).String(), st.Accent},
	}, width, 0)...)
	for _, caution := range a2aclient.AddressWarnings(s.url) {
		lines = append(lines, wrap(render.CautionMark+" "+caution, width, 0, st.Warn)...)
	}
	lines = append(lines, "")
	lines = append(lines, wrap("It came from the agent, and whoever runs that host will see that you opened it.", width, 0, st.Dim)...)
	return &render.Drawing{Lines: lines}
}

// openedMsg says what became of opening an address.
type openedMsg struct{ err error }

// openLimit is how long opening an address may take to fail.
const openLimit = 10 * time.Second

func (s *addressScreen) update(msg tea.Msg) (action, tea.Cmd) {
	switch msg := msg.(type) {
	case openedMsg:
		s.opening = false
		if msg.err != nil {
			return errorf("not opened: %s", safe.Text(msg.err.Error()).Line(200)), nil
		}
		return action{pop: 1, status: infof("handed to your system to open").status}, nil
	case tea.KeyPressMsg:
		if key.Matches(msg, addressOpen) {
			return s.open()
		}
	}
	return s.blockView.update(msg)
}

func (s *addressScreen) open() (action, tea.Cmd) {
	if s.opening {
		return action{}, nil
	}
	s.opening = true
	text, open, parent := s.url.String(), s.host.opts.Open, s.host.ctx
	return infof("opening …"), later(s, func() tea.Msg {
		ctx, stop := context.WithTimeout(parent, openLimit)
		defer stop()
		if err := open(ctx, text); err != nil {
			return openedMsg{fmt.Errorf("%w; y on the screen before copies it", err)}
		}
		return openedMsg{}
	})
}

func (s *addressScreen) keys() []shortcut.Key {
	open := shortcut.When(addressOpen, !s.opening, "it is being opened")
	return slices.Concat([]shortcut.Key{open}, shortcut.On(keys.Back), scrollKeys)
}

var addressOpen = bind("open it", "enter")

func (s *addressScreen) help() []string {
	return []string{
		"This address came from the agent. Nothing has been fetched. Read all of it before you open it in your browser: the host decides who answers.",
	}
}
