package server

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
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
	log     []Event
	changed chan struct{}       // closed and replaced at every change
	resume  func(*Run, Message) // what an answer continues with, set while the state is input-required
}

func newTask(base context.Context, id string, first Message, at time.Time) *task {
	ctx, stop := context.WithCancel(base)
	first.TaskID = id
	return &task{
		ctx: ctx, stop: stop,
		rec: record{
			ID: id, ContextID: first.ContextID,
			Status:  status{State: StateSubmitted, Time: at},
			History: []Message{first},
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
func (t *task) publish(e Event) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.publishLocked(e)
}

func (t *task) publishLocked(e Event) bool {
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

func (t *task) addArtifact(e Event) {
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
func (t *task) after(ctx context.Context, position int) ([]Event, error) {
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
	done := t.publish(Event{Status: &s})
	if done {
		t.stop()
	}
	return done
}

// receive adds a user message to the history. When the task was waiting for it, the status becomes next and the continuation
// is returned.
func (t *task) receive(m Message, next status) func(*Run, Message) {
	t.mu.Lock()
	defer t.mu.Unlock()
	waiting := t.rec.Status.State.isWaiting()
	if waiting {
		t.publishLocked(Event{Status: &next}) // moves the question into the history, before the answer
	}
	t.rec.History = append(t.rec.History, m)
	if !waiting {
		return nil
	}
	resume := t.resume
	t.resume = nil
	return resume
}

// Say publishes a working status with a message and lets one step of time pass.
func (r *Run) Say(text string) {
	r.Enter(StateWorking, text)
	r.Step()
}

// Add publishes (a chunk of) an artifact.
func (r *Run) Add(e Event) {
	if r.task.ctx.Err() == nil {
		r.task.publish(e)
	}
}

// Complete settles the task; text may be empty.
func (r *Run) Complete(text string) { r.Enter(StateCompleted, text) }

// Reject settles the task as refused.
func (r *Run) Reject(text string) { r.Enter(StateRejected, text) }

// Ask stops in input-required. The answer, a text or an untagged data part on the same task, goes to then.
func (r *Run) Ask(question string, then func(*Run, Message)) { r.Pause(StateAsking, question, then) }

// Pause stops in a state that waits for a message.
func (r *Run) Pause(in State, question string, then func(*Run, Message)) {
	r.task.mu.Lock()
	r.task.resume = then
	r.task.mu.Unlock()
	r.Enter(in, question)
}

// Enter publishes a status; text may be empty.
func (r *Run) Enter(s State, text string) {
	if r.task.ctx.Err() != nil {
		return
	}
	st := r.agent.status(r.task.rec.ID, r.task.rec.ContextID, s, text)
	r.task.publish(Event{Status: &st})
}

// Step lets one step of time pass.
func (r *Run) Step() {
	if r.agent.pace <= 0 {
		return
	}
	t := time.NewTimer(r.agent.pace)
	defer t.Stop()
	select {
	case <-t.C:
	case <-r.task.ctx.Done():
	}
}

// Run is what a skill uses while it works on a task. After a cancel or a shutdown every method does nothing, so skills
// are written as if nothing could interrupt them.
type Run struct {
	agent *Agent
	task  *task
	// ObjectsOnly: the client speaks 0.3, where a data part contains an object (a2a.json of v0.3.0, DataPart).
	ObjectsOnly bool
}

func (s *tasks) put(t *task) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byID == nil {
		s.byID = map[string]*task{}
	}
	if len(s.ids) >= MaxTasks {
		oldest := s.oldest()
		s.byID[s.ids[oldest]].stop()
		delete(s.byID, s.ids[oldest])
		s.ids = slices.Delete(s.ids, oldest, oldest+1)
	}
	s.byID[t.rec.ID] = t
	s.ids = append(s.ids, t.rec.ID)
}

// oldest is the place of the first settled task, or 0 when all still run.
func (s *tasks) oldest() int {
	return max(0, slices.IndexFunc(s.ids, func(id string) bool {
		t := s.byID[id]
		t.mu.Lock()
		defer t.mu.Unlock()
		return t.rec.Status.State.settled()
	}))
}

func (s *tasks) get(id string) (*task, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, ok := s.byID[id]
	return t, ok
}

// newest returns all tasks, the last one first.
func (s *tasks) newest() []*task {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]*task, 0, len(s.ids))
	for _, id := range slices.Backward(s.ids) {
		all = append(all, s.byID[id])
	}
	return all
}

// tasks is the bounded memory of the agent, oldest first.
type tasks struct {
	mu   sync.Mutex
	byID map[string]*task
	ids  []string
}

const (
	// MaxTasks bounds the memory: beyond it the oldest task is forgotten.
	MaxTasks = 200
	// maxHistory bounds one task: a task with this many messages takes no more.
	maxHistory = 100
)

// State is a task's state in the words of A2A 0.3; the 1.0 codec spells it TASK_STATE_….
type State string

// The states of a task.
const (
	StateSubmitted State = "submitted"
	StateWorking   State = "working"
	StateAsking    State = "input-required"
	StateSigningIn State = "auth-required"
	StateCompleted State = "completed"
	StateFailed    State = "failed"
	StateCanceled  State = "canceled"
	StateRejected  State = "rejected"
)

// settled says that nothing follows this state.
func (s State) settled() bool {
	return s == StateCompleted || s == StateFailed || s == StateCanceled || s == StateRejected
}

// isResting reports that the agent does nothing until the next message: the task is settled, or waits for input.
func (s State) isResting() bool { return s.settled() || s.isWaiting() }

func (s State) isWaiting() bool { return s == StateAsking || s == StateSigningIn }

// The roles of messages.
const (
	RoleUser  = "user"
	RoleAgent = "agent"
)

// Part is one piece of a message or an artifact; exactly one of Text, Data and File is set.
// Data and Metadata stay the bytes that came, so that digits and key order survive an echo in the history.
type Part struct {
	Text      *string
	Data      json.RawMessage
	File      *File
	Metadata  json.RawMessage
	MediaType string // A2A 1.0 only
	Filename  string // A2A 1.0 only
}

// File is the content of a file part: base64 Bytes or a URI.
type File struct {
	Bytes, URI, MediaType, Name string
}

// Message is what a client or the agent says.
type Message struct {
	ID, Role          string
	TaskID, ContextID string
	Parts             []Part
	Metadata          json.RawMessage
}

// Text is the text of all parts.
func (m Message) Text() string {
	var texts []string
	for _, p := range m.Parts {
		if p.Text != nil {
			texts = append(texts, *p.Text)
		}
	}
	return strings.TrimSpace(strings.Join(texts, "\n"))
}

// AnswerSchema is the schema that the client asks the answer to follow (A2A 1.0.1 §6.8, 0.3 §9.7);
// nil for none.
func (m Message) AnswerSchema() json.RawMessage {
	for _, p := range m.Parts {
		var asked struct {
			Schema json.RawMessage `json:"schema"`
		}
		if p.Text != nil && json.Unmarshal(p.Metadata, &asked) == nil && asked.Schema != nil {
			return asked.Schema
		}
	}
	return nil
}

// Artifact is a result of a task.
type Artifact struct {
	ID, Name, Description string
	Parts                 []Part
}

type status struct {
	State   State
	Message *Message
	Time    time.Time
}

// record is a task as clients see it.
type record struct {
	ID, ContextID string
	Status        status
	Artifacts     []Artifact
	History       []Message
	Metadata      json.RawMessage
}

// Event is one step of a task: a new status, or (a chunk of) an artifact.
type Event struct {
	Status    *status
	Artifact  *Artifact
	Append    bool
	LastChunk bool
}

// TextPart is a part of text.
func TextPart(s string) Part { return Part{Text: &s} }

// TaggedPart is a data part that names its schema as seed 000 §4 wants it.
func TaggedPart(schema string, v any) Part {
	p := DataPart(v)
	p.Metadata = Encode(map[string]string{"mimeType": TagOf(schema)})
	return p
}

// DataPart is a part of data without a schema.
func DataPart(v any) Part { return Part{Data: Encode(v)} }

// Encode writes v as compact JSON without HTML escapes. an agent only encodes its own plain structs, so a failure is a bug.
func Encode(v any) json.RawMessage {
	raw, err := marshal(v)
	if err != nil {
		panic("agent: " + err.Error())
	}
	return raw
}
