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

// said is a message of a chat on its way.
type said struct {
	draft  *draft
	text   string
	files  []a2aclient.FilePart
	edit   uint64
	isBack bool // in the text of the screen
}

// unconfirmedText is what was sent, and the id that it went under.
type unconfirmedText struct{ text, id string }

// send is a message that is sent now, with the edit that it has.
func (d *draft) send(plan *run.Plan) *said {
	d.inFlight, d.hasSent = true, true
	return &said{draft: d, text: plan.Text, files: plan.Files, edit: d.edit}
}

// idOf is the id that a text went under whose outcome is unknown, "" for another text.
func (d *draft) idOf(text string) string {
	if d.unconfirmed == nil || d.unconfirmed.text != text {
		return ""
	}
	return d.unconfirmed.id
}

// leaving marks the draft as sent, in a command.
func (m *said) leaving() func(string) {
	file, text, edit := m.draft.File, m.text, m.edit
	if file == nil || text == "" {
		return nil
	}
	return func(id string) {
		_ = file.Mark(textDraft{text}, edit, &store.Sent{At: time.Now(), MessageID: id}) // the journal has it, too
	}
}

// Accepted lets the draft go; a text that came back was not to be sent twice.
func (m *said) Accepted() tea.Cmd {
	d := m.draft
	d.inFlight, d.unconfirmed = false, nil
	if m.isBack && d.of.text() == m.text {
		d.of.clear()
	}
	d.edit++
	return d.keep()
}

// Rejected does nothing: the chat shows the message.
func (m *said) Rejected(*a2a.Message, safe.Raw) {}

// Returned gives back what the agent does not have, to be sent again or changed.
func (m *said) Returned(now run.Snapshot) tea.Cmd {
	d := m.draft
	if kit.LostMessage(now) != nil {
		return nil
	}
	d.inFlight = false
	if d.of.text() == "" && len(d.of.files) == 0 {
		d.of.setText(m.text)
		d.of.files, m.isBack = m.files, true
	}
	d.edit++
	return d.keep()
}
