package ui

import (
	"encoding/json"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// textDraft is the draft of a message that was not sent.
type textDraft struct {
	Text string `json:"text"`
}

// writtenMsg is the draft that was found.
type writtenMsg struct {
	text     string
	restored restored
}

// init looks for a draft, the first time.
func (s *chatScreen) init() tea.Cmd {
	keep := s.host.opts.Store
	if keep == nil || s.host.opts.NoDrafts || s.agent == nil || s.drafts.file != nil {
		return nil
	}
	s.drafts.file = &draftFile{keep: keep, of: store.FormOf{Agent: s.host.identity(s.agent), Skill: s.skillID(), Digest: textDigest}}
	file := s.drafts.file
	return later(s, func() tea.Msg {
		var found textDraft
		r := file.restore(func(data []byte) error { return json.Unmarshal(data, &found) })
		return writtenMsg{found.Text, r}
	})
}

// skillID is the skill's id, empty for the agent itself.
func (s *chatScreen) skillID() safe.Raw {
	if s.skill == nil {
		return safe.Raw{}
	}
	return s.skill.ID
}

// takeWritten brings a draft back, unless something is written by now.
func (s *chatScreen) takeWritten(m writtenMsg) action {
	switch {
	case m.restored.off:
		s.drafts.file = nil
	case m.text != "" && s.area.Value() == "":
		s.area.SetValue(m.text)
		s.seen = s.area.Value()
		s.size()
		if sent := m.restored.sent; sent != nil {
			s.unconfirmed = &unconfirmedText{s.seen, sent.MessageID}
			return errorf("%s", m.restored.sentNote("what you wrote"))
		}
		return infof("what you wrote at %s is back", ago(m.restored.saved, time.Now()))
	case m.restored.inOther:
		return infof("%s", openInOther)
	}
	if m.restored.notice != "" {
		return errorf("%s", m.restored.notice)
	}
	return action{}
}

// keepDraft asks for a save of what has changed.
func (s *chatScreen) keepDraft() tea.Cmd {
	if text := s.area.Value(); text != s.seen {
		s.seen = text
		s.edit++
	}
	if s.drafts.file == nil || s.drafts.due || s.edit == s.drafts.tried {
		return nil
	}
	s.drafts.due = true
	return after(s, draftDelay, saveDraftMsg{})
}

// saveDraft saves what is written. What is on its way is kept until the agent has
// it, unless something else is written meanwhile.
func (s *chatScreen) saveDraft() tea.Cmd {
	file, text, edit := s.drafts.file, s.seen, s.edit
	if s.inFlight = s.inFlight && strings.TrimSpace(text) == ""; s.inFlight {
		s.drafts.due, s.drafts.tried = false, edit
		return nil
	}
	return later(s, func() tea.Msg { return draftSavedMsg{edit, saveText(file, text, edit)} })
}

// saveText writes what is written; a text that is empty needs no draft.
func saveText(file *draftFile, text string, edit uint64) error {
	if strings.TrimSpace(text) == "" {
		file.drop(edit)
		return nil
	}
	return file.save(textDraft{text}, edit)
}

func (s *chatScreen) draftSaved(m draftSavedMsg) action {
	s.drafts.due, s.drafts.tried = false, m.edit
	if m.err == nil {
		s.drafts.failed = ""
		return action{}
	}
	why := safe.Text(m.err.Error()).Line(0).String()
	if why == s.drafts.failed {
		return action{}
	}
	s.drafts.failed = why
	return errorf("what you write is only kept here, not on the disk: %s", why)
}

func (s *chatScreen) unsaved() (save func()) {
	file, text, edit := s.drafts.file, s.area.Value(), s.edit
	inFlight := s.inFlight && strings.TrimSpace(text) == ""
	if file == nil || edit == 0 || inFlight {
		return func() {}
	}
	return func() { _ = saveText(file, text, edit+1) } // the program ends: no screen can say that it failed
}

// release lets another window have the draft.
func (s *chatScreen) release() {
	if s.drafts.file != nil {
		s.drafts.file.release()
	}
}

// persisted reports that the text comes back another day; attached files do not.
func (s *chatScreen) persisted() bool {
	return s.drafts.file != nil && s.drafts.failed == "" && len(s.files) == 0
}
