package chat

import (
	"encoding/json"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/ui/kit"
)

// textDraft is the draft of a message that was not sent.
type textDraft struct {
	Text string `json:"text"`
}

// writtenMsg is the draft that was found.
type writtenMsg struct {
	text     string
	restored kit.RestoredDraft
}

// draft keeps on the disk what is written, until it is sent.
type draft struct {
	kit.Drafts
	host *kit.Host
	to   kit.Screen // of the chat, for the messages of commands
	of   *composer

	looked      bool             // for one that was kept
	seen        string           // the text when it was last looked at
	edit        uint64           // counts its changes
	inFlight    bool             // it belongs to a message on its way
	hasSent     bool             // a message, since the chat was opened
	unconfirmed *unconfirmedText // what was sent, and whose outcome is unknown
}

// find looks for a message to a recipient that was kept, the first time.
func (d *draft) find(with *recipient) tea.Cmd {
	keep := d.host.Options.Store
	if keep == nil || d.host.Options.NoDrafts || with.agent == nil || d.File != nil {
		return nil
	}
	d.File = &kit.DraftFile{Keep: keep, Of: store.FormOf{Agent: d.host.Identity(with.agent), Skill: with.skillID(), Digest: kit.TextDigest}}
	file := d.File
	return kit.Later(d.to, func() tea.Msg {
		var found textDraft
		r := file.Restore(func(data []byte) error { return json.Unmarshal(data, &found) })
		return writtenMsg{found.Text, r}
	})
}

// restore brings a draft back, unless something is written by now. Where a message was sent meanwhile, it is that message.
func (d *draft) restore(m writtenMsg) kit.Action {
	d.looked = true
	switch {
	case m.restored.Off:
		d.File = nil
	case m.text != "" && d.of.text() == "" && !d.hasSent:
		d.of.setText(m.text)
		d.seen = d.of.text()
		if sent := m.restored.Sent; sent != nil {
			d.unconfirmed = &unconfirmedText{d.seen, sent.MessageID}
			return kit.Errorf("%s", m.restored.SentNote("what you wrote"))
		}
		return kit.Infof("what you wrote at %s is back", kit.Ago(m.restored.Saved, time.Now()))
	case m.restored.InOther:
		return kit.Infof("%s", kit.OpenInOtherWindow)
	}
	if m.restored.Notice != "" {
		return kit.Errorf("%s", m.restored.Notice)
	}
	return kit.Action{}
}

// keep asks for a save of what has changed.
func (d *draft) keep() tea.Cmd {
	if text := d.of.text(); text != d.seen {
		d.seen = text
		d.edit++
	}
	if d.File == nil || !d.looked || d.Due || d.edit == d.Tried {
		return nil // before it was looked for, a draft would be found as if it were of another day
	}
	d.Due = true
	return kit.After(d.to, kit.DraftDelay, kit.SaveDraftMsg{})
}

// save saves the text of the input. A message in flight stays in the draft until the
// agent has it, unless the user writes another.
func (d *draft) save() tea.Cmd {
	file, text, edit := d.File, d.seen, d.edit
	if d.inFlight = d.inFlight && strings.TrimSpace(text) == ""; d.inFlight {
		d.Due, d.Tried = false, edit
		return nil
	}
	return kit.Later(d.to, func() tea.Msg { return kit.DraftSavedMsg{Edit: edit, Err: saveText(file, text, edit)} })
}

// saveText writes what is written; a text that is empty needs no draft.
func saveText(file *kit.DraftFile, text string, edit uint64) error {
	if strings.TrimSpace(text) == "" {
		file.Drop(edit)
		return nil
	}
	return file.Save(textDraft{text}, edit)
}

func (d *draft) saved(m kit.DraftSavedMsg) kit.Action {
	d.Due, d.Tried = false, m.Edit
	if m.Err == nil {
		d.Failed = ""
		return kit.Action{}
	}
	why := safe.Text(m.Err.Error()).Line(0).String()
	if why == d.Failed {
		return kit.Action{}
	}
	d.Failed = why
	return kit.Errorf("what you write is only kept here, not on the disk: %s", why)
}

// unsaved gives what writes the text that is not on the disk yet.
func (d *draft) unsaved() (save func()) {
	file, text, edit := d.File, d.of.text(), d.edit
	inFlight := d.inFlight && d.of.isBlank()
	if file == nil || edit == 0 || inFlight {
		return func() {}
	}
	return func() { _ = saveText(file, text, edit+1) } // the program ends: no screen can say that it failed
}

// release lets another window have the draft.
func (d *draft) release() {
	if d.File != nil {
		d.File.Release()
	}
}

// isPersisted reports that the text comes back another day; attached files do not.
func (d *draft) isPersisted() bool {
	return d.File != nil && d.Failed == "" && len(d.of.files) == 0
}
