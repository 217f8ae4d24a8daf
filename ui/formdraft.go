package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// draftFile is where the drafts of this form are kept. The question of a task is
// answered while the task waits, and not another day.
func (s *formScreen) draftFile() *draftFile {
	keep := s.host.opts.Store
	if keep == nil || s.host.opts.NoDrafts || s.agent == nil || s.answer != nil {
		return nil
	}
	of := s.formOf()
	if !s.ofRun.IsEmpty() {
		of.Agent = safe.Text(runRef(s.ofRun))
	}
	return &draftFile{keep: keep, of: of, known: s.knownForms()}
}

// knownForms are the digests of the schemas of the skill, and what stands for one
// in a conversation; nil for a form that is filled in again.
func (s *formScreen) knownForms() []string {
	if !s.ofRun.IsEmpty() {
		return nil
	}
	inputs := s.agent.Card().Inputs
	if s.skill != nil {
		inputs = s.skill.Inputs
	}
	known := []string{textDigest}
	for i := range inputs {
		known = append(known, store.Digest(inputs[i].Schema))
	}
	return known
}

// formOf is what the form's drafts and presets are kept under.
func (s *formScreen) formOf() store.FormOf {
	of := store.FormOf{Agent: s.host.identity(s.agent), Schema: s.input.Name, Digest: store.Digest(s.input.Schema)}
	if s.skill != nil {
		of.Skill = s.skill.ID
	}
	return of
}

// keepDraft asks for a save of what has changed.
func (s *formScreen) keepDraft() tea.Cmd {
	if s.drafts.file == nil || s.drafts.due || s.form.Edit() == s.drafts.tried {
		return nil
	}
	s.drafts.due = true
	return after(s, draftDelay, saveDraftMsg{})
}

// saveDraft captures the form and writes it in a command.
func (s *formScreen) saveDraft() tea.Cmd {
	file, saved, edit := s.drafts.file, s.form.Draft(), s.form.Edit()
	return later(s, func() tea.Msg { return draftSavedMsg{edit, file.save(saved, edit)} })
}

// draftSaved goes on with what was changed meanwhile. That nothing can be kept is
// told once, and that it can be again.
func (s *formScreen) draftSaved(m draftSavedMsg) (action, tea.Cmd) {
	s.drafts.due, s.drafts.tried = false, m.edit
	if m.err == nil {
		again := s.drafts.failed != ""
		s.drafts.failed = ""
		if again {
			return infof("the draft is kept again"), s.keepDraft()
		}
		return action{}, s.keepDraft()
	}
	why := safe.Text(m.err.Error()).Line(0).String()
	if why == s.drafts.failed {
		return action{}, s.keepDraft()
	}
	s.drafts.failed = why
	return errorf("what you fill in is only kept here, not on the disk: %s", why), s.keepDraft()
}

// takeDraft starts to keep what changes from here on.
func (s *formScreen) takeDraft(file *draftFile, r restored) {
	if file == nil || r.off {
		return
	}
	file.edit = s.form.Edit()
	s.drafts = drafts{file: file, tried: file.edit}
	if r.sent != nil {
		s.unconfirmed = &unconfirmed{*r.sent, file.edit}
	}
}

// restoredNote tells of what was found when the form was opened.
func (s *formScreen) restoredNote(r restored) action {
	switch {
	case r.notice != "":
		return errorf("%s", r.notice)
	case r.sent != nil:
		return errorf("%s", r.sentNote("your draft"))
	case r.isOld:
		return infof("the agent has changed this form since you filled it in at %s: what it still has is back; ctrl+z starts with an empty form", ago(r.saved, time.Now()))
	case !r.saved.IsZero():
		return infof("your draft of %s is back; ctrl+z starts with an empty form", ago(r.saved, time.Now()))
	case r.inOther:
		return infof("%s", openInOther)
	}
	return action{}
}

func (s *formScreen) unsaved() (save func()) {
	file := s.drafts.file
	switch {
	case s.form == nil || file == nil:
		return func() {}
	case s.taken > 0 && s.taken == s.form.Edit():
		taken := s.taken
		return func() { file.drop(taken) }
	}
	saved, edit := s.form.Draft(), s.form.Edit()
	return func() { _ = file.save(saved, edit) } // the program ends: no screen can say that it failed
}

// release lets another window have the form's draft.
func (s *formScreen) release() {
	if s.drafts.file != nil {
		s.drafts.file.release()
	}
}

// persisted reports that all of the form comes back another day.
func (s *formScreen) persisted() bool {
	return s.drafts.file != nil && s.drafts.failed == "" && !s.form.HasSecret()
}

// handleStored handles what concerns the files of the form.
func (s *formScreen) handleStored(msg tea.Msg) (action, tea.Cmd) {
	switch msg := msg.(type) {
	case notSecretMsg:
		return s.tellCleared(msg), nil
	case saveDraftMsg:
		return action{}, s.saveDraft()
	case presetMsg:
		s.presetsChanged(msg)
	case draftSavedMsg:
		return s.draftSaved(msg)
	}
	return action{}, nil
}
