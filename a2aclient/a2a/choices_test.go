package a2a

import (
	"encoding/json"
	"strings"
	"testing"

	"a2aform/internal/safe"
)

// A question may list its answers, and ask by a schema or a decision, as data or as JSON in a text. The answer has the shape that each reads.
func TestFormsOfQuestions(t *testing.T) {
	const two = `"oneOf":[{"const":"window"},{"const":"aisle"}]`
	for _, c := range []struct {
		what, part, words, schema string
		value, sent               string // of the form, and what is sent: JSON or the text
	}{
		{"texts", `{"data":{"question":"Seat?","options":["window","aisle"]}}`, "Seat?", two, `{"answer":"aisle"}`, "aisle"},
		{"objects", `{"data":{"type":"choice","choices":[{"label":"Window","value":"w"},{"label":"Aisle","value":2}]}}`, "", `{"const":"w","title":"Window"},{"const":"2","title":"Aisle"}`, `{"answer":"2"}`, "2"},
		{"titles alone", `{"data":{"prompt":"Seat?","options":[{"title":"window"},{"name":"aisle"}]}}`, "Seat?", `{"const":"window","title":"window"}`, `{"answer":"window"}`, "window"},
		{"in a text", `{"text":"{\"question\":\"Seat?\",\"options\":[\"window\",\"aisle\"]}"}`, "Seat?", two, `{"answer":"aisle"}`, "aisle"},
		{"a schema in a text", "{\"text\":\"```json\\n{\\\"message\\\":\\\"Seat?\\\",\\\"schema\\\":{\\\"type\\\":\\\"object\\\",\\\"properties\\\":{\\\"seat\\\":{\\\"type\\\":\\\"string\\\"}}}}\\n```\"}", "Seat?", `"seat"`, `{"seat":"x"}`, `{"seat":"x"}`},
		{
			"a decision", `{"data":{"action_requests":[{"name":"rm","args":{"path":"/x"}},{"name":"ls","args":{}}],"review_configs":[{"action_name":"rm","allowed_decisions":["approve","edit","reject"]}]}}`,
			"whether to call rm:\npath: /x\nThe agent asks whether to call ls.", `{"const":"approve","title":"Approve"},{"const":"reject","title":"Reject"}`,
			`{"answer":"approve"}`, `{"decisions":[{"type":"approve"},{"type":"approve"}]}`,
		},
		{"no choices", `{"data":{"options":[{"price":3}]}}`, "", "", "", ""},
		{"other data", `{"data":{"options":{"a":1}}}`, "", "", "", ""},
		{"a text with braces", `{"text":"{name}"}`, "", "", "", ""},
	} {
		e := decodeEvent(t, `{"kind":"message","role":"agent","parts":[`+c.part+`]}`)
		f, ok := e.Message.Form()
		if ok != (c.schema != "") || !strings.Contains(string(f.Schema), c.schema) || !strings.Contains(f.Instructions.Exact(), c.words) {
			t.Errorf("%s: %t, %s, %q", c.what, ok, f.Schema, f.Instructions.Exact())
			continue
		}
		if !ok {
			continue
		}
		sent, isText := f.TextAnswer(json.RawMessage(c.value))
		if !isText {
			data, _ := f.Answer(json.RawMessage(c.value))
			sent = string(data)
		}
		if sent != c.sent {
			t.Errorf("%s: sent %s, want %s", c.what, sent, c.sent)
		}
	}
}

// A word chooses among the answers of a question: by what it is called or by its value. Yes is none of them.
func TestWordThatChooses(t *testing.T) {
	m := &Message{Parts: []Part{{Kind: PartData, Data: []byte(`{"options":[{"label":"Window","value":"w"},{"label":"Aisle","value":"a"}]}`)}}}
	f, _ := m.Form()
	for word, want := range map[string]string{"window": `{"answer":"w"}`, "A": `{"answer":"a"}`, "yes": "", "none of them": ""} {
		if got, ok := f.Choice(word); string(got) != want || ok != (want != "") {
			t.Errorf("%s: %s", word, got)
		}
	}
	f, _ = (&Message{Parts: []Part{{Kind: PartText, Text: safe.Text(`{"action_requests":[{"name":"ls"}]}`)}}}).Form()
	if got, _ := f.Choice("no"); string(got) != `{"answer":"reject"}` {
		t.Errorf("no: %s", got)
	}
}
