package a2a

import (
	"fmt"
	"strings"
	"time"

	"a2aform/a2aclient/auth"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// node is any object of the protocol that events are made of: a task, a
// message, an update of either kind, or the wrapper around one. The names of
// their members do not contradict one another, so that one pass can read them
// before "kind", which may come last, says what they were.
type node struct {
	raw, body                  []byte // body: without the wrapper
	wrapper                    string // the name of a class that is wrapped around it
	kind, role                 string
	id, taskID, contextID      string
	messageID                  string
	status                     *Status
	artifact                   *Artifact
	artifacts                  []Artifact
	history                    []Message
	parts, content             []Part // content: the parts under that name
	metadata                   []byte
	final, appended, lastChunk bool
	hasID, hasTaskID           bool
	hasParts                   bool
}

// Decoder reads the events of one stream.
type Decoder struct {
	ojson.Reader
	Items       int                 // that were read; at most [limit.ReplyItems]
	IsWrapped   bool                // data is wrapped in an object of its own (0.3 over HTTP+JSON)
	Credentials *auth.CredentialSet // its secrets are masked; nil for none
}

// Item goes to the next item of an array.
func (d *Decoder) Item() bool {
	if !d.Reader.Item() {
		return false
	}
	d.Items++
	d.Bad = d.HasTooMany()
	return !d.Bad
}

// HasTooMany reports that the text has more items than anyone needs: each takes a
// hundred times its size in memory.
func (d *Decoder) HasTooMany() bool { return d.Items > limit.ReplyItems.Int() }

// node reads the next value into n. Anything but an object leaves it empty.
func (d *Decoder) node(n *node) {
	start := d.Start()
	if !d.Enter('{') {
		return
	}
	for d.Member() {
		d.field(n)
	}
	if n.raw = d.Since(start); n.body == nil {
		n.body = n.raw
	}
}

// field reads one member.
func (d *Decoder) field(n *node) {
	switch string(d.Key) {
	case "status":
		n.status = d.status()
	case "artifact":
		n.artifact = nil
		if d.Peek() == '{' {
			n.artifact = new(Artifact)
		}
		d.artifact(n.artifact)
	case "parts":
		n.hasParts = d.Peek() == '[' || d.Peek() == '{' || d.Peek() == '"'
		n.parts = d.parts()
	case "content": // in the protocol buffers of 0.3, and in the messages of models
		n.content = d.parts()
	case "artifacts":
		n.artifacts = d.artifacts()
	case "history":
		n.history = d.messages()
	case "metadata":
		n.metadata = d.present()
	case "task":
		d.wrapped(n, "task")
	case "message":
		d.wrapped(n, "message")
	case "statusUpdate":
		d.wrapped(n, "status-update")
	case "artifactUpdate":
		d.wrapped(n, "artifact-update")
	case "Task", "Message", "StatusUpdate", "TaskStatusUpdateEvent", "ArtifactUpdate", "TaskArtifactUpdateEvent", "root":
		d.wrappedByClass(n, string(d.Key))
	default:
		d.label(n)
	}
}

// classKinds are the kinds of the objects that some servers wrap in the name of
// their class. "root" is the wrapper of a Python RootModel, of any kind.
var classKinds = map[string]string{
	"Task": "task", "Message": "message",
	"StatusUpdate": "status-update", "TaskStatusUpdateEvent": "status-update",
	"ArtifactUpdate": "artifact-update", "TaskArtifactUpdateEvent": "artifact-update",
}

// wrappedByClass reads the member of a wrapper that no version of the protocol has,
// unless n is an object of the protocol already.
func (d *Decoder) wrappedByClass(n *node, class string) {
	if n.kind != "" || n.hasID || n.hasTaskID || n.hasParts || d.Peek() != '{' {
		d.Value()
		return
	}
	d.wrapped(n, classKinds[class])
	n.wrapper = class
}

// label reads a member that is one word.
func (d *Decoder) label(n *node) {
	switch string(d.Key) {
	case "kind":
		n.kind = ojson.TextOf(d.Value())
	case "id":
		n.hasID = d.Peek() != 'n'
		n.id = ojson.TextOf(d.Value()) // of a task, or of the call that is answered
	case "taskId":
		n.hasTaskID = d.Peek() != 'n'
		n.taskID = ojson.TextOf(d.Value())
	case "contextId":
		n.contextID = ojson.TextOf(d.Value())
	case "messageId":
		n.messageID = ojson.TextOf(d.Value())
	case "role":
		n.role = ojson.TextOf(d.Value())
	case "final":
		n.final = ojson.IsTrue(d.Value())
	case "append":
		n.appended = ojson.IsTrue(d.Value())
	case "lastChunk":
		n.lastChunk = ojson.IsTrue(d.Value())
	default:
		d.Value()
	}
}

// wrapped reads the one member of a wrapper of 1.0 as if n were that member.
func (d *Decoder) wrapped(n *node, kind string) {
	if d.Peek() != '{' {
		d.Value()
		return
	}
	if n.kind != "" { // a tagged object with a member of that name
		n = new(node)
	}
	n.body = nil
	d.node(n)
	if kind != "" {
		n.kind = kind
	}
}

// event is what the node says, and whether it is an event at all.
func (n *node) event() (Event, bool) {
	e := Event{TaskID: safe.Text(n.taskID), ContextID: safe.Text(n.contextID), Raw: n.raw}
	if n.wrapper != "" {
		e.Raw = n.body
		e.EnvelopeWarning = fmt.Sprintf("the agent wraps its answer in %q, which no version of the protocol has; it is read anyway", n.wrapper)
	}
	switch n.kindOf() {
	case "status-update":
		e.Status, e.Final, e.Metadata = n.status, n.final, n.metadata
		return e, n.status != nil
	case "artifact-update":
		e.Artifact, e.Append, e.LastChunk, e.Metadata = n.artifact, n.appended, n.lastChunk, n.metadata
		return e, n.artifact != nil
	case "task":
		e.Task = n.task()
		e.TaskID = e.Task.ID
		return e, true
	case "message":
		e.Message = new(Message)
		n.message(e.Message)
		return e, true
	}
	return Event{}, false
}

// kindOf is the kind of an event that is not wrapped; where it does not say,
// by what it holds.
func (n *node) kindOf() string {
	switch {
	case n.kind != "":
		return n.kind
	case n.artifact != nil:
		return "artifact-update"
	case n.status != nil && n.hasTaskID && !n.hasID:
		return "status-update"
	case n.status != nil && n.hasID:
		return "task"
	case n.hasParts, n.content != nil && n.role != "":
		return "message"
	}
	return ""
}

func (n *node) task() *Task {
	t := &Task{
		ID: safe.Text(n.id), ContextID: safe.Text(n.contextID), Artifacts: n.artifacts,
		History: n.history, Metadata: n.metadata, Raw: n.body,
	}
	if t.Status.State = StateUnknown; n.status != nil {
		t.Status = *n.status
	}
	return t
}

// message writes what the node says into m.
func (n *node) message(m *Message) {
	m.ID, m.TaskID, m.ContextID = safe.Text(n.messageID), safe.Text(n.taskID), safe.Text(n.contextID)
	m.Parts, m.Metadata, m.Raw = n.parts, n.metadata, n.body
	if !n.hasParts {
		m.Parts = n.content
	}
	switch n.role {
	case "ROLE_AGENT", "agent", "2":
		m.Role = RoleAgent
		return
	}
	switch strings.TrimPrefix(strings.ToLower(n.role), "role_") {
	case "user", "1":
		m.Role = RoleUser
	case "agent", "assistant":
		m.Role = RoleAgent
	}
}

// status reads the next value; nil for anything but an object, or the word of a state.
func (d *Decoder) status() *Status {
	if d.Peek() != '{' {
		word := ojson.TextOf(d.Value())
		if state := ParseState(word); state != StateUnknown { // some agents leave the object out
			return &Status{State: state, Said: safe.Text(word)}
		}
		return nil
	}
	s := &Status{State: StateUnknown}
	d.Enter('{')
	for d.Member() {
		switch string(d.Key) {
		case "state":
			word := ojson.TextOf(d.Value())
			s.State, s.Said = ParseState(word), safe.Text(word)
		case "timestamp":
			s.Time = ParseTime(d.Value())
		case "message":
			s.Message = d.statusMessage()
		case "metadata":
			s.Metadata = d.present()
		default:
			d.Value()
		}
	}
	return s
}

// statusMessage reads the message of a status, which some agents write as a text; nil for none.
func (d *Decoder) statusMessage() *Message {
	if d.Peek() == '"' {
		raw := d.Value()
		text := safe.Text(ojson.TextOf(raw))
		if text.IsEmpty() {
			return nil
		}
		return &Message{Role: RoleAgent, Parts: []Part{{Kind: PartText, Text: text, Raw: raw}}, Raw: raw}
	}
	if d.Peek() != '{' {
		d.Value()
		return nil
	}
	var n node
	d.node(&n)
	m := new(Message)
	n.message(m)
	return m
}

func (d *Decoder) messages() []Message {
	var list []Message
	if d.Enter('[') {
		for d.Item() {
			list = append(list, Message{})
			var n node
			d.node(&n)
			n.message(&list[len(list)-1])
		}
	}
	return list
}

func (d *Decoder) artifacts() []Artifact {
	var list []Artifact
	d.items(func() {
		list = append(list, Artifact{})
		d.artifact(&list[len(list)-1])
	})
	return list
}

// items calls read for each item of an array. Some agents leave the array of one item out.
func (d *Decoder) items(read func()) {
	switch d.Peek() {
	case '[':
		for d.Enter('['); d.Item(); {
			read()
		}
	case '{', '"':
		read()
	default:
		d.Value()
	}
}

// artifact reads the next value into a, which may be nil for anything but an
// object.
func (d *Decoder) artifact(a *Artifact) {
	start := d.Start()
	if !d.Enter('{') {
		return
	}
	for d.Member() {
		switch string(d.Key) {
		case "artifactId":
			a.ID = safe.Text(ojson.TextOf(d.Value()))
		case "name":
			a.Name = safe.Text(ojson.TextOf(d.Value()))
		case "description":
			a.Description = safe.Text(ojson.TextOf(d.Value()))
		case "parts":
			a.Parts = d.parts()
		case "content":
			if d.Peek() == 'n' || a.Parts != nil {
				d.Value()
				break
			}
			a.Parts = d.parts()
		case "metadata":
			a.Metadata = d.present()
		case "index":
			a.Index = safe.Text(string(d.present()))
		default:
			d.Value()
		}
	}
	a.Raw = d.Since(start)
}

// ParseTime reads a timestamp; one without a zone is UTC, as in the examples of
// 0.3 §9.7. What cannot be read is the zero time.
func ParseTime(raw []byte) time.Time {
	if !ojson.IsString(raw) {
		return time.Time{}
	}
	s := string(raw[1 : len(raw)-1])
	for _, layout := range [...]string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999Z07:00"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t
		}
	}
	return time.Time{}
}
