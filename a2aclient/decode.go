package a2aclient

import (
	"encoding/json"
	"strings"
	"time"

	"a2aform/internal/safe"
)

// decoder reads the events of one stream. It remembers the last ids and states,
// so that a long stream does not allocate the same strings again and again.
type decoder struct {
	taskID, contextID, said string
}

// fields are the members that any event of any dialect may have, raw. Decoding
// looks at them only after all of them are known, as "kind" may come last.
type fields struct {
	kind, id, taskID, contextID, status, artifact, artifacts, history []byte
	parts, role, messageID, metadata, final, appended, lastChunk      []byte
	task, message, statusUpdate, artifactUpdate                       []byte
}

func fieldsOf(raw []byte) (f fields) {
	for c := walk(raw); c.next(); {
		if p := f.place(string(c.key)); p != nil {
			*p = c.value
		}
	}
	return f
}

func (f *fields) place(name string) *[]byte {
	switch name {
	case "kind":
		return &f.kind
	case "id":
		return &f.id
	case "taskId":
		return &f.taskID
	case "contextId":
		return &f.contextID
	case "status":
		return &f.status
	case "artifact":
		return &f.artifact
	case "artifacts":
		return &f.artifacts
	case "history":
		return &f.history
	case "parts":
		return &f.parts
	case "role":
		return &f.role
	case "messageId":
		return &f.messageID
	case "metadata":
		return &f.metadata
	case "final":
		return &f.final
	case "append":
		return &f.appended
	case "lastChunk":
		return &f.lastChunk
	case "task":
		return &f.task
	case "message":
		return &f.message
	case "statusUpdate":
		return &f.statusUpdate
	case "artifactUpdate":
		return &f.artifactUpdate
	}
	return nil
}

// event decodes one event, which must be well-formed JSON: kind-tagged as up to
// 0.3, wrapped as in 1.0, or recognisable by what it holds. It reports whether
// it is one.
func (d *decoder) event(raw []byte) (Event, bool) {
	if !isObject(raw) {
		return Event{}, false
	}
	f := fieldsOf(raw)
	e := Event{Raw: raw}
	if f.kind == nil {
		switch {
		case isObject(f.statusUpdate):
			return d.statusUpdate(e, fieldsOf(f.statusUpdate))
		case isObject(f.artifactUpdate):
			return d.artifactUpdate(e, fieldsOf(f.artifactUpdate))
		case isObject(f.task):
			return d.taskEvent(e, f.task), true
		case isObject(f.message):
			return d.messageEvent(e, f.message), true
		}
	}
	switch kindOf(&f) {
	case "status-update":
		return d.statusUpdate(e, f)
	case "artifact-update":
		return d.artifactUpdate(e, f)
	case "task":
		return d.taskEvent(e, raw), true
	case "message":
		return d.messageEvent(e, raw), true
	}
	return Event{}, false
}

// kindOf is the kind of an unwrapped event; without "kind" by what it holds.
func kindOf(f *fields) string {
	switch {
	case f.kind != nil:
		return text(f.kind)
	case isObject(f.artifact):
		return "artifact-update"
	case isObject(f.status) && f.id == nil && f.taskID != nil:
		return "status-update"
	case isObject(f.status) && f.id != nil:
		return "task"
	case isArray(f.parts):
		return "message"
	}
	return ""
}

func (d *decoder) statusUpdate(e Event, f fields) (Event, bool) {
	if !isObject(f.status) {
		return Event{}, false
	}
	e.TaskID, e.ContextID = same(&d.taskID, f.taskID), same(&d.contextID, f.contextID)
	e.Status = new(Status)
	*e.Status = d.status(f.status)
	e.Final = isTrue(f.final)
	return e, true
}

func (d *decoder) artifactUpdate(e Event, f fields) (Event, bool) {
	if !isObject(f.artifact) {
		return Event{}, false
	}
	e.TaskID, e.ContextID = same(&d.taskID, f.taskID), same(&d.contextID, f.contextID)
	a := artifact(f.artifact)
	e.Artifact = &a
	e.Append, e.LastChunk = isTrue(f.appended), isTrue(f.lastChunk)
	return e, true
}

func (d *decoder) taskEvent(e Event, raw []byte) Event {
	e.Task = d.task(raw)
	e.TaskID, e.ContextID = e.Task.ID, e.Task.ContextID
	return e
}

func (d *decoder) messageEvent(e Event, raw []byte) Event {
	e.Message = message(raw)
	e.TaskID, e.ContextID = e.Message.TaskID, e.Message.ContextID
	return e
}

func (d *decoder) task(raw []byte) *Task {
	f := fieldsOf(raw)
	t := &Task{
		ID: same(&d.taskID, f.id), ContextID: same(&d.contextID, f.contextID),
		Metadata: f.metadata, Raw: raw,
	}
	t.Status = d.status(f.status)
	for c := walk(f.artifacts); c.next(); {
		t.Artifacts = append(t.Artifacts, artifact(c.value))
	}
	for c := walk(f.history); c.next(); {
		t.History = append(t.History, *message(c.value))
	}
	return t
}

func (d *decoder) status(raw []byte) Status {
	s := Status{State: StateUnknown}
	for c := walk(raw); c.next(); {
		switch string(c.key) {
		case "state":
			said := same(&d.said, c.value)
			s.State, s.Said = parseState(said), safe.Text(said)
		case "timestamp":
			s.Time = parseTime(c.value)
		case "message":
			if isObject(c.value) {
				s.Message = message(c.value)
			}
		}
	}
	return s
}

// same is text(raw), taken from *last where it is the same.
func same(last *string, raw []byte) string {
	if isString(raw) && string(raw[1:len(raw)-1]) == *last {
		return *last
	}
	s := text(raw)
	if isString(raw) && len(s) == len(raw)-2 { // no escapes: the next comparison may trust it
		*last = s
	}
	return s
}

// parseTime reads a timestamp; one without a zone is UTC, as in the examples of
// 0.3 §9.7. What cannot be read is the zero time.
func parseTime(raw []byte) time.Time {
	if !isString(raw) {
		return time.Time{}
	}
	s := string(raw[1 : len(raw)-1])
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999Z07:00"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t
		}
	}
	return time.Time{}
}

func message(raw []byte) *Message {
	f := fieldsOf(raw)
	m := &Message{
		ID: text(f.messageID), TaskID: text(f.taskID), ContextID: text(f.contextID),
		Metadata: f.metadata, Raw: raw, Parts: parts(f.parts),
	}
	switch strings.TrimPrefix(strings.ToLower(text(f.role)), "role_") {
	case "user", "1":
		m.Role = RoleUser
	case "agent", "2":
		m.Role = RoleAgent
	}
	return m
}

func artifact(raw []byte) Artifact {
	a := Artifact{Raw: raw}
	for c := walk(raw); c.next(); {
		switch string(c.key) {
		case "artifactId":
			a.ID = safe.Text(text(c.value))
		case "name":
			a.Name = safe.Text(text(c.value))
		case "description":
			a.Description = safe.Text(text(c.value))
		case "parts":
			a.Parts = parts(c.value)
		case "metadata":
			a.Metadata = json.RawMessage(c.value)
		}
	}
	return a
}
