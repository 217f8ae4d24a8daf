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

// answerField is the only field of the forms below.
const answerField = "answer"

// choiceForm is the form of a question that lists its answers, a habit that no specification has: {"question": "Seat?", "options": ["window",
// "aisle"]}, or objects with a label and a value as the options. The answer is the text of the choice, as if the user had typed it.
func choiceForm(data []byte) (f Form, ok bool) {
	if !bytes.Contains(data, []byte(`"options"`)) && !bytes.Contains(data, []byte(`"choices"`)) {
		return f, false // most data is none, and may be large
	}
	v, err := ojson.Parse(data, ojson.DataLimits)
	if err != nil {
		return f, false
	}
	list := v.Get("options")
	if !list.Is(ojson.Array) {
		list = v.Get("choices")
	}
	var choices []*ojson.Value
	for _, item := range list.Items() {
		title, value := firstText(item, "label", "title", "text", "name"), firstText(item, "value", "id", "key")
		if item.Is(ojson.String) || item.Is(ojson.Number) {
			value = item.Text()
		}
		if value == "" {
			value = title
		}
		if value == "" {
			return f, false
		}
		members := []ojson.Member{textMember("const", value)}
		choices = append(choices, ojson.NewObject(appendText(members, "title", title)...))
	}
	if len(choices) == 0 {
		return f, false
	}
	f = formOfChoices(choices)
	f.isText, f.IsAlone = true, true
	f.Instructions = safe.Text(firstText(v, "question", "message", "prompt", "text", "title", "description"))
	return f, true
}

// formOfChoices is a form with one choice.
func formOfChoices(choices []*ojson.Value) Form {
	schema := `{"type":"object","required":["` + answerField + `"],"properties":{"` + answerField + `":{"title":"Answer","oneOf":`
	return Form{Schema: json.RawMessage(schema + string(ojson.NewArray(choices...).Compact()) + "}}}")}
}

// firstText is the first member of an object that is a text and says something.
func firstText(v *ojson.Value, names ...string) string {
	for _, name := range names {
		if m := v.Get(name); m.Is(ojson.String) && m.Text() != "" || m.Is(ojson.Number) {
			return m.Text()
		}
	}
	return ""
}

// TextAnswer is the text that answers a form whose agent reads no data; not ok for other forms.
func (f Form) TextAnswer(value []byte) (text string, ok bool) {
	v, err := ojson.Parse(value, ojson.DataLimits)
	if !f.isText || err != nil || v.Len() != 1 || !v.Get(answerField).Exists() {
		return "", false
	}
	return v.Get(answerField).Text(), true
}

// decisionForm is the form for whether some tools may run, as LangChain's human-in-the-loop middleware asks it: {"action_requests": [{"name":
// …, "args": …}], "review_configs": [{"action_name": …, "allowed_decisions": […]}]}. One answer is for all of them.
func decisionForm(data []byte) (f Form, ok bool) {
	if !bytes.Contains(data, []byte(`"action_requests"`)) {
		return f, false
	}
	v, err := ojson.Parse(data, ojson.DataLimits)
	if err != nil {
		return f, false
	}
	var words []string
	for _, call := range v.Get("action_requests").Items() {
		words = append(words, "The agent asks whether to call "+describeCall(call.Get("name").Text(), call.Get("args")))
		if text := call.Get("description").Text(); text != "" {
			words = append(words, text)
		}
		f.decides++
	}
	allowed := []string{"approve", "reject"} // an edit needs another call, which --data sends
	for _, config := range v.Get("review_configs").Items() {
		allowed = slices.DeleteFunc(allowed, func(kind string) bool {
			return !slices.ContainsFunc(config.Get("allowed_decisions").Items(), func(v *ojson.Value) bool { return v.Text() == kind })
		})
	}
	if f.decides == 0 || len(allowed) == 0 {
		return f, false
	}
	var choices []*ojson.Value
	for _, kind := range allowed {
		choices = append(choices, ojson.NewObject(textMember("const", kind), textMember("title", strings.ToUpper(kind[:1])+kind[1:])))
	}
	n := f.decides
	f = formOfChoices(choices)
	f.decides, f.Instructions = n, safe.Text(strings.Join(words, "\n"))
	return f, true
}

// decide is the answer to a [decisionForm]; any other value as it is.
func (f Form) decide(value []byte) []byte {
	v, err := ojson.Parse(value, ojson.DataLimits)
	if f.decides == 0 || err != nil || !v.Get(answerField).Exists() {
		return value
	}
	decision := ojson.NewObject(textMember("type", v.Get(answerField).Text()))
	return ojson.NewObject(ojson.Member{Name: "decisions", Value: ojson.NewArray(slices.Repeat([]*ojson.Value{decision}, f.decides)...)}).Compact()
}

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
