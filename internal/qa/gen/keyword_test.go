package gen_test

import (
	"slices"
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/gen"
	"a2aform/internal/schema"
)

// TestEveryKeywordHasCases holds that the cases of a keyword are made, by parts of their names and their kinds.
func TestEveryKeywordHasCases(t *testing.T) {
	for _, test := range []struct {
		schema string // of the member x, or of the whole value where it has a type
		base   string
		want   []string
	}{
		{`{"type":["string","null","array","object"]}`, `{"x":"a"}`, []string{"valid /x null type", "valid /x empty text type", "valid /x empty list type", "valid /x empty object type", "invalid /x false type", "invalid /x 0 type"}},
		{`{"type":"string"}`, `{"x":"a"}`, []string{"disputed (whole) null type", "invalid (whole) text type", "invalid (whole) 0 type", "invalid (whole) empty list type", "disputed /x null for an optional member type"}},
		{`{"type":"object","properties":{"a":{},"b":{}},"required":["a"]}`, `{"a":1,"b":2,"c":3}`, []string{"valid /b left out required", "valid (whole) required members alone required"}},
		{`{"type":"object","properties":{"a":{},"b":{}},"required":["a"],"dependentRequired":{"b":["c"]}}`, `{"a":1}`, []string{
			"invalid /a left out required", "valid (whole) all members required",
			"invalid /c left out though b is set dependentRequired",
		}},
		{`{"type":"object","properties":{"a":{}},"additionalProperties":false}`, `{"a":1}`, []string{"invalid /extra unknown member additionalProperties", "invalid /A known name in other case additionalProperties"}},
		{`{"type":"object","properties":{"a":{}},"unevaluatedProperties":false}`, `{"a":1}`, []string{"invalid /extra unknown member unevaluatedProperties"}},
		{`{"type":"object","patternProperties":{"^p":{"type":"integer"}},"additionalProperties":{"type":"string"}}`, `{}`, []string{
			"one more member patternProperties", "valid /extra one more member additionalProperties", "invalid /extra 0 type",
		}},
		{`{"type":"object","propertyNames":{"pattern":"^[a-z]+$"}}`, `{}`, []string{"one more member propertyNames", "name that is not allowed propertyNames"}},
		{`{"type":"object","minProperties":2,"maxProperties":3}`, `{"a":1,"b":2}`, []string{"valid (whole) minProperties+1 minProperties", "invalid (whole) minProperties-1 minProperties", "invalid (whole) maxProperties+1 maxProperties"}},
		{`{"enum":["red","blue",7]}`, `{"x":"red"}`, []string{`valid /x enum "blue" enum`, "valid /x enum 7 enum", "invalid /x in other case enum", "invalid /x with a space behind enum", "invalid /x empty text enum"}},
		{`{"enum":[7,8]}`, `{"x":7}`, []string{"invalid /x as text enum"}},
		{`{"const":"red"}`, `{"x":"red"}`, []string{"invalid /x in other case const"}},
		{`{"type":"string","minLength":2,"maxLength":4}`, `{"x":"abc"}`, []string{
			"valid /x minLength minLength", "valid /x maxLength maxLength", "invalid /x minLength-1 minLength", "invalid /x maxLength+1 maxLength",
			"disputed /x maxLength emoji maxLength", "disputed /x minLength-1 emoji minLength", "valid /x maxLength in combining characters maxLength",
		}},
		{`{"type":"string","minLength":2,"maxLength":9}`, `{"x":"abcd"}`, []string{"valid /x minLength+1 minLength", "valid /x maxLength-1 maxLength"}},
		{`{"type":"string","pattern":"^[A-Z]{3}-[0-9]+$"}`, `{"x":"ABC-1"}`, []string{"valid /x pattern 1 pattern", "invalid /x pattern, one character changed pattern", "invalid /x pattern, newline behind pattern"}},
		{`{"type":"string","format":"date"}`, `{"x":"2026-03-14"}`, []string{`valid /x date "2024-02-29" format`, `disputed /x no date: "2026-02-29" format`}},
		{`{"type":"string","format":"idn-hostname"}`, `{"x":"a.example"}`, []string{`bücher`}},
		{`{"type":"integer","minimum":2,"maximum":9}`, `{"x":3}`, []string{
			"valid /x minimum minimum", "valid /x maximum maximum", "valid /x maximum-1 maximum", "invalid /x minimum-1 minimum", "invalid /x maximum+1 maximum",
			"invalid /x 2^53+1 maximum", "invalid /x 1e400 maximum", "invalid /x with a fraction type", "disputed /x whole number with .0 type",
		}},
		{`{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1}`, `{"x":0.7}`, []string{
			"invalid /x exclusiveMinimum exclusiveMinimum", "valid /x exclusiveMinimum next to it exclusiveMinimum", "invalid /x exclusiveMaximum exclusiveMaximum",
		}},
		{`{"type":"number","multipleOf":0.1}`, `{"x":0.3}`, []string{"valid /x multipleOf 0 multipleOf", "valid /x multipleOf multipleOf", "valid /x multipleOf negative multipleOf", "invalid /x multipleOf, half of it more multipleOf"}},
		{`{"type":"array","items":{"type":"integer"},"minItems":2,"maxItems":4,"uniqueItems":true}`, `{"x":[1,2,3]}`, []string{
			"valid /x minItems minItems", "valid /x maxItems maxItems", "invalid /x minItems-1 minItems", "invalid /x maxItems+1 maxItems",
			"invalid /x the same item twice uniqueItems", "invalid /x/0 text type", "invalid /x/2 text type",
		}},
		{`{"type":"array","uniqueItems":true}`, `{"x":[]}`, []string{"valid /x distinct items uniqueItems"}},
		{`{"type":"array","contains":{"const":5},"maxContains":2}`, `{"x":[1,5,5]}`, []string{"valid /x 1 matching items contains", "invalid /x too few matching items contains", "invalid /x too many matching items maxContains"}},
		{`{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":false}`, `{"x":["a",1]}`, []string{"invalid /x/0 0 type", "invalid /x/1 text type", "one more item"}},
		{`{"type":"object","oneOf":[{"required":["a"]},{"required":["b"]}]}`, `{"a":1}`, []string{"invalid (whole) none of the members oneOf", "invalid (whole) members of several oneOf", "valid (whole) with b oneOf"}},
		{`{"oneOf":[{"type":"integer"},{"type":"number","minimum":5}]}`, `{"x":1}`, []string{"invalid /x two branches at once oneOf", "oneOf"}},
		{`{"anyOf":[{"type":"object","properties":{"k":{"const":"a"}},"required":["k"]},{"type":"object","properties":{"k":{"const":"b"},"n":{"type":"integer"}},"required":["k","n"]}]}`, `{"x":{"k":"a"}}`, []string{
			"invalid /x no branch anyOf", "anyOf", "invalid /x/n left out required",
		}},
		{`{"type":"string","not":{"const":"root"}}`, `{"x":"a"}`, []string{"invalid /x what must not be not"}},
		{`{"type":"object","properties":{"k":{"enum":["a","b"]},"n":{"type":"integer"}},"required":["k"],"if":{"properties":{"k":{"const":"b"}}},"then":{"required":["n"]}}`, `{"k":"a"}`, []string{
			"valid (whole) condition holds if", "invalid /n left out required",
		}},
		{`{"type":"object","properties":{"k":{"enum":["a","b"]}},"required":["k"],"if":{"properties":{"k":{"const":"b"}}},"then":true,"else":{"required":["n"]}}`, `{"k":"b"}`, []string{
			"valid (whole) condition does not hold if", "invalid /n left out required",
		}},
		{`{"type":"object","properties":{"v":{"type":"string"},"child":{"$ref":"#"}},"required":["v"]}`, `{"v":"a"}`, []string{
			"valid /child recursion, 3 deep $ref", "invalid /child/child/child null, 3 deep type",
		}},
		{`{"type":"object","properties":{"a":{"type":"integer"}},"dependentSchemas":{"a":{"required":["b"]}}}`, `{}`, []string{"valid (whole) a is set dependentSchemas", "invalid /b left out required"}},
		{`{"type":"string"}`, `{"x":"a"}`, []string{"valid /x hazard: 64 KiB hazard", "valid /x hazard: NUL hazard", "valid /x hazard: HTML hazard", "valid /x hazard: SQL hazard", "valid /x hazard: right to left hazard"}},
	} {
		text := test.schema
		if !strings.HasPrefix(text, `{"type":"object"`) {
			text = `{"type":"object","properties":{"x":` + text + `}}`
		}
		got := namesOf(t, text, test.base)
		for _, want := range test.want {
			if !slices.ContainsFunc(got, func(name string) bool { return strings.Contains(name, want) }) {
				t.Errorf("%s: no case %q in\n%s", test.schema, want, strings.Join(got, "\n"))
			}
		}
	}
}

// namesOf lists the cases of a schema: kind, name, keyword.
func namesOf(t *testing.T, text, base string) (list []string) {
	t.Helper()
	doc, err := schema.Load([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	v, err := ojson.Parse([]byte(base), ojson.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := gen.New(doc, gen.Options{Base: v, Seed: 1, Hazards: true})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	for c := range g.Cases() {
		if fault := faultOf(doc, v, &c); fault != "" {
			t.Errorf("%s: %s (%s): %s\n%s", text, c.Name, c.Kind, fault, c.JSON())
		}
		list = append(list, string(c.Kind)+" "+c.Name+" "+c.Keyword)
	}
	return list
}
