package run

import (
	"fmt"
	"time"

	"a2aform/a2aclient"
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
		Time: time.Now(), RunID: r.id, MessageID: request.MessageID, TaskID: request.TaskID,
		URL: preview.URL, SHA256: store.Digest(preview.Body),
	})
	if err != nil {
		return fmt.Errorf("nothing was sent, because the journal cannot be written: %w", err)
	}
	r.recordRequest(preview)
	return nil
}

// createFile starts the run file. Failing to record does not stop a run; the
// snapshot tells of it.
func (r *Run) createFile() {
	if r.opts.Store == nil || !r.opts.Record || r.plan.Private {
		return
	}
	card := r.plan.Agent.Card()
	head := store.RunLine{Time: r.state.Started, ID: r.id, Source: card.Source, Agent: card.Name.Exact()}
	if r.plan.Skill != nil {
		head.Skill = r.plan.Skill.ID.Exact()
	}
	if r.plan.Input != nil {
		head.Schema = r.plan.Input.Name.Exact()
	}
	r.file, r.state.RecordErr = r.opts.Store.CreateRun(head)
}

func (r *Run) recordRequest(p *a2aclient.Preview) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.append(store.RunLine{Kind: "request", Time: time.Now(), Method: p.Method, URL: p.URL, Header: p.Header, Raw: p.Body})
}

func (r *Run) record(e a2aclient.Event) {
	if r.file == nil {
		return
	}
	if err := r.file.AppendEvent(e.At, e.Raw); err != nil {
		r.state.RecordErr = err
	}
}

func (r *Run) recordEnd() {
	line := store.RunLine{Kind: "end", Time: r.state.Ended, Outcome: r.state.Outcome()}
	if r.state.Err != nil {
		line.Error = r.state.Err.Error()
	}
	r.append(line)
	r.closeFile()
}

func (r *Run) append(line store.RunLine) {
	if r.file == nil {
		return
	}
	if err := r.file.Append(line); err != nil {
		r.state.RecordErr = err
	}
}

func (r *Run) closeFile() {
	if r.file == nil {
		return
	}
	if err := r.file.Close(); err != nil && r.state.RecordErr == nil {
		r.state.RecordErr = err
	}
	r.file = nil
}
