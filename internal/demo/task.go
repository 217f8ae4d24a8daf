package demo

import (
	"context"
	"slices"
	"sync"
	"time"
)

// task is a record that changes, with the log of its changes. Watchers read the log by position, so a slow one loses
// nothing and delays no other reader.
type task struct {
	ctx  context.Context // ends when the task is canceled or forgotten, or the agent closes
	stop context.CancelFunc

	mu      sync.Mutex
	rec     record // its ID, ContextID and Metadata never change and are read without the lock
	log     []event
	changed chan struct{}       // closed and replaced at every change
	resume  func(*run, message) // what an answer continues with, set while the state is input-required
}

func newTask(base context.Context, id string, first message, at time.Time) *task {
	ctx, stop := context.WithCancel(base)
	first.TaskID = id
	return &task{
		ctx: ctx, stop: stop,
		rec: record{
			ID: id, ContextID: first.ContextID,
			Status:  status{State: stateSubmitted, Time: at},
			History: []message{first},
		},
		changed: make(chan struct{}),
	}
}

// snapshot returns the task as it is and the position in the log that belongs to it.
func (t *task) snapshot() (record, int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	rec := t.rec
	rec.History = slices.Clone(rec.History)
	rec.Artifacts = slices.Clone(rec.Artifacts)
	for i := range rec.Artifacts {
		rec.Artifacts[i].Parts = slices.Clone(rec.Artifacts[i].Parts)
	}
	return rec, len(t.log)
}

// publish applies an event and notifies the watchers. A settled task takes no more events.
func (t *task) publish(e event) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.publishLocked(e)
}

func (t *task) publishLocked(e event) bool {
	if t.rec.Status.State.settled() {
		return false
	}
	if e.Status != nil {
		if m := t.rec.Status.Message; m != nil {
			t.rec.History = append(t.rec.History, *m)
		}
		t.rec.Status = *e.Status
	}
	if e.Artifact != nil {
		t.addArtifact(e)
	}
	t.log = append(t.log, e)
	close(t.changed)
	t.changed = make(chan struct{})
	return true
}

func (t *task) addArtifact(e event) {
	for i := range t.rec.Artifacts {
		if t.rec.Artifacts[i].ID != e.Artifact.ID {
			continue
		}
		if e.Append {
			t.rec.Artifacts[i].Parts = append(t.rec.Artifacts[i].Parts, e.Artifact.Parts...)
		} else {
			t.rec.Artifacts[i] = *e.Artifact
		}
		return
	}
	t.rec.Artifacts = append(t.rec.Artifacts, *e.Artifact)
}

// after returns the events from position on, waiting for the first one. It returns ctx's error when that ends first, and
// no events when the task has settled and nothing is left.
func (t *task) after(ctx context.Context, position int) ([]event, error) {
	for {
		t.mu.Lock()
		events, changed, over := t.log[position:], t.changed, t.rec.Status.State.settled()
		t.mu.Unlock()
		if len(events) > 0 || over {
			return events, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// waitUntilResting waits until the task settles or asks for input.
func (t *task) waitUntilResting(ctx context.Context) error {
	for {
		t.mu.Lock()
		changed, still := t.changed, t.rec.Status.State.isResting()
		t.mu.Unlock()
		if still {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// cancel settles the task as canceled, unless it has settled already.
func (t *task) cancel(s status) bool {
	done := t.publish(event{Status: &s})
	if done {
		t.stop()
	}
	return done
}

// receive adds a user message to the history. When the task was waiting for it, the status becomes next and the continuation
// is returned.
func (t *task) receive(m message, next status) func(*run, message) {
	t.mu.Lock()
	defer t.mu.Unlock()
	waiting := t.rec.Status.State == stateAsking
	if waiting {
		t.publishLocked(event{Status: &next}) // moves the question into the history, before the answer
	}
	t.rec.History = append(t.rec.History, m)
	if !waiting {
		return nil
	}
	resume := t.resume
	t.resume = nil
	return resume
}
