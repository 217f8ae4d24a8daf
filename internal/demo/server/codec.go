package server

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// Codec is one dialect's spelling of the same things.
type Codec struct {
	Version   string // as in the card and the A2A-Version header
	ExtHeader string // carries the activated extensions
	Old       bool   // 0.3: `kind` everywhere, results bare, data parts contain objects
	workshop  bool   // the dialect of seed 001: the context next to the message, error codes of its own
}

// The dialects.
var (
	V10 = &Codec{Version: "1.0", ExtHeader: "A2A-Extensions"}
	V03 = &Codec{Version: "0.3", ExtHeader: "X-A2A-Extensions", Old: true}

	workshop = &Codec{Version: "0.3", ExtHeader: "X-A2A-Extensions", Old: true, workshop: true}
)

func (c *Codec) kind(k string) string {
	if c.Old {
		return k
	}
	return ""
}

// State is how the dialect writes a state.
func (c *Codec) State(s State) string {
	if c.Old {
		return string(s)
	}
	return "TASK_STATE_" + strings.ToUpper(strings.ReplaceAll(string(s), "-", "_"))
}

// Role is how the dialect writes a role.
func (c *Codec) Role(r string) string {
	if c.Old {
		return r
	}
	return "ROLE_" + strings.ToUpper(r)
}

func (c *Codec) part(p Part) WirePart {
	w := WirePart{Text: p.Text, Data: p.Data, Metadata: p.Metadata}
	if !c.Old {
		w.MediaType, w.Filename = p.MediaType, p.Filename
		if p.File != nil {
			w.Raw, w.URL, w.MediaType, w.Filename = p.File.Bytes, p.File.URI, p.File.MediaType, p.File.Name
		}
		return w
	}
	switch {
	case p.Text != nil:
		w.Kind = "text"
	case p.File != nil:
		w.Kind = "file"
		w.File = &wireFile{Bytes: p.File.Bytes, URI: p.File.URI, MimeType: p.File.MediaType, Name: p.File.Name}
	default:
		w.Kind = "data"
	}
	return w
}

// Parts are parts as the dialect writes them.
func (c *Codec) Parts(ps []Part) []WirePart {
	out := make([]WirePart, len(ps))
	for i, p := range ps {
		out[i] = c.part(p)
	}
	return out
}

func (c *Codec) message(m Message) WireMessage {
	return WireMessage{
		Kind: c.kind("message"), MessageID: Encode(m.ID), ContextID: m.ContextID, TaskID: m.TaskID,
		Role: c.Role(m.Role), Parts: c.Parts(m.Parts), Metadata: m.Metadata,
	}
}

func (c *Codec) status(s status) wireStatus {
	w := wireStatus{State: c.State(s.State), Timestamp: stamp(s.Time)}
	if s.Message != nil {
		m := c.message(*s.Message)
		w.Message = &m
	}
	return w
}

func (c *Codec) artifact(a Artifact) WireArtifact {
	return WireArtifact{ArtifactID: a.ID, Name: a.Name, Description: a.Description, Parts: c.Parts(a.Parts)}
}

// task writes a record with at most the last history messages of it; nil means all.
func (c *Codec) task(r record, history *int) WireTask {
	w := WireTask{
		Kind: c.kind("task"), ID: r.ID, ContextID: r.ContextID,
		Status: c.status(r.Status), Metadata: r.Metadata,
	}
	for _, a := range r.Artifacts {
		w.Artifacts = append(w.Artifacts, c.artifact(a))
	}
	said := r.History
	if history != nil && *history < len(said) {
		said = said[len(said)-*history:]
	}
	for _, m := range said {
		w.History = append(w.History, c.message(m))
	}
	return w
}

// wrapped names a result as A2A 1.0 does where several kinds are possible; 0.3 distinguishes them by `kind`.
func (c *Codec) wrapped(name string, v any) any {
	if c.Old {
		return v
	}
	return map[string]any{name: v}
}

func (c *Codec) event(taskID, contextID string, e Event) any {
	if e.Artifact != nil {
		return c.wrapped("artifactUpdate", wireArtifactUpdate{
			Kind: c.kind("artifact-update"), TaskID: taskID, ContextID: contextID,
			Artifact: c.artifact(*e.Artifact), Append: e.Append, LastChunk: e.LastChunk,
		})
	}
	w := wireStatusUpdate{
		Kind: c.kind("status-update"), TaskID: taskID, ContextID: contextID, Status: c.status(*e.Status),
	}
	if c.Old {
		final := e.Status.State.isResting()
		w.Final = &final
	}
	return c.wrapped("statusUpdate", w)
}

// read decodes a user message, and says what is wrong with it.
func (c *Codec) read(w WireMessage) (Message, error) {
	m := Message{
		ID: scalar(w.MessageID), Role: RoleUser, TaskID: w.TaskID, ContextID: w.ContextID,
		Metadata: w.Metadata,
	}
	switch {
	case c.Old && w.Kind != "" && w.Kind != "message":
		return m, fmt.Errorf("message.kind is %q, not \"message\"", w.Kind)
	case m.ID == "":
		return m, fmt.Errorf("message.messageId is missing")
	case w.Role != c.Role(RoleUser):
		return m, fmt.Errorf("message.role is %q, not %q", w.Role, c.Role(RoleUser))
	case len(w.Parts) == 0:
		return m, fmt.Errorf("message.parts is empty")
	}
	for i, p := range w.Parts {
		q, err := c.readPart(p)
		if err != nil {
			return m, fmt.Errorf("message.parts[%d]: %w", i, err)
		}
		m.Parts = append(m.Parts, q)
	}
	return m, nil
}

func (c *Codec) readPart(w WirePart) (Part, error) {
	p := Part{Text: w.Text, Data: w.Data, Metadata: w.Metadata, MediaType: w.MediaType, Filename: w.Filename}
	switch {
	case c.Old && w.File != nil:
		p.File = &File{Bytes: w.File.Bytes, URI: w.File.URI, MediaType: w.File.MimeType, Name: w.File.Name}
	case !c.Old && (w.Raw != "" || w.URL != ""):
		p.File = &File{Bytes: w.Raw, URI: w.URL, MediaType: w.MediaType, Name: w.Filename}
	}
	if count(p.Text != nil, p.Data != nil, p.File != nil) != 1 {
		return p, fmt.Errorf("a part holds exactly one of text, data and a file")
	}
	if c.Old && w.Kind != c.part(p).Kind {
		return p, fmt.Errorf("kind is %q, but the part holds %s", w.Kind, c.part(p).Kind)
	}
	return p, nil
}

func count(set ...bool) (n int) {
	for _, s := range set {
		if s {
			n++
		}
	}
	return n
}

// scalar reads a string, or takes a number as its digits: seed 000 §2 shows `"messageId": 1`.
func scalar(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var n json.Number
	if json.Unmarshal(raw, &n) == nil {
		return n.String()
	}
	return ""
}

// TagOf is the media type that names a schema.
func TagOf(schema string) string { return tagPrefix + schema }

// SchemaOf reads the schema's name from a media type `application/json;schema=NAME`. Spaces, quotes, other parameters and
// upper case in the type are accepted; ok is false when the media type has no schema parameter.
func SchemaOf(mediaType string) (name string, ok bool) {
	fields := strings.Split(mediaType, ";")
	if !strings.EqualFold(strings.TrimSpace(fields[0]), "application/json") {
		return "", false
	}
	for _, f := range fields[1:] {
		key, value, found := strings.Cut(f, "=")
		if found && strings.EqualFold(strings.TrimSpace(key), "schema") {
			return strings.Trim(strings.TrimSpace(value), `"`), true
		}
	}
	return "", false
}

// ExtensionURI names the object-schemas extension, exactly as in seed 000.
const ExtensionURI = "https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"

const tagPrefix = "application/json;schema="

// The shapes of messages as they are sent. Both dialects share most of them: 0.3 adds `kind` to everything and nests files, 1.0 wraps results by
// name. Fields that a dialect does not have are left empty and so not written.

// WirePart is a part as it is sent.
type WirePart struct {
	Kind      string          `json:"kind,omitempty"`
	Text      *string         `json:"text,omitempty"`
	Data      json.RawMessage `json:"data,omitempty"`
	File      *wireFile       `json:"file,omitempty"` // 0.3
	Raw       string          `json:"raw,omitempty"`  // 1.0
	URL       string          `json:"url,omitempty"`  // 1.0
	Filename  string          `json:"filename,omitempty"`
	MediaType string          `json:"mediaType,omitempty"`
	Metadata  json.RawMessage `json:"metadata,omitempty"`
}

type wireFile struct {
	Bytes    string `json:"bytes,omitempty"`
	URI      string `json:"uri,omitempty"`
	MimeType string `json:"mimeType,omitempty"`
	Name     string `json:"name,omitempty"`
}

// WireMessage is a message as it is sent.
type WireMessage struct {
	Kind      string          `json:"kind,omitempty"`
	MessageID json.RawMessage `json:"messageId"`
	ContextID string          `json:"contextId,omitempty"`
	TaskID    string          `json:"taskId,omitempty"`
	Role      string          `json:"role"`
	Parts     []WirePart      `json:"parts"`
	Metadata  json.RawMessage `json:"metadata,omitempty"`
}

type wireStatus struct {
	State     string       `json:"state"`
	Message   *WireMessage `json:"message,omitempty"`
	Timestamp string       `json:"timestamp"`
}

// WireArtifact is an artifact as it is sent.
type WireArtifact struct {
	ArtifactID  string     `json:"artifactId"`
	Name        string     `json:"name,omitempty"`
	Description string     `json:"description,omitempty"`
	Parts       []WirePart `json:"parts"`
}

// WireTask is a task as it is sent.
type WireTask struct {
	Kind      string          `json:"kind,omitempty"`
	ID        string          `json:"id"`
	ContextID string          `json:"contextId"`
	Status    wireStatus      `json:"status"`
	Artifacts []WireArtifact  `json:"artifacts,omitempty"`
	History   []WireMessage   `json:"history,omitempty"`
	Metadata  json.RawMessage `json:"metadata,omitempty"`
}

type wireStatusUpdate struct {
	Kind      string     `json:"kind,omitempty"`
	TaskID    string     `json:"taskId"`
	ContextID string     `json:"contextId"`
	Status    wireStatus `json:"status"`
	Final     *bool      `json:"final,omitempty"` // 0.3
}

type wireArtifactUpdate struct {
	Kind      string       `json:"kind,omitempty"`
	TaskID    string       `json:"taskId"`
	ContextID string       `json:"contextId"`
	Artifact  WireArtifact `json:"artifact"`
	Append    bool         `json:"append"`
	LastChunk bool         `json:"lastChunk"`
}

// stamp writes a time as RFC 3339 in UTC with milliseconds, as both specifications show it.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z07:00") }
