package kit

import (
	"context"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
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

// Copyable is a text that can be copied.
type Copyable struct {
	Label, Note string // in the list of them
	What        string // names the text after "Copied"
	Text        func() (string, error)
}

// AskCopy asks which of several texts to copy; the cursor is at one of them.
func (h *Host) AskCopy(title string, of []Copyable, at int) {
	widest := 0
	for _, c := range of {
		widest = max(widest, ansi.StringWidth(c.Label))
	}
	labels, notes := make([]string, len(of)), make([]string, len(of))
	for i, c := range of {
		labels[i], notes[i] = Pad(c.Label, widest), c.Note
	}
	h.Overlay = NewChooserAt(h, title, labels, notes, at, func(i int) tea.Cmd {
		text, err := of[i].Text()
		if err != nil {
			return h.Perform(Errorf("%s", err))
		}
		act, cmd := h.Copy(of[i].What, text)
		return tea.Batch(cmd, h.Perform(act))
	})
}
