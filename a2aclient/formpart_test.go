package a2aclient

import "testing"

func TestFormsInQuestions(t *testing.T) {
	for data, want := range map[string]string{
		`{"type":"form","form":{"type":"object"},"form_data":{"a":1.0},"instructions":"fill"}`: `{"type":"object"} {"a":1.0} fill`,
		`{"formData":{},"schema":{"a":1},"type":"form"}`:                                       `{"a":1} {} `,
		`{"type":"form","form":"no"}`:                                                          "", `{"type":"other","form":{}}`: "", `[1]`: "", `{"form":{}}`: "",
	} {
		m := &Message{Parts: []Part{{Kind: PartText}, {Kind: PartData, Data: []byte(data)}}}
		f, ok := m.Form()
		got := ""
		if ok {
			got = string(f.Schema) + " " + string(f.Prefill) + " " + f.Instructions.Exact()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", data, got, want)
		}
	}
	if _, ok := (*Message)(nil).Form(); ok {
		t.Error("no message has a form")
	}
}
