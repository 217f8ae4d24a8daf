package a2aclient

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"

	"a2aform/internal/safe"
)

// Mode is how the answer to a request is followed.
type Mode uint8

// The modes of delivery.
const (
	ModeAuto   Mode = iota // stream if the card says that the agent streams, else poll
	ModeStream             // always ask for a stream
	ModePoll               // send, then ask for the task's state
)

// Request is one message to an agent. It needs Text, Data or Files.
type Request struct {
	MessageID string   // fixed by the first Preview or Run where empty
	TaskID    safe.Raw // an answer to that task; empty for a new one
	ContextID safe.Raw // empty for a new one
	SkillID   string   // goes into message.metadata.skillId where Data has no named schema
	Text      string   // one text part; "" for none
	// Data is one data part, sent exactly as it stands, byte for byte; nil for none.
	Data json.RawMessage
	// Tag marks Data: [Input.Tag] for a named schema, "application/json" for a
	// schema without a name, empty for an answer to a paused task (seed 000 §3
	// rejects tagged data there).
	Tag   safe.Raw
	Files []FilePart // sent behind the text; at most [limit.MessageFiles] bytes
	// Extensions are the URIs to activate. Nil means those of the card that
	// a2aform knows; an empty list means none.
	Extensions []string
	Mode       Mode
}

// Preview is the HTTP request that [Agent.Run] will make, byte for byte, but
// for what HTTP itself adds (Host, Content-Length, Accept-Encoding).
type Preview struct {
	Method, URL string
	Header      http.Header // secrets are masked
	Body        []byte
	Tag         safe.Raw // the schema tag; empty for none

	call *call
}

// NewID is a fresh random identifier for a message (a version 4 UUID).
func NewID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails since Go 1.24
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
