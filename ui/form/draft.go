package form

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/formgen/huhform"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/widget/shortcut"
	"a2aform/ui/kit"
)

// drafts keep what is filled in on the disk.
type drafts struct {
	kit.Drafts
	host *kit.Host
	to   kit.Screen // of the form, for the messages of commands
}

// keepDraft asks for a save of what has changed.
func (s *Screen) keepDraft() tea.Cmd { return s.drafts.keep(s.edits()) }

// keep asks for a save of an edit, unless it was saved.
func (d *drafts) keep(edit uint64) tea.Cmd {
	if d.File == nil || d.Due || edit == d.Tried {
		return nil
	}
	d.Due = true
	return kit.After(d.to, kit.DraftDelay, kit.SaveDraftMsg{})
}

// save writes a draft in a command.
func (d *drafts) save(draft any, edit uint64) tea.Cmd {
	file := d.File
	return kit.Later(d.to, func() tea.Msg { return kit.DraftSavedMsg{Edit: edit, Err: file.Save(draft, edit)} })
}

// saved reports once that drafts cannot be kept, and once that they can be again.
func (d *drafts) saved(m kit.DraftSavedMsg) kit.Action {
	d.Due, d.Tried = false, m.Edit
	if m.Err == nil {
		again := d.Failed != ""
		d.Failed = ""
		if again {
			return kit.Infof("the draft is kept again")
		}
		return kit.Action{}
	}
	why := safe.Text(m.Err.Error()).Line(0).String()
	if why == d.Failed {
		return kit.Action{}
	}
	d.Failed = why
	return kit.Errorf("what you fill in is only kept here, not on the disk: %s", why)
}

// start keeps what changes after an edit, from here on. It returns that edit if it was sent and its outcome is unknown.
func (d *drafts) start(file *kit.DraftFile, r kit.RestoredDraft, edit uint64) *kit.Unconfirmed {
	if file == nil || r.Off {
		return nil
	}
	file.Edit = edit
	d.Drafts = kit.Drafts{File: file, Tried: edit}
	if r.Sent == nil {
		return nil
	}
	return &kit.Unconfirmed{Sent: *r.Sent, Edit: edit}
}

// restoredNote reports the draft that was found when the form was opened.
func restoredNote(r kit.RestoredDraft) kit.Action {
	switch {
	case r.Notice != "":
		return kit.Errorf("%s", r.Notice)
	case r.Sent != nil:
		return kit.Errorf("%s", r.SentNote("your draft"))
	case r.IsOld:
		return kit.Infof("this form has changed since you filled it in at %s: what it still has is back; %s starts with an empty form", kit.Ago(r.Saved, time.Now()), shortcut.InProse(huhform.Keys.Undo))
	case !r.Saved.IsZero():
		return kit.Infof("your draft of %s is back; %s starts with an empty form", kit.Ago(r.Saved, time.Now()), shortcut.InProse(huhform.Keys.Undo))
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
		return kit.Action{}, s.drafts.save(s.draft(), s.edits())
	case presetMsg:
		s.presetsChanged(msg)
	case kit.DraftSavedMsg:
		act := s.drafts.saved(msg)
		return act, s.keepDraft() // what changed while that was saved
	}
	return kit.Action{}, nil
}

// notSecretMsg says that a name that contains no secret was kept, or why not.
type notSecretMsg struct {
	name string
	err  error
}

// clearSecret declares that a member name stands for no secret, from now on and for this agent.
func (s *Screen) clearSecret(name string) tea.Cmd {
	s.notSecret = append(s.notSecret, name)
	s.Form.SetNotSecret(s.notSecret)
	s.editor.page().Refresh()
	keep, origin := s.Host.Options.Store, s.origin()
	if keep == nil || origin == "" {
		return nil
	}
	return s.Host.Writes.TrackWrites(kit.Later(s, func() tea.Msg {
		return notSecretMsg{name, keep.KeepNotSecret(store.NotSecret{Origin: origin, Name: safe.Text(name)})}
	}))
}

func (s *Screen) tellCleared(m notSecretMsg) kit.Action {
	if m.err != nil {
		return kit.Errorf("this is not remembered: %s", m.err)
	}
	return kit.Infof("remembered for %s: no secret", s.origin())
}
