package a2a

import (
	"strings"
	"testing"

	"a2aform/internal/ojson"
)

func TestFormsInQuestions(t *testing.T) {
	for data, want := range map[string]string{
		`{"type":"form","form":{"type":"object"},"form_data":{"a":1.0},"instructions":"fill"}`:          `{"type":"object"} {"a":1.0} fill`,
		`{"formData":{},"schema":{"a":1},"type":"form"}`:                                                `{"a":1} {} `,
		`{"message":"Which day?","requestedSchema":{"type":"object"}}`:                                  `{"type":"object"}  Which day?`,
		`{"requestedSchema":{"a":1},"type":"elicitation"}`:                                              `{"a":1}  `,
		`{"type":"object","properties":{"day":{"type":"string"},"n":{"enum":[1]}}}`:                     `{"type":"object","properties":{"day":{"type":"string"},"n":{"enum":[1]}}}  `,
		`{"prompt":"Which?","input_schema":{"type":"object","properties":{"day":{"type":"string"}}}}`:   `{"type":"object","properties":{"day":{"type":"string"}}}  Which?`,
		`{"schema":{"properties":{"day":{"type":"string"}},"type":"object"},"form_data":{"day":"Fri"}}`: `{"properties":{"day":{"type":"string"}},"type":"object"} {"day":"Fri"} `,
		`{"schema":{"type":"object"}}`:                                                                  "", `{"inputSchema":"text"}`: "", `{"schema":{"type":"array","properties":{"day":{"type":"string"}}}}`: "",
		`{"type":"object","properties":{}}`:                              "",
		`{"type":"object","properties":{"day":{"type":"Tuesday"}}}`:      "",
		`{"type":"object","properties":{"day":{"type":"string"},"n":1}}`: "",
		`{"type":"house","properties":{"rooms":{"type":"number"}}}`:      "",
		`{"message":"Which day?","requestedSchema":"no"}`:                "",
		`{"type":"form","form":"no"}`:                                    "", `{"type":"other","form":{}}`: "", `[1]`: "", `{"form":{}}`: "",
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

func TestPartWithTextDataAndFileIsShownWhole(t *testing.T) {
	for name, tt := range map[string]struct{ part, want string }{
		"1.0":          {`{"text":"hi","data":{"a":1},"raw":"aGk=","mediaType":"application/json"}`, "text:hi file:aGk= data:{\"a\":1}"},
		"0.3 text":     {`{"kind":"text","text":"hi","data":[1]}`, "text:hi data:[1]"},
		"0.3 file":     {`{"kind":"file","text":"hi","file":{"bytes":"aGk="}}`, "file:aGk= text:hi"},
		"seed 001":     {`{"kind":"file","mimeType":"text/plain","data":"aGk="}`, "file:aGk="},
		"data with it": {`{"kind":"data","data":1,"url":"https://a.example/f"}`, "data:1 file:https://a.example/f"},
		"tagged raw":   {`{"raw":"eyJhIjoxfQ==","mediaType":"application/json;schema=in"}`, "data:{\"a\":1}"},
		"untagged raw": {`{"raw":"eyJhIjoxfQ==","mediaType":"application/json"}`, "file:eyJhIjoxfQ=="},
		"no JSON":      {`{"raw":"aGk=","mediaType":"application/json;schema=in"}`, "file:aGk="},
		"only text":    {`{"text":"hi"}`, "text:hi"},
	} {
		d := Decoder{Reader: ojson.NewReader([]byte("[" + tt.part + "]"))}
		var got []string
		for _, p := range d.parts() {
			switch p.Kind {
			case PartText:
				got = append(got, "text:"+p.Text.Exact())
			case PartData:
				got = append(got, "data:"+string(p.Data))
			case PartFile:
				got = append(got, "file:"+p.File.Base64.Exact()+p.File.URL.Exact())
			}
		}
		if words := strings.Join(got, " "); !sameWords(words, tt.want) {
			t.Errorf("%s: %s, want %s", name, words, tt.want)
		}
	}
}

// sameWords reports whether two texts have the same words in any order.
func sameWords(a, b string) bool {
	count := func(s string) map[string]int {
		n := map[string]int{}
		for _, w := range strings.Fields(s) {
			n[w]++
		}
		return n
	}
	first, second := count(a), count(b)
	if len(first) != len(second) {
		return false
	}
	for w, n := range first {
		if second[w] != n {
			return false
		}
	}
	return true
}
