package schema

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/schema/normalize"
)

func TestChunksCompileLikeWhole(t *testing.T) {
	tests := []struct{ name, schema, valid, invalid string }{
		{"wide", `{"properties":{"a":{"type":"string"},"b":{"type":"integer"}},"required":["a"]}`, `{"a":"x","b":1}`, `{"a":"x","b":"y"}`},
		{
			"wide in wide", `{"properties":{"a":{"properties":{"b":{"type":"integer"},"c":{"items":[{"properties":{"d":{"type":"string"}}}]}}}}}`,
			`{"a":{"b":1,"c":[{"d":"x"}]}}`, `{"a":{"b":1,"c":[{"d":1}]}}`,
		},
		{
			"references between the parts", `{"properties":{"a":{"$ref":"#/properties/b/properties/c"},"b":{"properties":{"c":{"type":"string"},"d":{"$ref":"#"}}}}}`,
			`{"a":"x","b":{"d":{"a":"y"}}}`, `{"b":{"d":{"a":1}}}`,
		},
		{
			"unevaluated", `{"allOf":[{"properties":{"a":{"type":"string"}}}],"properties":{"b":{"type":"integer"}},"unevaluatedProperties":false}`,
			`{"a":"x","b":1}`, `{"c":1}`,
		},
		{
			"a sibling that is void", `{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"x":{"$ref":"#/definitions/a","properties":{"q":{"type":"integer"}}}},"definitions":{"a":{"type":"object"}}}`,
			`{"x":{"q":"y"}}`, `{"x":1}`,
		},
		{
			"a dynamic reference", `{"$id":"https://example.com/tree","$dynamicAnchor":"node","type":"object","properties":{"data":{"type":"integer"},"children":{"items":{"$dynamicRef":"#node"}}}}`,
			`{"data":1,"children":[{"data":2}]}`, `{"children":[{"data":"x"}]}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, r := repaired(t, tt.schema)
			parts, err := c.compiler().compileChunks(r, 1)
			if err != nil {
				t.Fatal(err)
			}
			c.budget.allow(time.Now().Add(limit.ValidateTime.Duration()).UnixNano())
			for _, s := range []*jsonschema.Schema{parts, c.Root} {
				if err := s.Validate(parse(t, tt.valid)); err != nil {
					t.Error(err)
				}
				if err := s.Validate(parse(t, tt.invalid)); err == nil {
					t.Errorf("%s is valid", tt.invalid)
				}
			}
		})
	}
}

// Otherwise 20,000 properties take seconds.
func TestWideSchemasAreCompiledInChunks(t *testing.T) {
	var sb strings.Builder
	for i := range 2 * manySchemas {
		fmt.Fprintf(&sb, `"p%d":{"type":"string"},`, i)
	}
	c, r := repaired(t, `{"properties":{`+sb.String()+`"z":{"$ref":"#/properties/p1"}}}`)
	if s, err := c.compiler().compileChunks(r, manySchemas); err != nil || len(s.Properties) != 2*manySchemas+1 {
		t.Errorf("%v", err)
	}
}

// repaired is a schema that was compiled, and the Normalizer of another run.
func repaired(t *testing.T, text string) (*compiledSchema, *normalize.Normalizer) {
	t.Helper()
	raw, err := ojson.Parse([]byte(text), ojson.SchemaLimits)
	if err != nil {
		t.Fatal(err)
	}
	c, r := &compiledSchema{}, normalize.New(nil, normalize.CompileErrors{})
	if _, err = c.Compile(raw, nil); err == nil {
		err = r.Run(raw)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c, r
}

func parse(t *testing.T, text string) any {
	t.Helper()
	v, err := ojson.Parse([]byte(text), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	return v.Any()
}
