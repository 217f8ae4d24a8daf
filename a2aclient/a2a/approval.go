package a2a

import (
	"bytes"
	"encoding/json"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// approval is the state of a call of a tool as the A2A server of Gemini CLI sends it, in a data part: it has "request" and "status", and while
// it waits "confirmationDetails".
type approval struct {
	callID, tool, status string
	details              *ojson.Value
}

// approval reads the state of a call in a data part.
func (p Part) approval() (a approval, ok bool) {
	if p.Kind != PartData || !bytes.Contains(p.Data, []byte(`"callId"`)) || !bytes.Contains(p.Data, []byte(`"status"`)) {
		return a, false // most data is none, and may be large
	}
	data, err := ojson.Parse(p.Data, ojson.DataLimits)
	request := data.Get("request")
	if err != nil || !request.Get("callId").Is(ojson.String) || !data.Get("status").Is(ojson.String) {
		return a, false
	}
	return approval{request.Get("callId").Text(), request.Get("name").Text(), data.Get("status").Text(), data.Get("confirmationDetails")}, true
}

// The outcomes of an approval, and how they are called.
var approvals = []struct{ outcome, title string }{{"proceed_once", "Allow once"}, {"proceed_always", "Always"}, {"cancel", "Cancel"}}

// form is the form for whether the tool may run; not ok where nothing waits.
func (a approval) form() (f Form, ok bool) {
	if a.status != "awaiting_approval" || !a.details.Is(ojson.Object) {
		return f, false
	}
	var choices []string
	for _, c := range approvals {
		choices = append(choices, `{"const":"`+c.outcome+`","title":"`+c.title+`"}`)
	}
	f.approves = a.callID
	f.Schema = json.RawMessage(`{"type":"object","required":["outcome"],"properties":{"outcome":{"title":"Answer","oneOf":[` + strings.Join(choices, ",") + `]}}}`)
	words := a.details.Get("title").Text()
	if words == "" {
		words = "May " + a.tool + " run?"
	}
	for _, name := range []string{"command", "prompt", "toolDisplayName", "serverName"} {
		if text := strings.TrimRight(a.details.Get(name).Text(), "\n"); text != "" {
			words += "\n" + text
		}
	}
	if diff := strings.TrimRight(a.details.Get("fileDiff").Text(), "\n"); diff != "" {
		words += "\n\n```diff\n" + diff + "\n```"
	}
	f.Instructions = safe.Text(words)
	return f, true
}

// Approval is an answer to whether a tool may run.
type Approval struct {
	Title string          // what it is called
	Value json.RawMessage // of the form
}

// Approvals are the answers to a form that asks whether a tool may run, nil for any other form.
func (f Form) Approvals() (list []Approval) {
	if f.approves == "" {
		return nil
	}
	for _, c := range approvals {
		list = append(list, Approval{c.title, json.RawMessage(`{"outcome":"` + c.outcome + `"}`)})
	}
	return list
}

// ApprovalTitle is what an answer of [Form.Approvals] is called, "" for any other value.
func ApprovalTitle(value *ojson.Value) string {
	for _, c := range approvals {
		if value.Len() == 1 && value.Get("outcome").Text() == c.outcome {
			return c.title
		}
	}
	return ""
}

// approve is the answer to an approval, with the id of its call; any other value as it is.
func (f Form) approve(value []byte) []byte {
	v, err := ojson.Parse(value, ojson.DataLimits)
	if f.approves == "" || err != nil || !v.Get("outcome").Exists() || v.Get("callId").Exists() {
		return value
	}
	return ojson.NewObject(append([]ojson.Member{{Name: "callId", Value: ojson.NewString(f.approves)}}, v.Members()...)...).Compact()
}

// Step says in a line what a tool does, for a part that tells of that; false for other parts.
func (p Part) Step() (safe.Raw, bool) {
	a, ok := p.approval()
	if !ok {
		return safe.Raw{}, false
	}
	if f, asks := a.form(); asks {
		return f.Instructions, true
	}
	return safe.Text(a.tool + ": " + strings.ReplaceAll(a.status, "_", " ")), true
}

// Words that answer a question of yes or no.
var (
	yesWords = []string{"yes", "y", "true", "ok", "allow", "approve"}
	noWords  = []string{"no", "n", "false", "cancel", "deny", "reject"}
)

// Choice is the value of a form with one field that a word answers: yes or no, or the title or the value of a choice. Where a form has
// choices, yes is the first and no the last. It is not ok for a word that chooses nothing. The only text of an extension's form takes any
// words.
func (f Form) Choice(word string) (value json.RawMessage, ok bool) {
	word = strings.TrimSpace(word)
	schema, err := ojson.Parse(f.Schema, ojson.DataLimits)
	if err != nil || word == "" {
		return nil, false
	}
	fields := schema.Get("properties").Members()
	if len(fields) == 0 || len(fields) > 1 && schema.Get("required").Len() != 1 {
		return nil, false
	}
	field := fields[0]
	for _, m := range fields {
		if len(fields) > 1 && m.Name == schema.Get("required").Items()[0].Text() {
			field = m
		}
	}
	isYes, isNo := !f.isText && isOneOf(word, yesWords), !f.isText && isOneOf(word, noWords)
	var chosen *ojson.Value
	switch choices := choicesOf(field.Value); {
	case field.Value.Get("type").Text() == "boolean" && (isYes || isNo):
		chosen = ojson.NewBool(isYes)
	case len(choices) > 0:
		chosen = choose(choices, word, isYes, isNo)
	case f.extension != nil && field.Value.Get("type").Text() == "string": // agents on AgentStack read the form alone
		chosen = ojson.NewString(word)
	}
	if chosen == nil {
		return nil, false
	}
	members := []ojson.Member{{Name: field.Name, Value: chosen}}
	if prefill, err := ojson.Parse(f.Prefill, ojson.DataLimits); err == nil {
		for _, m := range prefill.Members() {
			if m.Name != field.Name {
				members = append(members, m)
			}
		}
	}
	return ojson.NewObject(members...).Compact(), true
}

// choice is a value to choose, and its title.
type choice struct {
	value *ojson.Value
	title string
}

func choicesOf(field *ojson.Value) (list []choice) {
	for _, c := range field.Get("oneOf").Items() {
		if v := c.Get("const"); v.Exists() {
			list = append(list, choice{v, c.Get("title").Text()})
		}
	}
	for _, v := range field.Get("enum").Items() {
		list = append(list, choice{v, ""})
	}
	return list
}

func choose(choices []choice, word string, isYes, isNo bool) *ojson.Value {
	for _, c := range choices {
		if strings.EqualFold(word, c.title) || c.value.Is(ojson.String) && strings.EqualFold(word, c.value.Text()) {
			return c.value
		}
	}
	switch {
	case isYes:
		return choices[0].value
	case isNo:
		return choices[len(choices)-1].value
	}
	return nil
}

func isOneOf(word string, list []string) bool {
	for _, w := range list {
		if strings.EqualFold(w, word) {
			return true
		}
	}
	return false
}
