package run

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// NoReason is what is said of a task that failed or was rejected without a word.
const NoReason = "the agent gave no reason"

// HasFailed reports a run whose task failed or was rejected.
func (s *Snapshot) HasFailed() bool {
	return s.Phase == Settled && (s.State == a2a.StateFailed || s.State == a2a.StateRejected)
}

// Reason returns why the task failed or was rejected, in the agent's words: the message of the last status, else the error with which the
// agent broke off its stream, else what the metadata of the status names as the error. What it said while it worked is no reason. It is
// empty where the agent gave none, and for a run that ended otherwise.
func (s *Snapshot) Reason() safe.Raw {
	if !s.HasFailed() {
		return safe.Raw{}
	}
	if s.lastStatus != nil {
		if text := messageText(s.lastStatus); text != "" {
			return reasonOf(s.lastStatus, text)
		}
		if text := reasonIn(s.lastStatus.Metadata); !text.IsEmpty() {
			return text
		}
	}
	if !s.failure.IsEmpty() {
		return s.failure
	}
	for _, metadata := range s.lastMetadata {
		if text := reasonIn(metadata); !text.IsEmpty() {
			return text
		}
	}
	return safe.Raw{}
}

// reasonOf is the text of a message about a failure: where all of it is one error as JSON, as data or in a text, what that says.
func reasonOf(m *a2a.Message, text string) safe.Raw {
	if len(m.Parts) == 1 {
		data := m.Parts[0].Data
		if m.Parts[0].Kind == a2a.PartText {
			data = []byte(text)
		}
		if reason := reasonIn(data); !reason.IsEmpty() {
			return reason
		}
	}
	return safe.Text(text)
}

// maxReason bounds a reason behind an outcome, in cells.
const maxReason = 300

// reasonText is the reason behind the outcome of a task that failed or was rejected, in one line.
func (s *Snapshot) reasonText() string {
	if !s.HasFailed() {
		return ""
	}
	reason := s.Reason()
	if reason.IsEmpty() {
		return ": " + NoReason
	}
	return ": " + safe.Text(strings.Join(strings.Fields(reason.Exact()), " ")).Line(maxReason).String()
}

// reasonNames are the names of members of metadata and of errors that say why something failed, without the prefix of a framework.
var reasonNames = [][]string{{"error", "message"}, {"error"}, {"reason"}, {"detail"}, {"exception"}, {"failure"}, {"message"}}

// reasonIn returns the reason that metadata give of a failure, empty for none: a text, or the message of an object.
func reasonIn(metadata json.RawMessage) safe.Raw {
	v, err := ojson.Parse(metadata, ojson.DataLimits)
	if err != nil {
		return safe.Raw{}
	}
	for _, name := range reasonNames {
		for _, m := range v.Members() {
			words := safe.Words(m.Name)
			if len(words) < len(name) || !slices.Equal(words[len(words)-len(name):], name) {
				continue
			}
			switch {
			case m.Value.Is(ojson.String) && m.Value.Text() != "":
				return safe.Text(m.Value.Text())
			case m.Value.Get("message").Is(ojson.String):
				return safe.Text(withCode(m.Value.Get("message").Text(), m.Value.Get("code")))
			}
		}
	}
	return safe.Raw{}
}

func withCode(text string, code *ojson.Value) string {
	if !code.Is(ojson.Number) {
		return text
	}
	return fmt.Sprintf("%s (%s)", text, code.Compact())
}
