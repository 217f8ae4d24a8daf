package formgen_test

import (
	"errors"
	"strings"
	"testing"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

const fillSchema = `{"type":"object","properties":{
	"name":{"type":"string"},"age":{"type":["integer","null"]},
	"size":{"enum":["s","m"]},"maybe":{"enum":["x",null]},
	"swapped":{"oneOf":[{"const":"a","title":"b"},{"const":"b","title":"a"}]}}}`

func TestSetFlagSetsField(t *testing.T) {
	for name, c := range map[string]struct{ data, at, value, want string }{
		"text over text that was escaped":   {`{"name":"x\ty"}`, "/name", "Lion", `{"name":"Lion"}`},
		"text over a number":                {`{"name":5}`, "/name", "Lion", `{"name":"Lion"}`},
		"text is never null":                {`{}`, "/name", "null", `{"name":"null"}`},
		"null where it is a value":          {`{}`, "/age", "null", `{"age":null}`},
		"null of a choice":                  {`{}`, "/maybe", "null", `{"maybe":null}`},
		"a title does not hide a value":     {`{}`, "/swapped", "b", `{"swapped":"b"}`},
		"nothing is not the first choice":   {`{}`, "/size", "", ""},
		"an unknown choice chooses nothing": {`{}`, "/size", "l", ""},
	} {
		t.Run(name, func(t *testing.T) {
			doc, err := schema.Load([]byte(fillSchema))
			if err != nil {
				t.Fatal(err)
			}
			form := formgen.New(doc)
			v, err := ojson.Parse([]byte(c.data), ojson.DataLimits)
			if err != nil {
				t.Fatal(err)
			}
			form.Load(v)
			err = formgen.SetText(form, c.at, c.value)
			if c.want == "" {
				if err == nil || !strings.Contains(err.Error(), "is not one of") {
					t.Errorf("%v", err)
				}
				return
			}
			got, submitErr := form.Submit()
			if err != nil || submitErr != nil || string(got) != c.want {
				t.Errorf("%s, %v, %v", got, err, submitErr)
			}
		})
	}
}

func TestFieldsAreSetInAnyOrder(t *testing.T) {
	const hostOrPort = `{"type":"object","if":{"properties":{"type":{"const":"test"}}},
		"then":{"properties":{"type":{"const":"test"},"host":{"type":"string"}}},
		"else":{"properties":{"type":{"const":"mock"},"port":{"type":"integer"},
			"proxy":{"type":"object","properties":{"kind":{"enum":["a","b"]}},"if":{"properties":{"kind":{"const":"a"}},"required":["kind"]},"then":{"properties":{"user":{"type":"string"}}}}}}}`
	for name, tt := range map[string]struct {
		sets       [][2]string
		want, says string
	}{
		"in order":        {[][2]string{{"type", "mock"}, {"port", "1"}}, `{"type":"mock","port":1}`, ""},
		"the other way":   {[][2]string{{"port", "1"}, {"type", "mock"}}, `{"type":"mock","port":1}`, ""},
		"one after one":   {[][2]string{{"proxy.user", "me"}, {"proxy.kind", "a"}, {"type", "mock"}}, `{"type":"mock","proxy":{"kind":"a","user":"me"}}`, ""},
		"never there":     {[][2]string{{"port", "1"}, {"type", "test"}}, "", "there is no field port; there is type, host"},
		"nearly there":    {[][2]string{{"hosts", "1"}, {"type", "test"}}, "", "there is no field hosts; did you mean host? There is type, host"},
		"another mistake": {[][2]string{{"port", "1"}, {"type", "x"}}, "", "x is not one of test, mock"},
		"the last counts": {[][2]string{{"host", "a"}, {"host", "b"}}, `{"host":"b"}`, ""},
	} {
		doc, err := schema.Load([]byte(hostOrPort))
		if err != nil {
			t.Fatal(err)
		}
		form := formgen.New(doc)
		_, err = formgen.SetEach(len(tt.sets), func(i int) error { return formgen.SetText(form, tt.sets[i][0], tt.sets[i][1]) })
		switch v, _ := form.Value(); {
		case tt.says != "":
			if err == nil || err.Error() != tt.says {
				t.Errorf("%s: %v", name, err)
			}
		case err != nil || string(v.Compact()) != tt.want:
			t.Errorf("%s: %v, %s", name, err, v.Compact())
		}
	}
	if i, err := formgen.SetEach(2, func(i int) error { return []error{nil, errors.ErrUnsupported}[i] }); i != 1 || !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("%d, %v", i, err)
	}
}

// A field that one other shape alone has chooses that shape, unless something that was set would
// be lost.
func TestFieldChoosesItsShape(t *testing.T) {
	t.Parallel()
	const (
		titled = `{"type":"object","oneOf":[
			{"title":"Card","properties":{"number":{"type":"string"},"holder":{"type":"string"}},"required":["number"],"additionalProperties":false},
			{"title":"Bank","properties":{"iban":{"type":"string"},"holder":{"type":"string"}},"required":["iban"],"additionalProperties":false},
			{"title":"Giro","properties":{"iban":{"type":"string"},"slip":{"type":"integer"}},"required":["iban","slip"],"additionalProperties":false}]}`
		tagged = `{"type":"object","properties":{"note":{"type":"string"}},"oneOf":[
			{"properties":{"kind":{"const":"card"},"number":{"type":"string"}},"required":["kind","number"]},
			{"properties":{"kind":{"const":"bank"},"iban":{"type":"string"}},"required":["kind","iban"]}]}`
		nested = `{"type":"object","properties":{"pay":{"oneOf":[{"type":"object","properties":{"number":{"type":"string"}},"required":["number"]},
			{"type":"object","properties":{"bank":{"type":"object","properties":{"iban":{"type":"string"}}}},"required":["bank"]}]}}}`
	)
	for name, tt := range map[string]struct {
		schema     string
		sets       [][2]string
		want, says string
	}{
		"of the first shape":   {titled, [][2]string{{"number", "1"}}, `{"number":"1"}`, ""},
		"of one other shape":   {titled, [][2]string{{"slip", "1"}, {"iban", "DE"}}, `{"iban":"DE","slip":1}`, ""},
		"in the other order":   {titled, [][2]string{{"iban", "DE"}, {"slip", "1"}}, `{"iban":"DE","slip":1}`, ""},
		"common to two":        {titled, [][2]string{{"iban", "DE"}}, `{"iban":"DE"}`, ""},
		"what is set stays":    {titled, [][2]string{{"number", "1"}, {"slip", "1"}}, "", "there is no field slip; there is number, holder"},
		"with the tag":         {tagged, [][2]string{{"note", "x"}, {"iban", "DE"}}, `{"note":"x","kind":"bank","iban":"DE"}`, ""},
		"the tag before it":    {tagged, [][2]string{{"kind", "bank"}, {"iban", "DE"}}, `{"kind":"bank","iban":"DE"}`, ""},
		"the tag behind it":    {tagged, [][2]string{{"iban", "DE"}, {"kind", "bank"}}, `{"kind":"bank","iban":"DE"}`, ""},
		"another tag":          {tagged, [][2]string{{"kind", "card"}, {"iban", "DE"}}, "", "there is no field iban; there is note, kind, number"},
		"another shape's both": {tagged, [][2]string{{"number", "1"}, {"iban", "DE"}}, "", "there is no field iban; there is note, kind, number"},
		"in a member":          {nested, [][2]string{{"pay.bank.iban", "DE"}}, `{"pay":{"bank":{"iban":"DE"}}}`, ""},
		"in no shape":          {tagged, [][2]string{{"what", "x"}}, "", "there is no field what; there is note, kind, number, iban"},
	} {
		doc, err := schema.Load([]byte(tt.schema))
		if err != nil {
			t.Fatal(err)
		}
		form := formgen.New(doc)
		_, err = formgen.SetEach(len(tt.sets), func(i int) error { return formgen.SetText(form, tt.sets[i][0], tt.sets[i][1]) })
		switch got, _ := form.Value(); {
		case tt.says != "":
			if err == nil || err.Error() != tt.says {
				t.Errorf("%s: %v, %s", name, err, got.Compact())
			}
		case err != nil || string(got.Compact()) != tt.want:
			t.Errorf("%s: %v, %s", name, err, got.Compact())
		}
	}
}

// A date is taken in the ways in which the screens take it, and other texts stay as they are.
func TestDatesAreTakenAsOnTheScreens(t *testing.T) {
	t.Parallel()
	doc, err := schema.Load([]byte(`{"type":"object","properties":{"day":{"type":"string","format":"date"},"text":{"type":"string"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ path, value, want string }{
		{"day", "24.12.2026", "2026-12-24"}, {"day", "2026-12-24", "2026-12-24"}, {"day", "03/04/2026", "03/04/2026"}, {"text", "24.12.2026", "24.12.2026"},
	} {
		form := formgen.New(doc)
		if err := formgen.SetText(form, tt.path, tt.value); err != nil {
			t.Fatal(err)
		}
		if got := form.At("/" + tt.path).Text(); got != tt.want {
			t.Errorf("%s=%s: %s, want %s", tt.path, tt.value, got, tt.want)
		}
	}
}

func TestSetReachesNamesWithPointsAndTakesLists(t *testing.T) {
	tests := []struct{ name, schema, path, value, want string }{
		{"a name with a point", `{"type":"object","properties":{"service.name":{"type":"string"},"service":{"properties":{"id":{"type":"string"}}}}}`, "service.name", "x", `{"service.name":"x"}`},
		{"a path beside it", `{"type":"object","properties":{"service.name":{"type":"string"},"service":{"type":"object","properties":{"id":{"type":"string"}}}}}`, "service.id", "x", `{"service":{"id":"x"}}`},
		{"deeper", `{"type":"object","properties":{"a":{"type":"object","properties":{"b.c":{"type":"object","properties":{"d":{"type":"integer"}}}}}}}`, "a.b.c.d", "3", `{"a":{"b.c":{"d":3}}}`},
		{"a list of texts", `{"type":"object","properties":{"l":{"type":"array","items":{"type":"string"}}}}`, "l", "a, b", `{"l":["a","b"]}`},
		{"texts that look like numbers", `{"type":"object","properties":{"l":{"type":"array","items":{"type":"string"}}}}`, "l", "1,2", `{"l":["1","2"]}`},
		{"a list of numbers", `{"type":"object","properties":{"l":{"type":"array","items":{"type":"number"}}}}`, "l", "1,2.50", `{"l":[1,2.50]}`},
		{"a list as JSON", `{"type":"object","properties":{"l":{"type":"array","items":{"type":"string"}}}}`, "l", `["a,b"]`, `{"l":["a,b"]}`},
		{"a list of objects", `{"type":"object","properties":{"l":{"type":"array","items":{"type":"object"}}}}`, "l", "a,b", `a,b is no list: write one as JSON, such as ["a","b"]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := open(t, tt.schema)
			err := formgen.SetText(f, tt.path, tt.value)
			got := valueOf(f)
			if err != nil {
				got = err.Error()
			}
			if got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestFieldIsFoundByItsLabel(t *testing.T) {
	doc, err := schema.Load([]byte(`{"type":"object","properties":{
		"status":{"type":"string","title":"Order status"},"state":{"type":"string","title":"Note"},"note":{"type":"string","title":"Remark"},
		"from":{"type":"object","title":"From","properties":{"city":{"type":"string","title":"Town"},"day":{"type":"string","title":"Day"}}},
		"to":{"type":"object","title":"To","required":["day"],"properties":{"day":{"type":"string","title":"Day"}}},
		"lines":{"type":"array","title":"Lines","items":{"type":"object","properties":{"item":{"type":"string","title":"Item"}}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for label, want := range map[string]string{
		"Order status": "/status",
		"order Status": "/status",
		"status":       "", // its name
		"note":         "", // the name of one field goes before the label of another
		"Remark":       "/note",
		"Item":         "", // of a list
		"Nothing":      "",
	} {
		form := formgen.New(doc)
		if got := formgen.Labeled(form, label); got != want {
			t.Errorf("%s: %q, want %q", label, got, want)
		}
	}
	form := formgen.New(doc)
	if err := formgen.SetText(form, "from.day", "1"); err != nil {
		t.Fatal(err)
	}
	if err := formgen.SetText(form, "to.day", "1"); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"From.Town": `{"city":"x"}`, "from.town": `{"city":"x"}`, "Lines.0.Item": `[{"item":"x"}]`, "lines.0.Item": `[{"item":"x"}]`} {
		form := formgen.New(doc)
		if err := formgen.SetText(form, path, "x"); err != nil || !strings.Contains(string(form.Root().Value().Compact()), want) {
			t.Errorf("%s: %v, %s", path, err, form.Root().Value().Compact())
		}
	}
	if err := formgen.SetText(form, "/From/Town", "x"); err == nil {
		t.Error("a pointer takes labels")
	}
	if town, day := formgen.Labeled(form, "Town"), formgen.Labeled(form, "Day"); town != "/from/city" || day != "" {
		t.Errorf("%q %q, want the only field with the label, and none of two", town, day)
	}
}
