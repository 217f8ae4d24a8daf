package a2a

import (
	"cmp"
	"encoding/json"
	"fmt"
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
	if p.Kind != PartData {
		return c, false
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
	data, err := ojson.Parse(p.Data, ojson.DataLimits)
	if err != nil || c.kind == "" || !data.Get("name").Is(ojson.String) {
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

// The tools with which ADK asks the user.
const (
	confirmation = "adk_request_confirmation"
	signIn       = "adk_request_credential"
)

// form is the form for what the tool returned, where the agent waits for that.
func (c toolCall) form() (f Form, ok bool) {
	if !c.waits || c.name == signIn {
		return f, false
	}
	f.call = &c
	if c.name != confirmation {
		f.Schema = json.RawMessage(`{"type":"object","properties":{"result":{"title":"Result"}}}`)
		f.Instructions = safe.Text(fmt.Sprintf("The agent waits for the result of %s.", called(c.name, c.args)))
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
	words := fmt.Sprintf("The agent asks whether to call %s.", called(original.Get("name").Text(), original.Get("args")))
	if hint := asked.Get("hint").Text(); hint != "" && !strings.HasPrefix(hint, "Please approve or reject the tool call") {
		words += " " + hint
	}
	f.Instructions = safe.Text(words)
	return f, true
}

// called is a call as words.
func called(name string, args *ojson.Value) string {
	if len(args.Members()) == 0 {
		return name
	}
	return name + " with " + string(args.Compact())
}

// Answer is the data that answers the form with a value, and the metadata of its part; nil where it has none.
func (f Form) Answer(value []byte) (data, metadata json.RawMessage) {
	if f.call == nil {
		return value, nil
	}
	v, err := ojson.Parse(value, ojson.DataLimits)
	if err != nil {
		return value, nil
	}
	data = ojson.NewObject(
		ojson.Member{Name: "id", Value: ojson.NewString(f.call.id)},
		ojson.Member{Name: "name", Value: ojson.NewString(f.call.name)},
		ojson.Member{Name: "response", Value: v},
	).Compact()
	kind := ojson.Member{Name: f.call.prefix + "_type", Value: ojson.NewString("function_response")}
	return data, ojson.NewObject(kind).Compact()
}
