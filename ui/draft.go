package ui

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// unconfirmed is an edit that was sent and whose outcome is unknown.
type unconfirmed struct {
	store.Sent
	edit uint64
}

// warning is what there is to know before it is sent again.
func (l *unconfirmed) warning() string {
	return fmt.Sprintf("this was sent at %s, and nobody knows what came of it: look at the agent's tasks first; "+
		"it goes under the same id now, and the agent may do it twice", ago(l.At, time.Now()))
}

// sentNote tells that what comes back was sent.
func (r restored) sentNote(what string) string {
	return fmt.Sprintf("%s is back; it was sent at %s, and nobody knows what came of it: look at the agent's tasks before you send it again",
		what, ago(r.sent.At, time.Now()))
}

// lostBy is what is to be known of a message that was broken off, nil where it is
// known that the agent does nothing.
func lostBy(s run.Snapshot) *store.Sent {
	if !errors.Is(s.Err, a2aclient.ErrUnsettled) {
		return nil
	}
	return &store.Sent{At: s.Started, MessageID: s.Plan.Request().MessageID}
}

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
	lease store.Lease // of this window, from restore on
}

// restore hands the draft that there is to take, which says whether it can be
// used. It is called in a command.
func (f *draftFile) restore(take func([]byte) error) (r restored) {
	if f == nil {
		return restored{}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lease = f.keep.AcquireLease(f.of)
	f.of = f.lease.FormOf
	r = f.bring(take)
	r.inOther = f.lease.HeldByOther
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
	f.lease.Release()
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

// openInOther says that drafts are kept beside one another.
const openInOther = "this is open in another window too; each window keeps its own draft"

// textDigest stands where a form's draft has the digest of its schema.
const textDigest = "text"

// runRef tells the forms of a run from those of agents.
func runRef(id safe.Raw) string { return "run " + id.Exact() } //nolint:forbidigo // compared, not drawn
