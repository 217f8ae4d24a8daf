package kit

import (
	"context"

	tea "charm.land/bubbletea/v2"
)

// Clipboard puts a text into a clipboard that a2aform reaches by itself, such as that of tmux.
type Clipboard func(ctx context.Context, text string) error

// copiedMsg is a text that a [Clipboard] has, or does not take.
type copiedMsg struct {
	what, text string
	err        error
}

// Copy puts a text into the clipboard: by [Options.Clipboard], else by OSC 52, which the terminal may ignore. What names the text after
// "Copied", such as "the answer".
func (h *Host) Copy(what, text string) (Action, tea.Cmd) {
	if h.Options.Clipboard == nil {
		return copyByTerminal(what, text)
	}
	return Action{}, func() tea.Msg { return copiedMsg{what, text, h.Options.Clipboard(h.Context, text)} }
}

func copyByTerminal(what, text string) (Action, tea.Cmd) {
	return Infof("Copied %s (if your terminal allows clipboard access).", what), tea.SetClipboard(text)
}

// Copied says that a text was copied, and copies it by the terminal where that failed. It reports false for other messages.
func (h *Host) Copied(msg tea.Msg) (tea.Cmd, bool) {
	m, ok := msg.(copiedMsg)
	switch {
	case !ok:
		return nil, false
	case m.err != nil:
		act, cmd := copyByTerminal(m.what, m.text)
		return tea.Batch(cmd, h.Perform(act)), true
	}
	return h.Perform(Infof("Copied %s.", m.what)), true
}
