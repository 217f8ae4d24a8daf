package formgen_test

import (
	"testing"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// A field that a condition requires says which values the condition asks about.
func TestBecause(t *testing.T) {
	doc, err := schema.Load([]byte(`{"type":"object","required":["name"],
		"properties":{"kind":{"enum":["person","company"]},"name":{"type":"string"},"vat":{"type":"string"},"eu":{"type":"boolean"},
			"country":{"type":"string"},"card":{"type":"string"},"cvc":{"type":"string"},"gift":{"type":"object","properties":{"to":{"type":"string"}}},"note":{"type":"string"}},
		"allOf":[
			{"if":{"required":["kind"],"properties":{"kind":{"const":"company"}}},"then":{"required":["vat","name"]},"else":{"required":["note"]}},
			{"if":{"required":["eu"],"properties":{"eu":{"const":true}}},"then":{"required":["vat","country"]}}],
		"dependentRequired":{"card":["cvc"],"gift":["note"]}}`))
	if err != nil {
		t.Fatal(err)
	}
	for value, want := range map[string]map[string]string{
		`{"kind":"company"}`:           {"vat": "required because Kind is company", "name": "", "country": "", "note": ""},
		`{"kind":"company","eu":true}`: {"vat": "required because Kind is company and Eu is yes", "country": "required because Eu is yes"},
		`{"card":"4","kind":"person"}`: {"cvc": "required because Card is filled in", "vat": "", "note": "required because Kind is person"},
		`{"kind":"company","gift":{}}`: {"note": "required because Gift is filled in"},
		`{}`:                           {"note": "required because Kind is left out", "vat": "", "cvc": ""},
	} {
		form := formgen.New(doc)
		v, err := ojson.Parse([]byte(value), ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		form.Load(v)
		for name, text := range want {
			if got := formgen.WhyRequired(form.At("/" + name)); got != text {
				t.Errorf("%s, %s: %q, want %q", value, name, got, text)
			}
		}
	}
}

// An example of the schema says what a pattern wants, in place of one that is made.
func TestPatternIsShownByTheExampleOfTheSchema(t *testing.T) {
	f := open(t, `{"type":"object","properties":{"vat":{"type":"string","pattern":"^[A-Z]{2}[0-9]{9}$","examples":["DE123456789"]}}}`)
	x := field(t, f, "/vat")
	x.SetText("de1")
	if got := formgen.Sentence(x, x.OwnProblems()[0]); got != "Looks like DE123456789" {
		t.Errorf("the problem: %q", got)
	}
	if got := x.Hint(); got != "text, such as DE123456789" {
		t.Errorf("the hint: %q", got)
	}
}
