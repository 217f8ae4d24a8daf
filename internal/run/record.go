package run

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

// journal notes on the disk what is about to be sent.
func (r *Run) journal(request *a2aclient.Request) error {
	preview, err := r.plan.Agent.Preview(request)
	if err != nil {
		return err
	}
	if r.opts.Store == nil {
		return nil
	}
	err = r.opts.Store.Journal(store.Sending{
		Time: time.Now(), RunID: r.id.Exact(), MessageID: request.MessageID, TaskID: request.TaskID,
		URL: preview.URL, SHA256: store.Digest(preview.Body),
	})
	if err != nil {
		return fmt.Errorf("nothing was sent, because the journal could not be written: %w; A2AFORM_HOME names another directory for it", err)
	}
	r.recordRequest(preview)
	if r.opts.Leaving != nil && request == r.plan.Request() {
		r.opts.Leaving(request.MessageID)
	}
	return nil
}

// createFile starts the run file: the head, the card and what is sent, so that
// the file can be opened alone. Failing to record does not stop a run; the
// snapshot tells of it.
func (r *Run) createFile() {
	if r.opts.Store == nil || !r.opts.Record {
		return
	}
	r.hidden = r.plan.Private
	card := r.plan.Agent.Card()
	head := store.RunLine{Time: r.state.Started, ID: r.id, Source: safe.Text(sourceOf(card)), Agent: card.Name, Private: r.plan.Private}
	if r.plan.Skill != nil {
		head.Skill = r.plan.Skill.ID
	}
	if r.plan.Input != nil {
		head.Schema, head.Input = r.plan.Input.Name, store.Digest(r.plan.Input.Schema)
	}
	if r.file, r.state.RecordErr = r.opts.Store.CreateRun(head); r.state.RecordErr != nil {
		return
	}
	if len(card.Raw) <= limit.KeptCard.Int() {
		i := r.plan.Agent.Interface()
		r.append(store.RunLine{Kind: store.RunCard, Time: r.state.Started, Raw: card.Raw, Binding: string(i.Binding), Protocol: i.Version})
	}
	if r.plan.Data != nil || r.plan.Text != "" || len(r.plan.Files) > 0 {
		request := r.plan.Request()
		line := store.RunLine{
			Kind: store.RunInput, Time: r.state.Started, Raw: r.plan.Data, Text: safe.Text(r.plan.Text),
			Tag: request.Tag, MessageID: request.MessageID,
		}
		for _, f := range r.plan.Files {
			line.Files = append(line.Files, safe.Text(f.Name))
		}
		if v, err := ojson.Parse(r.plan.Data, ojson.DataLimits); err == nil && string(v.Compact()) != string(r.plan.Data) {
			line.Exact = string(r.plan.Data)
		}
		r.append(line)
	}
}

// sourceOf is where the card can be read another day, from any directory.
func sourceOf(card *a2aclient.Card) string {
	if info, err := os.Stat(card.Source); err != nil || !info.Mode().IsRegular() {
		return card.Source
	}
	path, err := filepath.Abs(card.Source)
	if err != nil {
		return card.Source
	}
	return path
}

func (r *Run) recordRequest(p *a2aclient.Preview) {
	r.mu.Lock()
	defer r.mu.Unlock()
	line := store.RunLine{Kind: store.RunRequest, Time: time.Now(), Method: safe.Text(p.Method), URL: safe.Text(p.URL), Header: p.Header, Raw: p.Body}
	if len(p.Body) > limit.KeptRequest.Int() {
		line.Raw, line.Text = nil, safe.Text(fmt.Sprintf("%d bytes with files in them, which are not kept", len(p.Body)))
	}
	r.append(line)
}

func (r *Run) record(e a2aclient.Event) {
	if r.file == nil || r.hidden {
		return
	}
	if r.written += len(e.Raw); r.written > limit.RunBytes.Int() {
		r.state.RecordErr = fmt.Errorf("its events take more than %s; %s", limit.RunBytes, limit.RunBytes.Raise())
		return
	}
	if err := r.file.AppendEvent(e.At, e.Raw); err != nil {
		r.state.RecordErr = err
	}
}

func (r *Run) recordNotice(at time.Time, n *a2aclient.Notice) {
	line := store.RunLine{Kind: store.RunNotice, Time: at, Text: safe.Text(n.Text)}
	line.Extensions = n.Extensions
	r.append(line)
}

// recordStop notes that the run has paused or ended.
func (r *Run) recordStop(kind string, at time.Time) {
	line := store.RunLine{Kind: kind, Time: at, Outcome: safe.Text(r.state.Outcome()), TaskID: r.state.TaskID, ContextID: r.state.ContextID}
	if r.state.Err != nil {
		line.Unsettled = errors.Is(r.state.Err, a2aclient.ErrUnsettled)
		if !r.hidden { // an agent may repeat in an error what it was sent
			line.Error = safe.Text(r.state.Err.Error())
		}
	}
	r.write(line)
}

// append adds a line, unless the run is private.
func (r *Run) append(line store.RunLine) {
	if !r.hidden {
		r.write(line)
	}
}

func (r *Run) write(line store.RunLine) {
	if r.file == nil {
		return
	}
	if err := r.file.Append(line); err != nil {
		r.state.RecordErr = err
	}
}

// hide keeps nothing of what follows but how the run ends.
func (r *Run) hide(at time.Time) {
	if !r.hidden {
		r.append(store.RunLine{Kind: store.RunNotice, Time: at, Text: safe.Text("what follows is not kept: an answer had a secret in it")})
	}
	r.hidden = true
}

func (r *Run) closeIfOver() {
	if r.isOver() {
		r.closeFile()
	}
}

func (r *Run) isOver() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state.Phase.IsOver()
}

// closeFile puts the run file on the disk. It returns when that is done, whoever
// began it.
func (r *Run) closeFile() {
	r.closing.Lock()
	defer r.closing.Unlock()
	r.mu.Lock()
	file := r.file
	r.file = nil
	r.mu.Unlock()
	if file == nil {
		return
	}
	if err := file.Close(); err != nil {
		r.notKept(err)
	}
}

// notKept says why the run file is not complete, where nothing was said yet.
func (r *Run) notKept(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.state.RecordErr == nil {
		r.state.RecordErr = err
	}
	r.signal()
}
