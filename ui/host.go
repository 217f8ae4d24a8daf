package ui

import (
	"context"
	"image/color"
	"strings"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
)

// host is what the screens share: the options of the program, its styles, the status line,
// the dialog and the writes that go on.
type host struct {
	ctx    context.Context //nolint:containedctx // that of the program; runs and requests end with it
	opts   Options
	styles *styles
	nav    nav

	status  status
	overlay *overlay
	files   pendingWrites

	ephemeralURLs map[string]bool // addresses that another agent may have the next time
	knownOrigins  knownOrigins

	background    color.Color // of the terminal, as far as it said so
	colourless    bool        // the terminal has no colours, or is to show none
	width, height int         // of the terminal
}

// frameLines are the lines around a screen: header, rule, status, footer.
const frameLines = 4

// room is the size that a screen may have.
func (h *host) room() (width, height int) {
	return max(h.width-2, 1), max(h.height-frameLines, 1)
}

// perform changes what is shown as a screen asked.
func (h *host) perform(act action) tea.Cmd { return h.nav.perform(act) }

// identity is what tells an agent from others, also the next time: where it is
// spoken to, or its name where that is another address each time.
func (h *host) identity(agent *a2aclient.Agent) safe.Raw {
	for ref := range h.ephemeralURLs {
		if strings.HasPrefix(agent.Interface().URL.Exact(), ref) { //nolint:forbidigo // compared, not drawn
			return agent.Card().Name
		}
	}
	return agent.Interface().URL
}
