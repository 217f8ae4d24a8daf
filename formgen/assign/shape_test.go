package assign_test

import (
	"testing"

	"a2aform/formgen"
	"a2aform/formgen/assign"
	"a2aform/internal/schema"
)

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
		"in no shape":          {tagged, [][2]string{{"what", "x"}}, "", "there is no field what; there is note, kind, iban"},
	} {
		doc, err := schema.Load([]byte(tt.schema))
		if err != nil {
			t.Fatal(err)
		}
		form := formgen.New(doc)
		_, err = assign.Each(len(tt.sets), func(i int) error { return assign.Text(form, tt.sets[i][0], tt.sets[i][1]) })
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
