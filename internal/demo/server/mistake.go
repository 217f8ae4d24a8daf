package server

import (
	"encoding/json"
)

// Mistakes that an agent can make, for [Options.Mistake].
const (
	takeLast     = "take-last"     // of several tagged parts it takes the last one
	takeAll      = "take-all"      // it validates all tagged parts, and works on the first
	takeValid    = "take-valid"    // of several tagged parts it takes the first that is valid
	takeDeclared = "take-declared" // of several tagged parts it takes the first whose schema the card declares
	takeText     = "take-text"     // it takes a text part with a tag for data
	textFirst    = "text-first"    // it takes a message with text for text, whatever else is in it
	takeOver     = "take-over"     // it begins a new task with tagged data for a running one
	takeWaiting  = "take-waiting"  // the same for one that waits for input
	takeInvalid  = "take-invalid"  // the same with data that is not valid
	join         = "join"          // it takes tagged data for an answer
	changeInput  = "change-input"  // the history holds other data than was sent
	ignoreCancel = "ignore-cancel" // it does not cancel
	noGet        = "no-get"        // it has no method to read a task
	getUntagged  = "get-untagged"  // a task that is read has no tags
	noEcho       = "no-echo"       // it does not name the extensions that are active
	echoAll      = "echo-all"      // it names all extensions that a client asks for
	failed       = "fail-invalid"  // a task with invalid data fails without a word
)

// Mistakes are the names of all of them.
var Mistakes = []string{takeLast, takeAll, takeValid, takeDeclared, takeText, textFirst, takeOver, takeWaiting, takeInvalid, join, changeInput, ignoreCancel, noGet, getUntagged, noEcho, echoAll, failed}

// prefers reports whether the agent takes a later tagged part in place of the first.
func (a *Agent) prefers(first Part, schema string, next Part, name string) bool {
	problems := func(p Part, name string) (isInvalid, isUndeclared bool) {
		found, undeclared := a.skills.Problems(name, p.Data)
		return len(found) > 0 || undeclared != "", undeclared != ""
	}
	switch {
	case a.mistake(takeLast, schema):
		return true
	case a.mistake(takeAll, schema):
		isInvalid, _ := problems(next, name)
		return isInvalid
	case a.mistake(takeValid, schema):
		isInvalid, _ := problems(first, schema)
		return isInvalid
	case a.mistake(takeDeclared, schema):
		_, isUndeclared := problems(first, schema)
		return isUndeclared
	}
	return false
}

// flagText makes a data part of a text part with a tag.
func (a *Agent) flagText(p Part) (Part, string, bool) {
	if p.Text == nil {
		return p, "", false
	}
	asData := p
	asData.Data = json.RawMessage(*p.Text)
	name, ok := Flagged(asData)
	if !ok || !json.Valid(asData.Data) || !a.mistake(takeText, name) {
		return p, "", false
	}
	return asData, name, true
}

// takeOver begins a new task with tagged data for a task that exists.
func (a *Agent) takeOver(m Message, in Structured, now State, objectsOnly bool) (receipt, bool) {
	name := takeOver
	switch {
	case in.Problem != "":
		name = takeInvalid
	case now.isResting():
		name = takeWaiting
	}
	if !a.mistake(name, in.Schema) {
		return receipt{}, false
	}
	m.TaskID = ""
	return a.reply(m, objectsOnly, a.skills.Work(in)), true
}

// kept is a message as the history of its task keeps it.
func (a *Agent) kept(m Message) Message {
	_, schema, ok := a.flagged(m)
	if !ok || !a.mistake(changeInput, schema) {
		return m
	}
	parts := m.Parts
	m.Parts = nil
	for _, p := range parts {
		if p.Data != nil {
			p.Data = json.RawMessage("{}")
		}
		m.Parts = append(m.Parts, p)
	}
	return m
}

// read is a task as a client that asks for it gets it.
func (a *Agent) read(r record) record {
	if len(r.Artifacts) == 0 || !a.mistake(getUntagged, "") {
		return r
	}
	for i := range r.Artifacts {
		for j := range r.Artifacts[i].Parts {
			r.Artifacts[i].Parts[j].Metadata = nil
		}
	}
	return r
}

// refuse settles a task whose data is not valid.
func (a *Agent) refuse(r *Run, in Structured) {
	if a.mistake(failed, in.Schema) {
		r.Enter(StateFailed, "")
		return
	}
	r.Reject(in.Problem)
}
