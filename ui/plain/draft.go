package plain

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"time"

	"a2aform/a2aclient"
	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/internal/store"
)

// draft keeps a form on the disk while it is answered. The screens go on with it,
// and it with theirs. Answers from a pipe are not kept: the next call of a script
// is to ask the same questions.
type draft struct {
	*session
	form *formgen.Form
	of   store.FormOf
	// lease is ours as long as the form is open.
	lease  store.Lease
	edit   uint64 // that is on the disk
	warned bool   // that nothing can be kept
}

// identity identifies the agent in later sessions: its endpoint, or its name if the endpoint is another one each time.
func (s *session) identity() safe.Raw {
	if s.opts.Passing {
		return s.agent.Card().Name
	}
	return s.agent.Interface().URL
}

// skillID is empty for the agent itself.
func (w skillInput) skillID() safe.Raw {
	if w.skill == nil {
		return safe.Raw{}
	}
	return w.skill.ID
}

// keepsNothing reports a session that brings nothing back and leaves nothing for the next one.
func (s *session) keepsNothing() bool {
	return s.opts.Store == nil || s.opts.NoDrafts || s.opts.IsPiped
}

// keep brings a form's draft back and keeps what is answered from here on.
func (s *session) keep(form *formgen.Form, w skillInput) *draft {
	if s.keepsNothing() {
		return nil
	}
	d := &draft{session: s, form: form, of: store.FormOf{
		Agent: s.identity(), Skill: w.skillID(), Schema: w.input.Name, Digest: store.Digest(w.input.Schema),
	}}
	d.lease = s.opts.Store.AcquireLease(d.of)
	if d.of = d.lease.FormOf; d.lease.HeldByOther {
		d.printf("This form is open in another window too; each keeps its own draft.")
	}
	if !d.restore() {
		d.release()
		return nil
	}
	d.edit = form.Edit()
	s.before = d.save
	return d
}

// restore brings back the draft. It reports false where the file is not ours
// to write.
func (d *draft) restore() bool {
	kept, err := d.opts.Store.Draft(d.of)
	if err == nil {
		if err = d.form.Restore(kept.Form); err != nil {
			err = errors.Join(err, d.opts.Store.SetDraftAside(d.of))
		} else {
			d.printf("Your draft from %s is loaded. Press Enter to keep the value in [ ].", kept.Saved.Local().Format("2006-01-02 15:04"))
		}
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		d.printf("! %s", safe.Text(err.Error()).Line(0))
	}
	return !errors.Is(err, store.ErrDraftNewer)
}

// save writes what has changed since it was written last. A failure is reported
// once.
func (d *draft) save() {
	if d.form.Edit() == d.edit {
		return
	}
	d.edit = d.form.Edit()
	form, err := json.Marshal(d.form.Draft())
	if err == nil {
		err = d.opts.Store.SaveDraft(store.Draft{FormOf: d.of, Saved: time.Now(), Form: form})
	}
	if err != nil && !d.warned {
		d.warned = true
		d.printf("! your answers are not saved: %s", safe.Text(err.Error()).Line(0))
	}
}

// sent takes the draft away, because the agent has what was answered.
func (d *draft) sent() {
	if d != nil {
		d.before = nil
		_ = d.opts.Store.DropDraft(d.of) // it would come back as a draft
	}
}

// release leaves the draft to the next who opens the form.
func (d *draft) release() {
	if d != nil {
		d.lease.Release()
	}
}

// Fill asks for the fields of a form alone, and returns the JSON once the user has agreed to it. It fails like [Run].
func Fill(ctx context.Context, o Options, input *a2aclient.Input, prefill []byte) ([]byte, error) {
	t := &terminal{ctx: ctx, in: bufio.NewReader(o.In), out: o.Out, isPiped: o.IsPiped, hasMarks: o.HasMarks, width: o.Wrap, secret: o.Secret}
	s := &session{filler: filler{t}, opts: o}
	data, err := s.fillForm(input, prefill)
	if t.err != nil && !errors.Is(err, t.err) {
		err = errors.Join(err, t.err)
	}
	return data, err
}

func (s *session) fillForm(input *a2aclient.Input, prefill []byte) ([]byte, error) {
	doc, err := schema.Load(input.Schema)
	if err != nil {
		return nil, err
	}
	form := formgen.New(doc)
	if v, err := ojson.Parse(prefill, ojson.DataLimits); err == nil {
		form.LoadFrom(v, formgen.Loaded)
	}
	if input.IsNoted() {
		s.printf("! %s", input.Rule)
	}
	s.introduce(form)
	for {
		data, err := s.complete(form, input.IsGuess)
		if err != nil || form.HasSecret() {
			return data, err
		}
		s.printf("")
		s.printData(data)
		if ok, err := s.yes("Print this?", true); ok || err != nil {
			return data, err
		}
	}
}
