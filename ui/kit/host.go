package kit

import (
	"context"
	"image/color"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
)

// Host is what the screens share: the options of the program, its styles, the status line,
// the dialog and the writes that go on.
type Host struct {
	Context context.Context
	Options Options
	Styles  *Styles
	Nav     nav
	Act     func(Action) tea.Cmd // changes what is shown

	Status  Status
	Overlay *Overlay
	Writes  pendingWrites
	Borders *Borders // nil for none that moves

	Endpoints     map[string]string // where messages go in place of the address of a card, by what opens that
	EphemeralURLs map[string]bool   // addresses that another agent may have the next time
	Origins       Origins

	Background    color.Color // of the terminal, as far as it said so
	NoColor       bool        // the terminal has no colors, or is to show none
	Width, Height int         // of the terminal
	ExtraLines    int         // lines that a long status takes from the screen
}

// frameLines are the lines around a screen: header, status, footer.
const frameLines = 3

// Room is the size that a screen may have.
func (h *Host) Room() (width, height int) {
	lines := frameLines + h.ExtraLines
	if h.HasRule() {
		lines++
	}
	return max(h.Width-2, 1), max(h.Height-lines, 1)
}

// HasRule reports that a line separates the header from the screen. Where there is space
// for panes, their borders do.
func (h *Host) HasRule() bool { return h.Width < MinPaneWidth+2 }

// Perform changes what is shown as a screen asked.
func (h *Host) Perform(act Action) tea.Cmd { return h.Act(act) }

// Identity identifies an agent, also in later sessions: its endpoint, or its name if the
// endpoint is another one each time.
func (h *Host) Identity(agent *a2aclient.Agent) safe.Raw {
	for ref := range h.EphemeralURLs {
		if strings.HasPrefix(agent.Interface().URL.Exact(), ref) { //nolint:forbidigo // compared, not drawn
			return agent.Card().Name
		}
	}
	return agent.Interface().URL
}
