package server

import (
	"encoding/json"
	"strings"
	"time"
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
