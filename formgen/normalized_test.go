package formgen_test

import (
	"testing"

	"a2aform/internal/ojson"
)

// A problem of a value without a field of its own must not count as corrected because
// the field around it exists.
func TestProblemWithoutFieldBlocksSubmit(t *testing.T) {
	for name, c := range map[string]struct{ schema, value string }{
		"a name that is only required": {
			`{"type":"object","properties":{"a":{"type":"string"}},"anyOf":[{"required":["zzz"]}]}`, `{"a":"x"}`,
		},
		"a part of an undeclared member": {
			`{"type":"object","properties":{"a":{"type":"string"}},"unevaluatedProperties":{"required":["x"],"type":"object"}}`, `{"b":{}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			form := open(t, c.schema)
			v, err := ojson.Parse([]byte(c.value), ojson.DataLimits)
			if err != nil {
				t.Fatal(err)
			}
			form.Load(v)
			if data, err := form.Submit(); err == nil {
				t.Errorf("submitted %s, which the schema refuses", data)
			}
		})
	}
}
