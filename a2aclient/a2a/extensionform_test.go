package a2a_test

import (
	"slices"
	"strings"
	"testing"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

const formURI = "https://a2a-extensions.agentstack.beeai.dev/ui/form/v1"

func parse(t *testing.T, text string) *ojson.Value {
	t.Helper()
	v, err := ojson.Parse([]byte(text), ojson.DataLimits)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func TestFieldsOfExtensionForms(t *testing.T) {
	t.Parallel()
	const options = `"options":[{"id":"a","label":"Apple"},{"id":"b"},{"id":"a","label":"Again"},{"label":"no id"},7]`
	for name, tt := range map[string]struct{ field, schema, unset, notice string }{
		"text":                      {`"type":"text","label":"Name","placeholder":"Jane","default_value":"Ann"`, `{"title":"Name","type":"string","ui:placeholder":"Jane","default":"Ann"}`, `"Ann"`, ""},
		"text, empty default":       {`"type":"text","label":"Name","placeholder":null,"default_value":""`, `{"title":"Name","type":"string"}`, "null", ""},
		"required text":             {`"type":"text","required":true`, `{"type":"string","minLength":1}`, "null", ""},
		"no type":                   {`"label":"Name"`, `{"title":"Name","type":"string"}`, "null", ""},
		"date":                      {`"type":"date","default_value":"2026-12-24"`, `{"type":"string","format":"date","default":"2026-12-24"}`, `"2026-12-24"`, ""},
		"single select":             {`"type":"singleselect","default_value":"b",` + options, `{"type":"string","oneOf":[{"const":"a","title":"Apple"},{"const":"b"}],"default":"b"}`, `"b"`, ""},
		"single select, no options": {`"type":"singleselect","options":[]`, `{"type":"string"}`, "null", "its field f has no options; any text can be sent"},
		"single select, bad default": {
			`"type":"singleselect","default_value":"c",` + options, `{"type":"string","oneOf":[{"const":"a","title":"Apple"},{"const":"b"}]}`, "null",
			"the default of its field f does not fit and was left out",
		},
		"multi-select": {`"type":"multiselect","required":true,"default_value":["b"],` + options, `{"type":"array","uniqueItems":true,"items":{"type":"string","oneOf":[{"const":"a","title":"Apple"},{"const":"b"}]},"minItems":1,"default":["b"]}`, `["b"]`, ""},
		"multi-select, bad default": {
			`"type":"multiselect","default_value":["b",1],` + options, `{"type":"array","uniqueItems":true,"items":{"type":"string","oneOf":[{"const":"a","title":"Apple"},{"const":"b"}]}}`, "null",
			"the default of its field f does not fit and was left out",
		},
		"checkbox":          {`"type":"checkbox","label":"Terms","content":"I agree","default_value":false`, `{"title":"Terms","description":"I agree","type":"boolean","default":false}`, "false", ""},
		"required checkbox": {`"type":"checkbox","required":true,"default_value":false`, `{"type":"boolean"}`, "null", ""},
		"file":              {`"type":"file","accept":["text/csv","image/png",3]`, `{"type":"array","description":"Files by their addresses, which the agent has to reach. It accepts text/csv, image/png.","items":{"type":"object","required":["uri"],"properties":{"uri":{"type":"string","title":"Address","format":"uri"},"name":{"type":"string","title":"Name"},"mime_type":{"type":"string","title":"Media type"}}}}`, "null", ""},
		"unknown type":      {`"type":"ra\u001bting"`, `{"type":"string"}`, "null", "its field f has the type ra␛ting, which a2aform does not know; any text can be sent"},
		"wrong types":       {`"type":5,"label":[],"required":"yes","placeholder":{},"default_value":{}`, `{"type":"string"}`, "null", "the default of its field f does not fit and was left out"},
	} {
		f, notices, ok := a2a.CardForm(formURI, parse(t, `{"id":"x","fields":[{"id":"f",`+tt.field+`}]}`))
		if !ok {
			t.Errorf("%s: no form, %q", name, notices)
			continue
		}
		s := parse(t, string(f.Schema))
		if got := string(s.Get("properties").Get("f").Compact()); got != tt.schema {
			t.Errorf("%s: the schema is %s, want %s", name, got, tt.schema)
		}
		var want []string
		if tt.notice != "" {
			want = []string{"the form of the agent: " + tt.notice}
		}
		if !slices.Equal(notices, want) {
			t.Errorf("%s: notices %q, want %q", name, notices, want)
		}
		if isRequired := strings.Contains(tt.field, `"required":true`); isRequired != (s.Get("required").Len() == 1) {
			t.Errorf("%s: required is %s", name, s.Get("required").Compact())
		}
		_, answer, _ := f.MetadataAnswer([]byte(`{}`))
		if got := string(parse(t, string(answer)).Get("values").Get("f").Get("value").Compact()); got != tt.unset {
			t.Errorf("%s: without a value the agent gets %s, want %s", name, got, tt.unset)
		}
	}
}

func TestExtensionFormsAreFound(t *testing.T) {
	t.Parallel()
	const fields = `"fields":[{"id":"a","type":"text"}]`
	for name, tt := range map[string]struct {
		uri, params  string
		instructions string
		isForm       bool
		notice       string
	}{
		"today's host":       {formURI, `{"id":"x","title":"Which?","description":"One.",` + fields + `}`, "Which?\nOne.", true, ""},
		"the older host":     {"https://a2a-extensions.beeai.dev/ui/form/v1", `{"id":"x","title":null,` + fields + `}`, "", true, ""},
		"the later service":  {"https://a2a-extensions.agentstack.beeai.dev/services/form/v1", `{"form_demands":{"initial_form":{"title":"Which?",` + fields + `}}}`, "Which?", true, ""},
		"a service, no form": {"https://a2a-extensions.agentstack.beeai.dev/services/form/v1", `{"form_demands":{"initial_form":null}}`, "", false, ""},
		"only for questions": {formURI, `null`, "", false, ""},
		"another extension":  {"https://example.org/ui/form/v1", `{` + fields + `}`, "", false, ""},
		"not an object":      {formURI, `[1]`, "", false, "it has no fields that can be used, so the answer is a text"},
		"fields no list":     {formURI, `{"fields":{"a":1}}`, "", false, "it has no fields that can be used, so the answer is a text"},
		"only strange ones":  {formURI, `{"fields":[1,"x",{"id":5},{"id":""}]}`, "", false, "a field without an id was left out"},
		"a field twice":      {formURI, `{"fields":[{"id":"a"},{"id":"a","type":"date"}]}`, "", true, "its field a is there twice; only the first is used"},
		"too many":           {formURI, `{"fields":[` + manyFields(1001) + `]}`, "", true, "it has more than 1000 fields; the others were left out"},
	} {
		f, notices, ok := a2a.CardForm(tt.uri, parse(t, tt.params))
		if ok != tt.isForm || f.Instructions.Exact() != tt.instructions {
			t.Errorf("%s: a form is %t, want %t; it says %q", name, ok, tt.isForm, f.Instructions.Exact())
		}
		if got := strings.Join(notices, "\n"); !strings.Contains(got, tt.notice) || (tt.notice == "") != (got == "") {
			t.Errorf("%s: notices %q, want %q", name, notices, tt.notice)
		}
	}
}

func manyFields(n int) string {
	fields := make([]string, n)
	for i := range fields {
		fields[i] = `{"id":"f` + strings.Repeat("x", i) + `"}`
	}
	return strings.Join(fields, ",")
}

func TestAnswersToExtensionForms(t *testing.T) {
	t.Parallel()
	question := func(uri, form string) *a2a.Message {
		return &a2a.Message{Metadata: []byte(`{"` + uri + `":` + form + `}`)}
	}
	old := question(formURI, `{"id":"q","title":"Seats","fields":[{"id":"n","type":"text"},{"id":"ok","type":"checkbox","default_value":true}]}`)
	later := question("https://a2a-extensions.agentstack.beeai.dev/ui/form_request/v1", `{"fields":[{"id":"n","type":"text"}]}`)
	for _, tt := range []struct {
		asks          *a2a.Message
		value, answer string
	}{
		{old, `{"n":"two"}`, `{"id":"q","values":{"n":{"type":"text","value":"two"},"ok":{"type":"checkbox","value":true}}}`},
		{old, `{"n":null,"ok":false}`, `{"id":"q","values":{"n":{"type":"text","value":null},"ok":{"type":"checkbox","value":false}}}`},
		{old, `{"more":1.0}`, `{"id":"q","values":{"n":{"type":"text","value":null},"ok":{"type":"checkbox","value":true},"more":{"type":"text","value":1.0}}}`},
		{old, `{"id":"q","values":{"n":{"type":"text","value":"two"}}}`, `{"id":"q","values":{"n":{"type":"text","value":"two"}}}`},
		{later, `{"n":"two"}`, `{"values":{"n":{"type":"text","value":"two"}}}`},
		{later, `["two"]`, ""},
		{later, `{`, ""},
	} {
		f, ok := tt.asks.Form()
		if !ok || !f.IsInMetadata() {
			t.Errorf("%s is no form", tt.asks.Metadata)
			continue
		}
		if _, answer, ok := f.MetadataAnswer([]byte(tt.value)); string(answer) != tt.answer || ok != (tt.answer != "") {
			t.Errorf("%s answers with %s, want %s", tt.value, answer, tt.answer)
		}
	}
	said := *old
	said.Parts = []a2a.Part{{Kind: a2a.PartText, Text: safe.Text("Seats\n")}}
	for instructions, m := range map[string]*a2a.Message{"Seats": old, "": &said} {
		if f, _ := m.Form(); f.Instructions.Exact() != instructions {
			t.Errorf("the form says %q beside %v, want %q", f.Instructions.Exact(), m.Parts, instructions)
		}
	}
	if _, _, ok := (a2a.Form{}).MetadataAnswer([]byte(`{}`)); ok {
		t.Error("a form of a data part is answered in the metadata")
	}
	one, _ := old.Form()
	other, _ := question(formURI, `{"id":"r","title":"Seats","fields":[{"id":"n","type":"text"},{"id":"ok","type":"checkbox","default_value":true}]}`).Form()
	if again, _ := old.Form(); !one.Is(again) || one.Is(other) || one.Is(a2a.Form{}) {
		t.Error("two questions are one, or one is two")
	}
	if value, ok := one.Choice("two"); ok {
		t.Errorf("a word answers one of two fields with %s", value)
	}
	if f, _ := later.Form(); f.IsOfCall() {
		t.Error("a form is one for a call of a tool")
	} else if value, ok := f.Choice("at the window"); !ok || string(value) != `{"n":"at the window"}` {
		t.Errorf("a text answers the only field with %s", value)
	}
}

// Whatever an agent declares, nothing panics, and a form has a schema that loads and takes an answer.
func FuzzExtensionForm(f *testing.F) {
	for _, seed := range []string{
		`{"id":"x","title":"T","fields":[{"id":"a","label":"A","type":"multiselect","options":[{"id":"1","label":"One"}],"default_value":["1"]}]}`,
		`{"fields":[{"id":"values","type":"checkbox","content":"c","required":true},{"id":"values"}]}`,
		`{"fields":[{"id":"/~","type":"file","accept":["*/*"]},null,[],{"id":{"id":1}}]}`,
	} {
		f.Add(seed, `{"a":["1"]}`)
	}
	f.Fuzz(func(t *testing.T, declared, value string) {
		metadata := `{"` + formURI + `":` + declared + `}`
		if !ojson.IsValid([]byte(metadata)) {
			return
		}
		m := &a2a.Message{Metadata: []byte(metadata)}
		form, ok := m.Form()
		for _, n := range m.FormNotices() {
			if strings.ContainsFunc(n, func(r rune) bool { return r < ' ' || r == 0x7f }) {
				t.Errorf("a notice has a control character: %q", n)
			}
		}
		if !ok {
			return
		}
		if _, err := schema.Load(form.Schema); err != nil {
			t.Errorf("the schema %s of %s: %v", form.Schema, declared, err)
		}
		if _, answer, ok := form.MetadataAnswer([]byte(value)); ok && !ojson.IsValid(answer) {
			t.Errorf("%s is answered with %s", declared, answer)
		}
	})
}
