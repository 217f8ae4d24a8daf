package gen

import (
	"testing"

	"a2aform/a2aclient"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// The cases change the value of the user, else the first example that fits.
func TestBaseIsTheFirstExampleThatFits(t *testing.T) {
	t.Parallel()
	doc, err := schema.Load([]byte(`{"type":"object","required":["n"],"properties":{"n":{"type":"integer","minimum":3}}}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Compile(); err != nil {
		t.Fatal(err)
	}
	examples := func(texts ...string) *a2aclient.Skill {
		s := &a2aclient.Skill{}
		for _, text := range texts {
			s.Examples = append(s.Examples, safe.Text(text))
		}
		return s
	}
	for name, tt := range map[string]struct {
		skill      *a2aclient.Skill
		data       string
		want, fail string
	}{
		"the second":     {examples(`Give me 5`, `{"n":1}`, `{"n":7}`, `{"n":8}`), "", `{"n":7}`, ""},
		"none":           {examples(`{"n":1}`), "", "", ""},
		"the user's":     {examples(`{"n":7}`), `{"n":4}`, `{"n":4}`, ""},
		"one that fails": {examples(`{"n":7}`), `{"n":2}`, "", "the base value does not fit the schema: /n must be at least 3"},
		"no JSON":        {examples(`{"n":7}`), `{"n":`, "", "the base value is not JSON: "},
	} {
		var data []byte
		if tt.data != "" {
			data = []byte(tt.data)
		}
		v, err := baseOf(tt.skill, doc, data)
		got, said := "", ""
		if v != nil {
			got = string(v.Compact())
		}
		if err != nil {
			said = err.Error()
		}
		if got != tt.want || tt.fail == "" && said != "" || len(said) < len(tt.fail) || said[:len(tt.fail)] != tt.fail {
			t.Errorf("%s: %s, %q", name, got, said)
		}
	}
}
