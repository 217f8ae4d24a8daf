package kit

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/a2aclient"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
	"a2aform/internal/store"
)

// Unconfirmed is an edit that was sent and whose outcome is unknown.
type Unconfirmed struct {
	store.Sent
	Edit uint64
}

// Warning says what the user must know before it is sent again.
func (l *Unconfirmed) Warning() string {
	return fmt.Sprintf("this was sent at %s, and its outcome is unknown: look at the agent's tasks first. "+
		"Sending it again could run it twice.", Ago(l.At, time.Now()))
}

// SentNote says that a restored form was sent.
func (r RestoredDraft) SentNote(what string) string {
	return fmt.Sprintf("%s is back; it was sent at %s, and its outcome is unknown: look at the agent's tasks before you send it again",
		what, Ago(r.Sent.At, time.Now()))
}

// LostMessage is what is to be known of a message that was broken off, nil where it is
// known that the agent does nothing.
func LostMessage(s run.Snapshot) *store.Sent {
	if !errors.Is(s.Err, a2aclient.ErrUnsettled) {
		return nil
	}
	return &store.Sent{At: s.Started, MessageID: s.Plan.Request().MessageID}
}

// DraftDelay is how long edits are gathered until a draft of them is written. It
// leaves time to write within the 250 ms that may be lost.
const DraftDelay = 100 * time.Millisecond

// Drafts keeps what is filled in on the disk while it is not sent. Its methods
// belong to Update, but for those of the file.
type Drafts struct {
	File   *DraftFile // nil where nothing is kept
	Tried  uint64     // the last edit that was saved, or could not be
	Due    bool       // a save is on its way
	Failed string     // why the last save failed, "" if it did not
}

// DraftFile is the draft of one form on the disk. It is written by one at a
// time, and never by an older edit.
type DraftFile struct {
	Keep *store.Store
	Of   store.FormOf
	// Known are the digests of the schemas that the skill has; drafts of others are of
	// forms that the agent has changed.
	Known []string
	old   *store.FormOf // of the form before; its draft goes once this form has one

	mu    sync.Mutex
	Edit  uint64
	lease store.Lease // of this window, from restore on
}

// Restore hands the draft that there is to take, which says whether it can be
// used. It is called in a command.
func (f *DraftFile) Restore(take func([]byte) error) (r RestoredDraft) {
	if f == nil {
		return RestoredDraft{}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lease = f.Keep.AcquireLease(f.Of)
	f.Of = f.lease.FormOf
	r = f.bring(take)
	r.InOther = f.lease.HeldByOther
	return r
}

func (f *DraftFile) bring(take func([]byte) error) RestoredDraft {
	draft, err := f.Keep.Draft(f.Of)
	if err == nil {
		if err = take(draft.Form); err == nil {
			return RestoredDraft{Saved: draft.Saved, Sent: draft.Sent}
		}
		err = errors.Join(err, f.Keep.SetDraftAside(f.Of))
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return f.bringOld(take)
	case errors.Is(err, store.ErrDraftNewer):
		return RestoredDraft{Notice: "a later a2aform has kept a draft of this form, which is left as it is; what you fill in here is not kept", Off: true}
	}
	return RestoredDraft{Notice: fmt.Sprintf("there was a draft: %s", safe.Text(err.Error()).Line(0))}
}

// bringOld brings the draft of a form that the agent has changed since, as far as
// the form still has what was filled in.
func (f *DraftFile) bringOld(take func([]byte) error) RestoredDraft {
	if f.Known == nil {
		return RestoredDraft{}
	}
	for _, draft := range f.Keep.OldDrafts(f.Of.Agent, f.Of.Skill, f.Known) {
		if take(draft.Form) == nil {
			f.old = &draft.FormOf
			return RestoredDraft{Saved: draft.Saved, IsOld: true}
		}
	}
	return RestoredDraft{}
}

// dropOld removes the draft of the form before, which this form has taken over.
func (f *DraftFile) dropOld() {
	if f.old != nil {
		_ = f.Keep.DropDraft(*f.old) // it would only come back
		f.old = nil
	}
}

// Release lets another window have the draft.
func (f *DraftFile) Release() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lease.Release()
}

// Save writes a draft, unless that or a later one is there.
func (f *DraftFile) Save(draft any, edit uint64) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if edit <= f.Edit {
		return nil
	}
	return f.write(draft, edit, nil)
}

// Mark writes a draft that is being sent, or that came back where sent is nil,
// unless a later one is there.
func (f *DraftFile) Mark(draft any, edit uint64, sent *store.Sent) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if edit < f.Edit {
		return nil
	}
	return f.write(draft, edit, sent)
}

func (f *DraftFile) write(draft any, edit uint64, sent *store.Sent) error {
	form, err := json.Marshal(draft)
	if err != nil {
		return fmt.Errorf("write the draft: %w", err)
	}
	if err := f.Keep.SaveDraft(store.Draft{FormOf: f.Of, Saved: time.Now(), Form: form, Sent: sent}); err != nil {
		return err
	}
	f.Edit = edit
	f.dropOld()
	return nil
}

// Drop removes the draft of an edit that was sent.
func (f *DraftFile) Drop(edit uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.Edit <= edit {
		f.Edit = edit
		f.dropOld()
		_ = f.Keep.DropDraft(f.Of) // else it would come back as a draft
	}
}

// DraftSaver is a screen that keeps drafts.
type DraftSaver interface {
	Unsaved() (save func()) // save writes what is not on the disk yet, in any goroutine
	Release()               // lets another window have its draft
	Persisted() bool        // all of it comes back another day
}

// SaveDraftMsg says that a draft is to be saved now.
type SaveDraftMsg struct{}

// DraftSavedMsg says what became of saving an edit.
type DraftSavedMsg struct {
	Edit uint64
	Err  error
}

// RestoredDraft is what was found on the disk when a form was opened.
type RestoredDraft struct {
	Saved  time.Time // zero where there was no draft
	Notice string    // why there is none, if the user must know
	Off    bool      // the file is not ours to write
	Sent   *store.Sent
	IsOld  bool // it was of the form before

	InOther bool // another window has the form too
}

// OpenInOtherWindow says that each window has a draft of its own.
const OpenInOtherWindow = "this is open in another window too; each window keeps its own draft"

// TextDigest is in a chat's draft what the digest of the schema is in a form's.
const TextDigest = "text"

// RunRef is the reference of a form that belongs to a run, not to an agent.
func RunRef(id safe.Raw) string { return "run " + id.Exact() } //nolint:forbidigo // compared, not drawn

// pendingWrites is the work on the user's files that goes on. Bubble Tea does not wait
// for commands when it ends, so the program does: a command that writes on behind
// it would be cut off by the end of the process.
type pendingWrites struct {
	mu   sync.Mutex
	over bool
	wg   sync.WaitGroup
}

// LongestWrite is how long the end of the program waits for what writes.
const LongestWrite = time.Second

// TrackWrites makes a command that the end of the program waits for. After that end it
// does nothing.
func (p *pendingWrites) TrackWrites(cmd tea.Cmd) tea.Cmd {
	return func() (msg tea.Msg) {
		p.Do(func() { msg = cmd() })
		return msg
	}
}

// Do runs work that the end of the program waits for. After that end it does nothing.
func (p *pendingWrites) Do(work func()) {
	if p.begin() {
		defer p.wg.Done()
		work()
	}
}

func (p *pendingWrites) begin() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.over {
		p.wg.Add(1)
	}
	return !p.over
}

// End waits for what writes, and lets nothing begin any more.
func (p *pendingWrites) End() {
	p.mu.Lock()
	p.over = true
	p.mu.Unlock()
	written := make(chan struct{})
	safego.Go(func() {
		p.wg.Wait()
		close(written)
	})
	select {
	case <-written:
	case <-time.After(LongestWrite): // a disk that hangs
	}
}
