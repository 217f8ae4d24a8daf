package result

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/render/draw"
	"a2aform/render/value"
	"a2aform/ui/kit"
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
func (s *FileScreen) openAddress() kit.Action {
	if s.file.URL.IsEmpty() {
		return kit.Infof("no address came with this file")
	}
	u, err := readAddress(s.file.URL)
	switch {
	case err != nil:
		return kit.Errorf("%s", err)
	case s.Host.Options.Open == nil:
		return kit.Errorf("there is no way to open addresses here; y copies it")
	}
	return kit.Action{Push: newAddressScreen(s.Host, u)}
}

// addressScreen asks whether an address is to be opened outside, and shows all
// of it.
type addressScreen struct {
	*kit.BlockView
	url     *url.URL
	opening bool
}

func newAddressScreen(h *kit.Host, u *url.URL) *addressScreen {
	s := &addressScreen{url: u}
	s.BlockView = kit.NewBlockView(h, "Open in the browser", s.drawn)
	s.Self = s
	return s
}

func (s *addressScreen) drawn(width int, _ draw.Style) *draw.Drawing {
	st := s.Styles()
	lines := append(kit.Wrap("Open this address in your browser?", width, 0, st.Title), "")
	lines = append(lines, kit.DrawFacts(st, []kit.Fact{
		{Label: "host", Text: safe.Text(s.url.Host).Line(limit.AddressBytes.Int()).String(), Style: st.Strong},
		{Label: "address", Text: safe.Text(s.url.String()).Line(limit.AddressBytes.Int()).String(), Style: st.Accent},
	}, width, 0)...)
	for _, caution := range a2aclient.URLWarnings(s.url) {
		lines = append(lines, kit.Wrap(value.CautionMark+" "+caution, width, 0, st.Warn)...)
	}
	lines = append(lines, "")
	lines = append(lines, kit.Wrap("It came from the agent, and whoever runs that host will see that you opened it.", width, 0, st.Dim)...)
	return &draw.Drawing{Lines: lines}
}

// openedMsg says what became of opening an address.
type openedMsg struct{ err error }

// openLimit is how long opening an address may take to fail.
const openLimit = 10 * time.Second

func (s *addressScreen) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	switch msg := msg.(type) {
	case openedMsg:
		s.opening = false
		if msg.err != nil {
			return kit.Errorf("not opened: %s", safe.Text(msg.err.Error()).Line(200)), nil
		}
		return kit.Action{Pop: 1, Status: kit.Infof("handed to your system to open").Status}, nil
	}
	return s.BlockView.Update(msg)
}

func (s *addressScreen) open() (kit.Action, tea.Cmd) {
	s.opening = true
	text, open, parent := s.url.String(), s.Host.Options.Open, s.Host.Context
	return kit.Infof("opening …"), kit.Later(s, func() tea.Msg {
		ctx, stop := context.WithTimeout(parent, openLimit)
		defer stop()
		if err := open(ctx, text); err != nil {
			return openedMsg{fmt.Errorf("%w; y on the screen before copies it", err)}
		}
		return openedMsg{}
	})
}

func (s *addressScreen) Keys() []kit.Key {
	open := kit.When(addressOpen, kit.Unless(!s.opening, "it is being opened"), s.open)
	return append([]kit.Key{open, s.BackKey()}, kit.ScrollKeys...)
}

var addressOpen = kit.Bind("Open it", "enter")

func (s *addressScreen) Help() []string {
	return []string{
		"This address came from the agent. Nothing has been fetched. Read all of it before you open it in your browser: the host decides who answers.",
	}
}

// Click goes to a node, and opens or closes the one at the cursor.
func (s *JSONScreen) Click(_, line int) (kit.Action, tea.Cmd) {
	if line = s.FrameLine(line); s.typing || line < 0 {
		return kit.Action{}, nil
	}
	if s.Trouble != "" {
		line--
	}
	if wasThere, _ := s.tree.Point(line); wasThere {
		return kit.Action{}, s.toggleNode()
	}
	return kit.Action{}, nil
}
