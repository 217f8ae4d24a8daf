package demo

import (
	"encoding/json"
	"time"
)

// state is a task's state in the words of A2A 0.3; the 1.0 codec spells it TASK_STATE_….
type state string

const (
	stateSubmitted state = "submitted"
	stateWorking   state = "working"
	stateAsking    state = "input-required"
	stateCompleted state = "completed"
	stateFailed    state = "failed"
	stateCanceled  state = "canceled"
	stateRejected  state = "rejected"
)

// settled says that nothing follows this state.
func (s state) settled() bool {
	return s == stateCompleted || s == stateFailed || s == stateCanceled || s == stateRejected
}

// isResting reports that the agent does nothing until the next message: the task is settled, or waits for input.
func (s state) isResting() bool { return s.settled() || s == stateAsking }

const (
	roleUser  = "user"
	roleAgent = "agent"
)

// part is one piece of a message or an artifact; exactly one of Text, Data and File is set.
// Data and Metadata stay the bytes that came, so that digits and key order survive an echo in the history.
type part struct {
	Text      *string
	Data      json.RawMessage
	File      *file
	Metadata  json.RawMessage
	MediaType string // A2A 1.0 only
	Filename  string // A2A 1.0 only
}

// file is the content of a file part: base64 Bytes or a URI.
type file struct {
	Bytes, URI, MediaType, Name string
}

type message struct {
	ID, Role          string
	TaskID, ContextID string
	Parts             []part
	Metadata          json.RawMessage
}

type artifact struct {
	ID, Name, Description string
	Parts                 []part
}

type status struct {
	State   state
	Message *message
	Time    time.Time
}

// record is a task as clients see it.
type record struct {
	ID, ContextID string
	Status        status
	Artifacts     []artifact
	History       []message
	Metadata      json.RawMessage
}

// event is one step of a task: a new status, or (a chunk of) an artifact.
type event struct {
	Status    *status
	Artifact  *artifact
	Append    bool
	LastChunk bool
}

func textPart(s string) part { return part{Text: &s} }

// taggedPart is a data part that names its schema as seed 000 §4 wants it.
func taggedPart(schema string, v any) part {
	p := dataPart(v)
	p.Metadata = encode(map[string]string{"mimeType": tagOf(schema)})
	return p
}

func dataPart(v any) part { return part{Data: encode(v)} }

// encode writes v as compact JSON without HTML escapes. The demo only encodes its own plain structs, so a failure is a bug.
func encode(v any) json.RawMessage {
	raw, err := marshal(v)
	if err != nil {
		panic("demo: " + err.Error())
	}
	return raw
}
