package a2a

import "testing"

func TestCallsOfTools(t *testing.T) {
	const call = `{"id":"c1","name":"book","args":{"place":"Da Mario"}}`
	const ask = `{"id":"c2","name":"adk_request_confirmation","args":{"originalFunctionCall":{"name":"book","args":{"place":"Da Mario"}},"toolConfirmation":{"hint":"Costs money.","confirmed":false,"payload":{"tip":1.0}}}}`
	for name, tt := range map[string]struct {
		metadata, data      string
		title, shown        string
		instructions        string // of the form, "" for none
		prefill, answer, as string
	}{
		"a call":        {`{"adk_type":"function_call"}`, call, "Call of book", `{"place":"Da Mario"}`, "", "", "", ""},
		"a result":      {`{"adk_type":"function_response"}`, `{"id":"c1","name":"book","response":[1.0]}`, "Result of book", `[1.0]`, "", "", "", ""},
		"no arguments":  {`{"adk_type":"function_call"}`, `{"name":"now"}`, "Call of now", "null", "", "", "", ""},
		"two lines":     {`{"adk_type":"function_call","adk_is_long_running":true}`, `{"id":"c1","name":"book","args":{"place":"x\neur: 1"}}`, "Call of book", "", "The agent waits for the result of book:\nplace: \"x\\neur: 1\"", "", `{"id":"c1","name":"book","response":{"confirmed":true}}`, `{"adk_type":"function_response"}`},
		"a long call":   {`{"kagent_type":"function_call","kagent_is_long_running":true}`, call, "Call of book", `{"place":"Da Mario"}`, "The agent waits for the result of book:\nplace: Da Mario", "", `{"id":"c1","name":"book","response":{"confirmed":true}}`, `{"kagent_type":"function_response"}`},
		"confirmation":  {`{"adk_type":"function_call","adk_is_long_running":true}`, ask, "Call of adk_request_confirmation", "", "Costs money.\nThe agent asks whether to call book:\nplace: Da Mario", `{"payload":{"tip":1.0}}`, `{"id":"c2","name":"adk_request_confirmation","response":{"confirmed":true}}`, `{"adk_type":"function_response"}`},
		"credentials":   {`{"adk_type":"function_call","adk_is_long_running":true}`, `{"name":"adk_request_credential","args":{}}`, "Call of adk_request_credential", "{}", "", "", "", ""},
		"other data":    {`{"adk_type":"other"}`, call, "", "", "", "", "", ""},
		"no metadata":   {``, call, "", "", "", "", "", ""},
		"not an object": {`{"adk_type":"function_call"}`, `[1]`, "", "", "", "", "", ""},
	} {
		p := Part{Kind: PartData, Data: []byte(tt.data), Metadata: []byte(tt.metadata)}
		title, shown, ok := p.ToolCall()
		if title.Exact() != tt.title || ok != (tt.title != "") || tt.shown != "" && string(shown) != tt.shown {
			t.Errorf("%s is %q with %s", name, title.Exact(), shown)
		}
		f, ok := (&Message{Parts: []Part{p}}).Form()
		if ok != (tt.instructions != "") || f.Instructions.Exact() != tt.instructions || string(f.Prefill) != tt.prefill {
			t.Errorf("%s asks %q with %s", name, f.Instructions.Exact(), f.Prefill)
		}
		if !ok {
			continue
		}
		if data, metadata := f.Answer([]byte(`{"confirmed":true}`)); string(data) != tt.answer || string(metadata) != tt.as {
			t.Errorf("%s is answered with %s and %s", name, data, metadata)
		}
	}
}

func TestCallsAreToldApart(t *testing.T) {
	ask := func(id string) Part {
		data := `{"id":"` + id + `","name":"adk_request_confirmation","args":{"originalFunctionCall":{"name":"book"},"toolConfirmation":{}}}`
		return Part{Kind: PartData, Data: []byte(data), Metadata: []byte(`{"adk_type":"function_call","adk_is_long_running":true}`)}
	}
	one, _ := (&Message{Parts: []Part{ask("c1")}}).Form()
	again, _ := (&Message{Parts: []Part{ask("c1")}}).Form()
	other, _ := (&Message{Parts: []Part{ask("c2")}}).Form()
	if !one.Is(again) || one.Is(other) || one.Is(Form{}) || !one.IsOfCall() {
		t.Error("two calls are one question, or one is two")
	}
	both, _ := (&Message{Parts: []Part{ask("c1"), ask("c2")}}).Form()
	if got := both.Instructions.Exact(); got != "The agent asks 2 questions at once; this is the first.\nThe agent asks whether to call book." {
		t.Errorf("%q", got)
	}
	const whole = `{"id":"c1","name":"x","response":1}`
	if data, metadata := one.Answer([]byte(whole)); string(data) != whole || metadata == nil {
		t.Errorf("%s, %s", data, metadata)
	}
}

func TestAnswerOfAFormIsTheDataItself(t *testing.T) {
	if data, metadata := (Form{}).Answer([]byte(`{"a":1.0}`)); string(data) != `{"a":1.0}` || metadata != nil {
		t.Errorf("%s, %s", data, metadata)
	}
}
