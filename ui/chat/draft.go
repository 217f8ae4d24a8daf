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

// Init looks for a draft, the first time.
func (s *Screen) Init() tea.Cmd {
	keep := s.Host.Options.Store
	if keep == nil || s.Host.Options.NoDrafts || s.with.agent == nil || s.drafts.File != nil {
		return s.loadAnswerAs()
	}
	s.drafts.File = &kit.DraftFile{Keep: keep, Of: store.FormOf{Agent: s.Host.Identity(s.with.agent), Skill: s.with.skillID(), Digest: kit.TextDigest}}
	file := s.drafts.File
	return tea.Batch(s.loadAnswerAs(), kit.Later(s, func() tea.Msg {
		var found textDraft
		r := file.Restore(func(data []byte) error { return json.Unmarshal(data, &found) })
		return writtenMsg{found.Text, r}
	}))
}

// takeWritten brings a draft back, unless something is written by now. Where a message was sent meanwhile, it is that message.
func (s *Screen) takeWritten(m writtenMsg) kit.Action {
	s.looked = true
	switch {
	case m.restored.Off:
		s.drafts.File = nil
	case m.text != "" && s.message.text() == "" && !s.hasSent:
		s.message.setText(m.text)
		s.seen = s.message.text()
		if sent := m.restored.Sent; sent != nil {
			s.unconfirmed = &unconfirmedText{s.seen, sent.MessageID}
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

// keepDraft asks for a save of what has changed.
func (s *Screen) keepDraft() tea.Cmd {
	if text := s.message.text(); text != s.seen {
		s.seen = text
		s.edit++
	}
	if s.drafts.File == nil || !s.looked || s.drafts.Due || s.edit == s.drafts.Tried {
		return nil // before it was looked for, a draft would be found as if it were of another day
	}
	s.drafts.Due = true
	return kit.After(s, kit.DraftDelay, kit.SaveDraftMsg{})
}

// saveDraft saves the text of the input. A message in flight stays in the draft until the
// agent has it, unless the user writes another.
func (s *Screen) saveDraft() tea.Cmd {
	file, text, edit := s.drafts.File, s.seen, s.edit
	if s.inFlight = s.inFlight && strings.TrimSpace(text) == ""; s.inFlight {
		s.drafts.Due, s.drafts.Tried = false, edit
		return nil
	}
	return kit.Later(s, func() tea.Msg { return kit.DraftSavedMsg{Edit: edit, Err: saveText(file, text, edit)} })
}

// saveText writes what is written; a text that is empty needs no draft.
func saveText(file *kit.DraftFile, text string, edit uint64) error {
	if strings.TrimSpace(text) == "" {
		file.Drop(edit)
		return nil
	}
	return file.Save(textDraft{text}, edit)
}

func (s *Screen) draftSaved(m kit.DraftSavedMsg) kit.Action {
	s.drafts.Due, s.drafts.Tried = false, m.Edit
	if m.Err == nil {
		s.drafts.Failed = ""
		return kit.Action{}
	}
	why := safe.Text(m.Err.Error()).Line(0).String()
	if why == s.drafts.Failed {
		return kit.Action{}
	}
	s.drafts.Failed = why
	return kit.Errorf("what you write is only kept here, not on the disk: %s", why)
}

// Unsaved gives what writes the text that is not on the disk yet.
func (s *Screen) Unsaved() (save func()) {
	file, text, edit := s.drafts.File, s.message.text(), s.edit
	inFlight := s.inFlight && strings.TrimSpace(text) == ""
	if file == nil || edit == 0 || inFlight {
		return func() {}
	}
	return func() { _ = saveText(file, text, edit+1) } // the program ends: no screen can say that it failed
}

// Release lets another window have the draft.
func (s *Screen) Release() {
	if s.drafts.File != nil {
		s.drafts.File.Release()
	}
}

// Persisted reports that the text comes back another day; attached files do not.
func (s *Screen) Persisted() bool {
	return s.drafts.File != nil && s.drafts.Failed == "" && len(s.message.files) == 0
}
