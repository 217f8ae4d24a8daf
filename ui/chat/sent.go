package chat

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/ui/kit"
)

// said is a message of a chat.
type said struct {
	screen *Screen
	text   string
	files  []a2aclient.FilePart
	edit   uint64
	isBack bool // in the text of the screen
}

// unconfirmedText is what was sent, and the id that it went under.
type unconfirmedText struct{ text, id string }

// leaving is that of a form.
func (m *said) leaving() func(string) {
	file, text, edit := m.screen.drafts.File, m.text, m.edit
	if file == nil || text == "" {
		return nil
	}
	return func(id string) {
		_ = file.Mark(textDraft{text}, edit, &store.Sent{At: time.Now(), MessageID: id}) // the journal has it, too
	}
}

// Accepted lets the draft go; a text that came back was not to be sent twice.
func (m *said) Accepted() tea.Cmd {
	s := m.screen
	s.inFlight, s.unconfirmed = false, nil
	if m.isBack && s.message.text() == m.text {
		s.clear()
	}
	s.edit++
	return s.keepDraft()
}

// Rejected does nothing: the chat shows the message.
func (m *said) Rejected(*a2a.Message, safe.Raw) {}

// Returned gives back what the agent does not have, to be sent again or changed.
func (m *said) Returned(now run.Snapshot) tea.Cmd {
	s := m.screen
	if kit.LostMessage(now) != nil {
		return nil
	}
	s.inFlight = false
	if s.message.text() == "" && len(s.message.files) == 0 {
		s.message.setText(m.text)
		s.message.files, m.isBack = m.files, true
	}
	s.edit++
	return s.keepDraft()
}
