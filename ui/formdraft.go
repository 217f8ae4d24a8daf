package ui

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// draftDelay is how long edits are gathered until a draft of them is written. It
// leaves time to write within the 250 ms that may be lost.
const draftDelay = 100 * time.Millisecond

// drafts keeps what is filled in on the disk while it is not sent. Its methods
// belong to Update, but for those of the file.
type drafts struct {
	file   *draftFile // nil where nothing is kept
	tried  uint64     // the last edit that was saved, or could not be
	due    bool       // a save is on its way
	failed string     // why the last save failed, "" if it did not
}

// draftFile is the draft of one form on the disk. It is written by one at a
// time, and never by an older edit.
type draftFile struct {
	keep *store.Store
	of   store.FormOf
	// known are the digests of the schemas that the skill has; drafts of others are of
	// forms that the agent has changed.
	known []string
	old   *store.FormOf // of the form before; its draft goes once this form has one

	mu    sync.Mutex
	edit  uint64
	claim store.Claim // of this window, from restore on
}

// draftSaver is a screen that keeps drafts.
type draftSaver interface {
	unsaved() (save func()) // save writes what is not on the disk yet, in any goroutine
	release()               // lets another window have its draft
	persisted() bool        // all of it comes back another day
}

type saveDraftMsg struct{}

type draftSavedMsg struct {
	edit uint64
	err  error
}

// restored is what was found on the disk when a form was opened.
type restored struct {
	saved  time.Time // zero where there was no draft
	notice string    // why there is none, where somebody must know
	off    bool      // the file is not ours to write
	sent   *store.Sent
	isOld  bool // it was of the form before

	inOther bool // another window has the form too
}

// draftFile is where the drafts of this form are kept. The question of a task is
// answered while the task waits, and not another day.
func (s *formScreen) draftFile() *draftFile {
	keep := s.app.opts.Store
	if keep == nil || s.app.opts.NoDrafts || s.agent == nil || s.answer != nil {
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
	of := store.FormOf{Agent: s.app.identity(s.agent), Schema: s.input.Name, Digest: store.Digest(s.input.Schema)}
	if s.skill != nil {
		of.Skill = s.skill.ID
	}
	return of
}

// restore hands the draft that there is to take, which says whether it can be
// used. It is called in a command.
func (f *draftFile) restore(take func([]byte) error) (r restored) {
	if f == nil {
		return restored{}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.claim = f.keep.Claim(f.of)
	f.of = f.claim.FormOf
	r = f.bring(take)
	r.inOther = f.claim.HeldByOther
	return r
}

func (f *draftFile) bring(take func([]byte) error) restored {
	draft, err := f.keep.Draft(f.of)
	if err == nil {
		if err = take(draft.Form); err == nil {
			return restored{saved: draft.Saved, sent: draft.Sent}
		}
		err = errors.Join(err, f.keep.SetDraftAside(f.of))
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return f.bringOld(take)
	case errors.Is(err, store.ErrDraftNewer):
		return restored{notice: "a later a2aform has kept a draft of this form, which is left as it is; what you fill in here is not kept", off: true}
	}
	return restored{notice: fmt.Sprintf("there was a draft: %s", safe.Text(err.Error()).Line(0))}
}

// bringOld brings the draft of a form that the agent has changed since, as far as
// the form still has what was filled in.
func (f *draftFile) bringOld(take func([]byte) error) restored {
	if f.known == nil {
		return restored{}
	}
	for _, draft := range f.keep.OldDrafts(f.of.Agent, f.of.Skill, f.known) {
		if take(draft.Form) == nil {
			f.old = &draft.FormOf
			return restored{saved: draft.Saved, isOld: true}
		}
	}
	return restored{}
}

// dropOld removes the draft of the form before, which this form has taken over.
func (f *draftFile) dropOld() {
	if f.old != nil {
		_ = f.keep.DropDraft(*f.old) // it would only come back
		f.old = nil
	}
}

// release lets another window have the draft.
func (f *draftFile) release() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.claim.Release()
}

// save writes a draft, unless that or a later one is there.
func (f *draftFile) save(draft any, edit uint64) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if edit <= f.edit {
		return nil
	}
	return f.write(draft, edit, nil)
}

// mark writes a draft that is being sent, or that came back where sent is nil,
// unless a later one is there.
func (f *draftFile) mark(draft any, edit uint64, sent *store.Sent) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if edit < f.edit {
		return nil
	}
	return f.write(draft, edit, sent)
}

func (f *draftFile) write(draft any, edit uint64, sent *store.Sent) error {
	form, err := json.Marshal(draft)
	if err != nil {
		return fmt.Errorf("write the draft: %w", err)
	}
	if err := f.keep.SaveDraft(store.Draft{FormOf: f.of, Saved: time.Now(), Form: form, Sent: sent}); err != nil {
		return err
	}
	f.edit = edit
	f.dropOld()
	return nil
}

// drop removes the draft of an edit that was sent.
func (f *draftFile) drop(edit uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.edit <= edit {
		f.edit = edit
		f.dropOld()
		_ = f.keep.DropDraft(f.of) // it would come back, and be told to be a draft
	}
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
	file, draft, edit := s.drafts.file, s.form.Draft(), s.form.Edit()
	return later(s, func() tea.Msg { return draftSavedMsg{edit, file.save(draft, edit)} })
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

// openInOther says that drafts are kept beside one another.
const openInOther = "this is open in another window too; each window keeps its own draft"

// ago is a time for somebody who knows what day it is.
func ago(t, now time.Time) string {
	t, now = t.Local(), now.Local()
	if t.YearDay() == now.YearDay() && t.Year() == now.Year() {
		return t.Format("15:04:05")
	}
	return t.Format("2006-01-02 15:04")
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
	draft, edit := s.form.Draft(), s.form.Edit()
	return func() { _ = file.save(draft, edit) } // the program ends: no screen can say that it failed
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
