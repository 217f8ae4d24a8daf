package schema_test

import (
	"strings"
	"testing"

	"a2aform/internal/schema"
)

func TestCountFields(t *testing.T) {
	for text, want := range map[string]int{
		`{"type":"object","properties":{"a":{},"b":{"properties":{"c":{}}}}}`: 2,
		`{"$ref":"#/$defs/x","$defs":{"x":{"properties":{"a":true}}}}`:        1,
		`{"$ref":"#/$defs/none"}`:             0,
		`{"$ref":"http://elsewhere"}`:         0,
		`{"$ref":"#name","properties":{}}`:    0,
		`{"properties":[1,2]}`:                0,
		`{"oneOf":[{"properties":{"a":{}}}]}`: 0,
		`true`:                                0, `[]`: 0, `{`: 0, ``: 0,
		`{"properties":{"a":"` + strings.Repeat("x", 1<<20) + `"}}`: 0,
	} {
		if got := schema.CountFields([]byte(text)); got != want {
			t.Errorf("%.60s: %d, want %d", text, got, want)
		}
	}
}
