package a2a

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// toolCall is a call of a tool, or what the tool returned, as agents on Google's ADK send it: a data part whose metadata
// have adk_type, other frameworks another prefix.
type toolCall struct {
	id, name string
	args     *ojson.Value // of a call
	response *ojson.Value // of what the tool returned
	prefix   string       // of the names of the metadata
	kind     string       // function_call, function_response, …
	waits    bool         // the agent waits until it is told what the tool returned
}

// toolCall reads the call in a data part.
func (p Part) toolCall() (c toolCall, ok bool) {
	if p.Kind != PartData || !bytes.Contains(p.Metadata, []byte(`"function_`)) {
		return c, false // most data is no call, and may be large
	}
	metadata, err := ojson.Parse(p.Metadata, ojson.DataLimits)
	if err != nil {
		return c, false
	}
	for _, m := range metadata.Members() {
		if prefix, isType := strings.CutSuffix(m.Name, "_type"); isType && strings.HasPrefix(m.Value.Text(), "function_") {
			c.prefix, c.kind = prefix, m.Value.Text()
		}
	}
	if c.kind == "" {
		return c, false
	}
	data, err := ojson.Parse(p.Data, ojson.DataLimits)
	if err != nil || !data.Get("name").Is(ojson.String) {
		return c, false
	}
	c.id, c.name, c.args, c.response = data.Get("id").Text(), data.Get("name").Text(), data.Get("args"), data.Get("response")
	c.waits = c.kind == "function_call" && metadata.Get(c.prefix+"_is_long_running").Bool()
	return c, true
}

// ToolCall says what a part with a call of a tool is, and has its arguments; likewise for what the tool returned. It is
// false for other parts.
func (p Part) ToolCall() (title safe.Raw, data []byte, ok bool) {
	c, ok := p.toolCall()
	switch {
	case !ok:
		return safe.Raw{}, nil, false
	case c.kind == "function_call":
		return safe.Text("Call of " + c.name), cmp.Or(c.args, ojson.NewNull()).Compact(), true
	}
	return safe.Text("Result of " + c.name), cmp.Or(c.response, ojson.NewNull()).Compact(), true
}

// IsToolResult reports a part with what a tool returned.
func (p Part) IsToolResult() bool {
	c, ok := p.toolCall()
	return ok && c.kind != "function_call"
}

// IsThought reports a text that the agent marks as what it thought on the way to its answer: by the metadata thought, or adk_thought
// of Google's ADK, other frameworks with another prefix.
func (p Part) IsThought() bool {
	if p.Kind != PartText || !bytes.Contains(p.Metadata, []byte(`thought"`)) {
		return false
	}
	metadata, err := ojson.Parse(p.Metadata, ojson.DataLimits)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(metadata.Members(), func(m ojson.Member) bool {
		return (m.Name == "thought" || strings.HasSuffix(m.Name, "_thought")) && m.Value.Bool()
	})
}

// The tools with which ADK asks the user.
const (
	confirmationTool = "adk_request_confirmation"
	signInTool       = "adk_request_credential"
)

// form is the form for what the tool returned, where the agent waits for that.
func (c toolCall) form() (f Form, ok bool) {
	if !c.waits || c.name == signInTool {
		return f, false
	}
	f.call = &c
	if c.name != confirmationTool {
		f.Schema = json.RawMessage(`{"type":"object","properties":{"result":{"title":"Result"}}}`)
		f.Instructions = safe.Text("The agent waits for the result of " + describeCall(c.name, c.args))
		return f, true
	}
	asked := c.args.Get("toolConfirmation")
	schema, prefill := `{"type":"object","required":["confirmed"],"properties":{"confirmed":{"type":"boolean","title":"Confirm"}`, ojson.NewObject()
	if payload := asked.Get("payload"); payload.Exists() && !payload.Is(ojson.Null) {
		schema += `,"payload":{"title":"Payload"}`
		prefill = ojson.NewObject(ojson.Member{Name: "payload", Value: payload})
	}
	f.Schema, f.Prefill = json.RawMessage(schema+"}}"), prefill.Compact()
	original := c.args.Get("originalFunctionCall")
	words := "The agent asks whether to call " + describeCall(original.Get("name").Text(), original.Get("args"))
	if hint := asked.Get("hint").Text(); hint != "" && !strings.HasPrefix(hint, "Please approve or reject the tool call") {
		words = hint + "\n" + words
	}
	f.Instructions = safe.Text(words)
	return f, true
}

// describeCall is the name of a tool, and its arguments, a line each.
func describeCall(name string, args *ojson.Value) string {
	if len(args.Members()) == 0 {
		return name + "."
	}
	words := name + ":"
	for _, m := range args.Members() {
		value := string(m.Value.Compact())
		if text := m.Value.Text(); m.Value.Is(ojson.String) && !strings.ContainsAny(text, "\r\n") { // it must not look like another argument
			value = text
		}
		words += "\n" + m.Name + ": " + value
	}
	return words
}

// Is reports the form of the same question.
func (f Form) Is(other Form) bool {
	isSame := f.approves == other.approves && f.decides == other.decides && f.isText == other.isText && (f.call == nil) == (other.call == nil) && (f.call == nil || f.call.id == other.call.id)
	isSame = isSame && (f.extension == nil) == (other.extension == nil) && (f.extension == nil || f.extension.id == other.extension.id && f.extension.uri == other.extension.uri)
	return isSame && bytes.Equal(f.Schema, other.Schema) && bytes.Equal(f.Prefill, other.Prefill)
}

// IsOfCall reports a form for what a tool returned. It has nothing to do with the one before.
func (f Form) IsOfCall() bool { return f.call != nil || f.approves != "" }

// IsInMetadata reports a form in the metadata of a message, which no part of it has.
func (f Form) IsInMetadata() bool { return f.extension != nil }

// Answer is the data that answers the form with a value, and the metadata of its part; nil where it has none. A value that is
// what the tool returned in the agent's own shape stays as it is.
func (f Form) Answer(value []byte) (data, metadata json.RawMessage) {
	if f.call == nil {
		return f.decide(f.approve(value)), nil
	}
	v, err := ojson.Parse(value, ojson.DataLimits)
	if err != nil {
		return value, nil
	}
	kind := ojson.Member{Name: f.call.prefix + "_type", Value: ojson.NewString("function_response")}
	metadata = ojson.NewObject(kind).Compact()
	if v.Get("response").Exists() && v.Get("id").Text() == f.call.id {
		return value, metadata
	}
	data = ojson.NewObject(
		ojson.Member{Name: "id", Value: ojson.NewString(f.call.id)},
		ojson.Member{Name: "name", Value: ojson.NewString(f.call.name)},
		ojson.Member{Name: "response", Value: v},
	).Compact()
	return data, metadata
}
