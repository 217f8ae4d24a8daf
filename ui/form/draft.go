package form

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/formgen/huhform"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/ui/kit"
)

// draftFile is where the drafts of this form are kept. The question of a task is
// answered while the task waits, and not another day.
func (s *Screen) draftFile() *kit.DraftFile {
	keep := s.Host.Options.Store
	if keep == nil || s.Host.Options.NoDrafts || s.agent == nil || s.use != nil {
		return nil
	}
	of := s.formOf()
	if !s.ofRun.IsEmpty() {
		of.Agent = safe.Text(kit.RunRef(s.ofRun))
	}
	return &kit.DraftFile{Keep: keep, Of: of, Known: s.knownForms()}
}

// knownForms returns the digests of the schemas of the skill and [kit.TextDigest]; nil
// for a form that is filled in again.
func (s *Screen) knownForms() []string {
	if !s.ofRun.IsEmpty() {
		return nil
	}
	inputs := s.agent.Card().Inputs
	if s.skill != nil {
		inputs = s.skill.Inputs
	}
	known := []string{kit.TextDigest}
	for i := range inputs {
		known = append(known, store.Digest(inputs[i].Schema))
	}
	return known
}

// formOf is what the form's drafts and presets are kept under.
func (s *Screen) formOf() store.FormOf {
	of := store.FormOf{Agent: s.Host.Identity(s.agent), Schema: s.Input.Name, Digest: store.Digest(s.Input.Schema)}
	if s.skill != nil {
		of.Skill = s.skill.ID
	}
	return of
}

// keepDraft asks for a save of what has changed.
func (s *Screen) keepDraft() tea.Cmd {
	if s.drafts.File == nil || s.drafts.Due || s.edits() == s.drafts.Tried {
		return nil
	}
	s.drafts.Due = true
	return kit.After(s, kit.DraftDelay, kit.SaveDraftMsg{})
}

// saveDraft captures the form and writes it in a command.
func (s *Screen) saveDraft() tea.Cmd {
	file, saved, edit := s.drafts.File, s.draft(), s.edits()
	return kit.Later(s, func() tea.Msg { return kit.DraftSavedMsg{Edit: edit, Err: file.Save(saved, edit)} })
}

// draftSaved saves what changed while the last save was running. It reports once that
// drafts cannot be kept, and once that they can be again.
func (s *Screen) draftSaved(m kit.DraftSavedMsg) (kit.Action, tea.Cmd) {
	s.drafts.Due, s.drafts.Tried = false, m.Edit
	if m.Err == nil {
		again := s.drafts.Failed != ""
		s.drafts.Failed = ""
		if again {
			return kit.Infof("the draft is kept again"), s.keepDraft()
		}
		return kit.Action{}, s.keepDraft()
	}
	why := safe.Text(m.Err.Error()).Line(0).String()
	if why == s.drafts.Failed {
		return kit.Action{}, s.keepDraft()
	}
	s.drafts.Failed = why
	return kit.Errorf("what you fill in is only kept here, not on the disk: %s", why), s.keepDraft()
}

// takeDraft starts to keep what changes from here on.
func (s *Screen) takeDraft(file *kit.DraftFile, r kit.RestoredDraft) {
	if file == nil || r.Off {
		return
	}
	file.Edit = s.edits()
	s.drafts = kit.Drafts{File: file, Tried: file.Edit}
	if r.Sent != nil {
		s.unconfirmed = &kit.Unconfirmed{Sent: *r.Sent, Edit: file.Edit}
	}
}

// restoredNote reports the draft that was found when the form was opened.
func (s *Screen) restoredNote(r kit.RestoredDraft) kit.Action {
	switch {
	case r.Notice != "":
		return kit.Errorf("%s", r.Notice)
	case r.Sent != nil:
		return kit.Errorf("%s", r.SentNote("your draft"))
	case r.IsOld:
		return kit.Infof("this form has changed since you filled it in at %s: what it still has is back; %s starts with an empty form", kit.Ago(r.Saved, time.Now()), huhform.Keys.Undo.Help().Key)
	case !r.Saved.IsZero():
		return kit.Infof("your draft of %s is back; %s starts with an empty form", kit.Ago(r.Saved, time.Now()), huhform.Keys.Undo.Help().Key)
	case r.InOther:
		return kit.Infof("%s", kit.OpenInOtherWindow)
	}
	return kit.Action{}
}

// Unsaved returns the func that writes the current form, nil if the disk has it.
func (s *Screen) Unsaved() (save func()) {
	file := s.drafts.File
	switch {
	case s.Form == nil || file == nil:
		return func() {}
	case s.taken > 0 && s.taken == s.edits():
		taken := s.taken
		return func() { file.Drop(taken) }
	}
	saved, edit := s.draft(), s.edits()
	return func() { _ = file.Save(saved, edit) } // the program ends: no screen can say that it failed
}

// Release lets another window have the form's draft.
func (s *Screen) Release() {
	if s.drafts.File != nil {
		s.drafts.File.Release()
	}
}

// Persisted reports that all of the form comes back another day.
func (s *Screen) Persisted() bool {
	return s.drafts.File != nil && s.drafts.Failed == "" && !s.Form.HasSecret()
}

// handleStored handles what concerns the files of the form.
func (s *Screen) handleStored(msg tea.Msg) (kit.Action, tea.Cmd) {
	switch msg := msg.(type) {
	case notSecretMsg:
		return s.tellCleared(msg), nil
	case kit.SaveDraftMsg:
		return kit.Action{}, s.saveDraft()
	case presetMsg:
		s.presetsChanged(msg)
	case kit.DraftSavedMsg:
		return s.draftSaved(msg)
	}
	return kit.Action{}, nil
}
