package server

import (
	"encoding/json"
	"time"
)

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
