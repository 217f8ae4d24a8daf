package a2aclient

import (
	"encoding/json"

	"a2aform/internal/safe"
)

// Form is a form that an agent asks its question with: a data part
// {"type":"form","form":SCHEMA,"form_data":…,"instructions":…}, a habit of A2A's
// own samples that no specification has. The answer is data without a tag.
type Form struct {
	Schema       json.RawMessage // of the answer
	Prefill      json.RawMessage // what the agent knows already; nil for nothing
	Instructions safe.Raw
}

// Form is the form of a message's first data part that is one.
func (m *Message) Form() (Form, bool) {
	if m == nil {
		return Form{}, false
	}
	for _, p := range m.Parts {
		if p.Kind == PartData {
			if f, ok := readForm(p.Data); ok {
				return f, true
			}
		}
	}
	return Form{}, false
}

func readForm(data []byte) (f Form, ok bool) {
	s := scanner{b: data}
	if !s.enter('{') {
		return Form{}, false
	}
	isForm := false
	for s.member() {
		switch string(s.key) {
		case "type":
			isForm = text(s.value()) == "form"
		case "form", "schema":
			if v := s.value(); isObject(v) {
				f.Schema = v
			}
		case "form_data", "formData":
			if v := s.value(); isObject(v) {
				f.Prefill = v
			}
		case "instructions":
			f.Instructions = safe.Text(text(s.value()))
		default:
			s.value()
		}
	}
	return f, isForm && f.Schema != nil && !s.bad
}
