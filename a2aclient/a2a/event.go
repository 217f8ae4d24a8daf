package a2a

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// Event is one thing that happened in a run. Exactly one of Task, Message,
// Status, Artifact and Notice is set.
type Event struct {
	At                time.Time // when it was received here
	TaskID, ContextID safe.Raw

	Task     *Task     // a snapshot: it replaces all that was known of the task
	Message  *Message  // a direct answer, or a message while a task runs
	Status   *Status   // a new status of the task
	Artifact *Artifact // a new artifact, or more of one
	Notice   *Notice   // what the client does about the connection

	Metadata  json.RawMessage // of a status or artifact update, in addition to their own
	Append    bool            // Artifact: its parts come after those of the same id, else they replace them
	LastChunk bool            // Artifact: nothing more follows
	Final     bool            // Status, up to 0.3: the agent ends this stream here

	// Raw is the event exactly as received, without the JSON-RPC envelope; nil
	// for a notice. It must not be changed: the parts are slices of it.
	Raw json.RawMessage

	EnvelopeWarning string // what was not right about its envelope
}

// Task is the state of a task (A2A 1.0 §4.1.1).
type Task struct {
	ID, ContextID safe.Raw
	Status        Status
	Artifacts     []Artifact
	History       []Message
	Metadata      json.RawMessage
	Raw           json.RawMessage
}

// Status is what a task is doing, since when (A2A 1.0 §4.1.2).
type Status struct {
	State   State
	Said    safe.Raw  // the state in the agent's own spelling
	Time    time.Time // the agent's clock; zero where absent or unreadable
	Message *Message  // nil for none

	Metadata json.RawMessage // which no version of A2A has here
}

// Role is who wrote a message.
type Role string

// The roles. A role in no known spelling is RoleUnknown.
const (
	RoleUser    Role = "user"
	RoleAgent   Role = "agent"
	RoleUnknown Role = ""
)

// Message is one utterance (A2A 1.0 §4.1.4).
type Message struct {
	ID, TaskID, ContextID safe.Raw
	Role                  Role
	Parts                 []Part
	Metadata              json.RawMessage
	Raw                   json.RawMessage
}

// Artifact is one result of a task, or a chunk of one (A2A 1.0 §4.1.7).
type Artifact struct {
	ID, Name, Description safe.Raw
	Index                 safe.Raw // its number up to 0.2, as JSON; empty for none
	Parts                 []Part
	Metadata              json.RawMessage
	Raw                   json.RawMessage
}

// PartKind is what a part contains.
type PartKind string

// The kinds of parts. A part in no known shape is PartUnknown and has only Raw.
const (
	PartText    PartKind = "text"
	PartData    PartKind = "data"
	PartFile    PartKind = "file"
	PartUnknown PartKind = "unknown"
)

// Part is one piece of a message or an artifact (A2A 1.0 §4.1.6).
type Part struct {
	Kind PartKind
	Text safe.Raw        // PartText
	Data json.RawMessage // PartData: the value exactly as sent; may be null
	File *File           // PartFile
	// MediaType is the schema tag where there is one, else the media type: read
	// from metadata.mimeType, then mimeType, then mediaType, the first with a
	// schema parameter first.
	MediaType safe.Raw
	Metadata  json.RawMessage
	Raw       json.RawMessage
}

// File is a file that came in a part or that a part points to.
type File struct {
	Name   safe.Raw
	URL    safe.Raw // where it is; it is fetched only when the user asks for it
	Base64 safe.Raw // its content, still encoded
}

// NoticeKind is what the client noticed or does about the connection.
type NoticeKind string

// The notices of a run.
const (
	NoticeReconnecting NoticeKind = "reconnecting" // the stream was lost; Attempt and Wait say when it is opened again
	NoticePolling      NoticeKind = "polling"      // the task is asked for its state from now on; without Text where no stream was asked for
	NoticeStalled      NoticeKind = "stalled"      // nothing was received for a while
	NoticeSkipped      NoticeKind = "skipped"      // something on the stream was no event
	NoticeExtensions   NoticeKind = "extensions"   // Extensions are the ones that the agent activated
	NoticeUnchecked    NoticeKind = "unchecked"    // the task ended, but some of it may be missing here
	NoticeMoreMayCome  NoticeKind = "more"         // the agent has answered in a session that is still active; Wait is how long it must be quiet to end
	NoticeOtherID      NoticeKind = "other-id"     // the status that ends the task names another one
	NoticeRetryLater   NoticeKind = "put-off"      // the agent asks to wait longer than it is waited; Wait is how long it is
	NoticeFailed       NoticeKind = "failed"       // the agent reported the error Err in the middle of the stream, which ends it
	NoticeNotStreaming NoticeKind = "no-stream"    // the agent refused to stream: the message is sent with the blocking method
	NoticeOtherVersion NoticeKind = "version"      // the agent knows no method of its card's version: the message is sent in another one
	NoticeUnreachable  NoticeKind = "unreachable"  // a question for the task's state found nobody, and is asked again
	NoticeRedirected   NoticeKind = "redirected"   // the agent redirects within its origin, and is asked there
)

// Notice is a word of the client itself among the agent's events.
type Notice struct {
	Kind    NoticeKind
	Text    string        // our words, safe to show; extensions: empty if the user asked for none
	Attempt int           // reconnecting: from 1
	Wait    time.Duration // reconnecting: until the attempt; stalled: how long it has been silent
	Err     error         // what caused it, nil for nothing

	Extensions []safe.Raw // by their URIs
}

// IsRepair reports whether the client tells of something that the agent or the connection did
// wrong, and that the run survived.
func (n *Notice) IsRepair() bool {
	switch n.Kind {
	case NoticePolling:
		return n.Text != ""
	case NoticeReconnecting, NoticeSkipped, NoticeUnchecked, NoticeOtherID, NoticeNotStreaming, NoticeOtherVersion:
		return true
	}
	return false
}

// State is the state of a task, in one spelling for all dialects.
type State string

// The states (A2A 1.0 §4.1.3).
const (
	StateSubmitted     State = "submitted"
	StateWorking       State = "working"
	StateInputRequired State = "input-required"
	StateAuthRequired  State = "auth-required"
	StateCompleted     State = "completed"
	StateFailed        State = "failed"
	StateCanceled      State = "canceled"
	StateRejected      State = "rejected"
	StateUnknown       State = "unknown" // none of the above; Status.Said has the agent's word
)

// Settled reports whether nothing more can happen to the task.
func (s State) Settled() bool {
	switch s {
	case StateCompleted, StateFailed, StateCanceled, StateRejected:
		return true
	}
	return false
}

// Paused reports whether the task waits for the user.
func (s State) Paused() bool { return s == StateInputRequired || s == StateAuthRequired }

// statesByNumber are the values of the enumeration in the protocol's .proto
// file, which JSON may carry as numbers (seed 004).
var statesByNumber = [...]State{
	StateUnknown, StateSubmitted, StateWorking, StateCompleted, StateFailed,
	StateCanceled, StateInputRequired, StateRejected, StateAuthRequired,
}

// ParseState reads a state in any dialect's spelling, or its number.
func ParseState(said string) State {
	switch said { // the spellings of every day, without the work below
	case "working", "TASK_STATE_WORKING":
		return StateWorking
	case "completed", "TASK_STATE_COMPLETED":
		return StateCompleted
	}
	if len(said) == 1 && said[0] >= '0' && int(said[0]-'0') < len(statesByNumber) {
		return statesByNumber[said[0]-'0']
	}
	if i := strings.LastIndexByte(said, '.'); i >= 0 { // "TaskState.working", as Python writes a member of an enumeration
		said = said[i+1:]
	}
	word := strings.ReplaceAll(strings.ToLower(said), "_", "-")
	word = strings.TrimPrefix(word, "task-state-")
	switch s := State(word); s {
	case StateSubmitted, StateWorking, StateInputRequired, StateAuthRequired,
		StateCompleted, StateFailed, StateCanceled, StateRejected:
		return s
	}
	switch word {
	case "cancelled":
		return StateCanceled
	case "active", "running", "in-progress": // "active": seed 003
		return StateWorking
	case "error": // seed 003
		return StateFailed
	case "inputrequired":
		return StateInputRequired
	case "authrequired":
		return StateAuthRequired
	case "success", "succeeded", "done", "finished":
		return StateCompleted
	}
	return StateUnknown
}

// State is what the event says of its task, "" for nothing.
func (e Event) State() State {
	switch {
	case e.Task != nil:
		return e.Task.Status.State
	case e.Status != nil:
		return e.Status.State
	}
	return ""
}

// Reply is what an agent answered to one call.
type Reply struct {
	Event      Event
	IsEvent    bool
	Failed     []byte   // the error, raw; nil for none
	Results    int      // in one envelope
	Version    []byte   // of JSON-RPC, raw; nil where the envelope has none
	Answers    string   // the id of the call, "" for none
	Result     []byte   // raw
	NonNumbers []string // the words, such as NaN, that stood in place of numbers and were repaired
	IsCut      bool     // what lies deeper than [ojson.ReadableLevels] is a text
}

// Reply reads a JSON-RPC response, or the bare event of a server that leaves
// the envelope out. It reports whether data is a JSON object at all.
func (d *Decoder) Reply(data []byte) (Reply, bool) {
	d.Reader, d.Items = ojson.NewReader(d.Credentials.MaskJSON(data)), 0
	var r Reply
	var outer node
	start := d.Start()
	if !d.Enter('{') {
		return Reply{}, false
	}
	for d.Member() {
		switch string(d.Key) {
		case "result":
			r.Result, r.Event, r.IsEvent = d.result()
			r.Results++
		case "error":
			if v := d.Value(); ojson.IsObject(v) || ojson.IsString(v) {
				r.Failed = v
			}
		case "jsonrpc":
			r.Version = d.Value()
		default:
			d.field(&outer)
		}
	}
	if !d.Ended() {
		return Reply{}, false
	}
	if r.Result == nil {
		if outer.raw = d.Since(start); outer.body == nil {
			outer.body = outer.raw
		}
		r.Result = outer.raw
		r.Event, r.IsEvent = outer.event()
	} else {
		r.Answers = outer.id
	}
	return r, true
}

// Event reads the raw text of one event. It is not ok where that is no event, or contains
// too many items.
func (d *Decoder) Event(raw []byte) (e Event, ok bool) {
	d.Reader, d.Items = ojson.NewReader(raw), 0
	_, e, ok = d.result()
	return e, ok && !d.HasTooMany()
}

func (d *Decoder) result() (raw []byte, e Event, ok bool) {
	if d.Peek() != '{' {
		return d.Value(), Event{}, false
	}
	var n node
	d.node(&n)
	if d.Bad {
		return nil, Event{}, false
	}
	e, ok = n.event()
	return n.raw, e, ok
}

// taskWeight is as how many items a task counts: it takes so much more memory.
const taskWeight = 10

// Tasks reads the next value as a list of tasks; what is no task is left out.
func (d *Decoder) Tasks() []Task {
	var list []Task
	if !d.Enter('[') {
		return nil
	}
	for d.Item() {
		d.Items += taskWeight - 1
		var n node
		d.node(&n)
		if n.hasID {
			list = append(list, *n.task())
		}
	}
	return list
}

// adkPartial is the member of the metadata with which Google's ADK marks words of a model that come again as a whole, in another artifact.
const adkPartial = "adk_partial"

// IsPartial reports an artifact that is live text alone: what it holds comes again as a whole. Google's ADK for Go sends such artifacts, and
// empties them at the end.
func (a *Artifact) IsPartial() bool {
	if !bytes.Contains(a.Raw, []byte(adkPartial)) {
		return false
	}
	if isMarked(a.Metadata) {
		return true
	}
	for _, p := range a.Parts {
		if !isMarked(p.Metadata) {
			return false
		}
	}
	return len(a.Parts) > 0
}

func isMarked(metadata json.RawMessage) bool {
	v, err := ojson.Parse(metadata, ojson.DataLimits)
	return err == nil && v.Get(adkPartial).Bool()
}
