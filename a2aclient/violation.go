package a2aclient

import (
	"encoding/json"
	"fmt"
	"strings"

	"a2aform/internal/safe"
)

// Violation is a value that the agent refused, and why (google.rpc.BadRequest, which
// A2A 1.0 §11.6 puts among the details of an error).
type Violation struct {
	Field       safe.Raw // its path as the agent wrote it, such as "message.parts[0].data.rounds"
	Description safe.Raw
}

const (
	maxViolations      = 100 // of one error that are read
	maxShownViolations = 5   // of one error that its text names
)

// violationsIn are the field violations among typed details, or in a single object.
func violationsIn(details json.RawMessage) (found []Violation) {
	var list []json.RawMessage
	if isObject(details) {
		list = []json.RawMessage{details}
	} else if json.Unmarshal(details, &list) != nil {
		return nil
	}
	type violation struct{ Field, Description, Reason string }
	for _, raw := range list {
		var detail struct {
			Camel []violation `json:"fieldViolations"`
			Snake []violation `json:"field_violations"`
		}
		if !isObject(raw) || json.Unmarshal(raw, &detail) != nil {
			continue
		}
		for _, v := range append(detail.Camel, detail.Snake...) {
			if v.Description == "" {
				v.Description = v.Reason
			}
			if len(found) < maxViolations && (v.Field != "" || v.Description != "") {
				found = append(found, Violation{safe.Text(v.Field), safe.Text(v.Description)})
			}
		}
	}
	return found
}

// violated is the text of the violations, "" for none.
func (e *Error) violated() string {
	var b strings.Builder
	for i, v := range e.Violations {
		if i == maxShownViolations {
			fmt.Fprintf(&b, "; and %d more", len(e.Violations)-i)
			break
		}
		b.WriteString("; ")
		if !v.Field.IsEmpty() {
			b.WriteString(v.Field.Line(80).String() + ": ")
		}
		fmt.Fprintf(&b, "“%s”", v.Description.Line(160))
	}
	return b.String()
}
