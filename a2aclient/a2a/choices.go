package a2a

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

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
