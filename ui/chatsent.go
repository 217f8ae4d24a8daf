package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/store"
)

// said is a message of a conversation.
type said struct {
	screen *chatScreen
	text   string
	files  []a2aclient.FilePart
	edit   uint64
	isBack bool // in the text of the screen
}

// unconfirmedText is what was sent, and the id that it went under.
type unconfirmedText struct{ text, id string }

// leaving is that of a form.
func (m *said) leaving() func(string) {
	file, text, edit := m.screen.drafts.file, m.text, m.edit
	if file == nil || text == "" {
		return nil
	}
	return func(id string) {
		_ = file.mark(textDraft{text}, edit, &store.Sent{At: time.Now(), MessageID: id}) // the journal has it, too
	}
}

// accepted lets the draft go; a text that came back was not to be sent twice.
func (m *said) accepted() tea.Cmd {
	s := m.screen
	s.inFlight, s.unconfirmed = false, nil
	if m.isBack && s.area.Value() == m.text {
		s.clear()
	}
	s.edit++
	return s.keepDraft()
}

// returned gives back what the agent does not have, to be sent again or changed.
func (m *said) returned(now run.Snapshot) tea.Cmd {
	s := m.screen
	if lostBy(now) != nil {
		return nil
	}
	s.inFlight = false
	if s.area.Value() == "" && len(s.files) == 0 {
		s.area.SetValue(m.text)
		s.files, m.isBack = m.files, true
		s.size()
	}
	s.edit++
	return s.keepDraft()
}
