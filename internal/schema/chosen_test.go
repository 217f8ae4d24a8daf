package schema_test

import (
	"strings"
	"testing"

	"a2aform/internal/schema"
)

func TestOnlyChosenBranchReportsProblems(t *testing.T) {
	const location = "https://schema.invalid/#"
	const shapes = `{"type":"object","properties":{"shape":{"oneOf":[
		{"$ref":"#/$defs/Circle"},
		{"type":"object","required":["w","h"],"properties":{"w":{"type":"number"},"h":{"anyOf":[{"type":"number","minimum":1},{"type":"string","minLength":9}]}}},
		{"type":"object","properties":{"any":{}}},
		{"type":"object","properties":{"any":{}},"required":["any"]}]}},
		"$defs":{"Circle":{"type":"object","required":["r"],"properties":{"r":{"type":"number"}},"additionalProperties":false}}}`
	shape := schema.UnionAt{Pointer: "/shape", Union: location + "/properties/shape/oneOf"}
	height := schema.UnionAt{Pointer: "/shape/h", Union: location + "/properties/shape/oneOf/1/properties/h/anyOf"}
	tests := []struct {
		name, schema, value string
		chosen              schema.Chosen
		want                string
	}{
		{"a branch that is a reference", shapes, `{"shape":7}`, schema.Chosen{shape: 0}, "/shape must be an object"},
		{
			"another branch", `{"anyOf":[{"required":["a"]},{"properties":{"b":{"type":"string"}}}]}`, `{"b":1}`,
			schema.Chosen{{Union: location + "/anyOf"}: 1},
			"/b must be text",
		},
		{
			"the first of them", `{"anyOf":[{"required":["a"]},{"properties":{"b":{"type":"string"}}}]}`, `{"b":1}`,
			schema.Chosen{{Union: location + "/anyOf"}: 0},
			"/a is required",
		},
		{
			"a union in a union", strings.Replace(shapes, `{"type":"object","properties":{"any":{}}},`, `{"type":"null"},`, 1),
			`{"shape":{"w":1,"h":"short"}}`,
			schema.Chosen{shape: 1, height: 0},
			"/shape/h must be a number",
		},
		{
			"the other choice", strings.Replace(shapes, `{"type":"object","properties":{"any":{}}},`, `{"type":"null"},`, 1),
			`{"shape":{"w":1,"h":"short"}}`,
			schema.Chosen{shape: 1, height: 1},
			"/shape/h must have at least 9 characters",
		},
		{
			"several hold", shapes, `{"shape":{"any":1}}`,
			schema.Chosen{shape: 3},
			"/shape fits alternatives 3 and 4, and only one may fit",
		},
		{
			"a choice out of range is none", `{"anyOf":[{"type":"string"},{"type":"null"}]}`, `1`,
			schema.Chosen{{Union: location + "/anyOf"}: 7},
			" must be text",
		},
		{
			"a place with a name to escape", `{"properties":{"a/b %":{"oneOf":[{"type":"string"},{"type":"boolean"}]}}}`, `{"a/b %":1}`,
			schema.Chosen{{Pointer: "/a~1b %", Union: location + "/properties/a~1b%20%25/oneOf"}: 1},
			"/a~1b % must be true or false",
		},
		{
			"a value that holds elsewhere is valid", `{"oneOf":[{"type":"string"},{"type":"null"}]}`, `"x"`,
			schema.Chosen{{Union: location + "/oneOf"}: 1},
			"",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := said(load(t, tt.schema).ValidateAs(value(t, tt.value), tt.chosen)); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}
