package store

import (
	"encoding/json"
	"time"

	"a2aform/internal/safe"
)

// FormOf says which form is meant: one schema of one skill of one agent.
type FormOf struct {
	Agent  safe.Raw `json:"agent"`           // its address, or its name where that changes
	Skill  safe.Raw `json:"skill,omitzero"`  // its id
	Schema safe.Raw `json:"schema,omitzero"` // its name
	Digest string   `json:"digest"`          // of the schema, by [Digest]
	// Index distinguishes the drafts of one form that is open in several windows.
	Index int `json:"slot,omitzero"`
}

// Draft is a form that was filled in and not sent.
type Draft struct {
	FormOf
	Version int             `json:"version"`
	Saved   time.Time       `json:"saved"`
	Form    json.RawMessage `json:"form"` // as formgen captured it
	Sent    *Sent           `json:"sent,omitempty"`
}

// Sent says that a draft was sent as it is, and that its outcome is unknown.
type Sent struct {
	At        time.Time `json:"at"`
	MessageID string    `json:"messageId"` // which the agent may know it by
}

// written is what JSON keeps of the texts: invalid UTF-8 is replaced.
func (of FormOf) written() FormOf {
	for _, text := range []*safe.Raw{&of.Agent, &of.Skill, &of.Schema} {
		*text = safe.Text(string([]rune(text.Exact())))
	}
	return of
}

// name is what the file of a form is called.
func (of FormOf) name() string {
	text, _ := json.Marshal(of) // texts alone
	return Digest(text)[:32]
}
