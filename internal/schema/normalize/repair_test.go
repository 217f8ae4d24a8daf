package normalize_test

import (
	"slices"
	"strings"
	"testing"

	"a2aform/internal/schema"
	"a2aform/internal/schema/schematest"
)

// repaired is a schema that the validator would reject, and what becomes of it.
type repaired struct {
	name, schema   string
	valid, invalid []string
	notices        []string
}

func testRepairs(t *testing.T, tests []repaired) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := schematest.Load(t, tt.schema)
			if err := d.Compile(); err != nil {
				t.Fatal(err)
			}
			for _, v := range tt.valid {
				if problems := d.Validate(schematest.Value(t, v)); len(problems) > 0 {
					t.Errorf("%s: %s", v, schematest.Said(problems))
				}
			}
			for _, v := range tt.invalid {
				if len(d.Validate(schematest.Value(t, v))) == 0 {
					t.Errorf("%s is valid", v)
				}
			}
			if got := schematest.Texts(d.Notices()); !slices.Equal(got, tt.notices) {
				t.Errorf("notices\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.notices, "\n"))
			}
			if string(d.Raw().Compact()) != tt.schema && !strings.Contains(tt.schema, "\n") {
				t.Errorf("the schema as it was written has changed: %s", d.Raw().Compact())
			}
		})
	}
}

func TestReferencesThatLeadNowhere(t *testing.T) {
	testRepairs(t, []repaired{
		{
			"another document", `{"properties":{"x":{"$ref":"https://example.com/s.json"},"y":{"type":"string"}}}`,
			[]string{`{"x":1}`, `{"x":{"a":[]},"y":"z"}`},
			[]string{`{"y":1}`},
			[]string{"#/properties/x: cannot be checked: it refers to https://example.com/s.json, and other documents are not followed"},
		},
		{
			"a file", `{"properties":{"x":{"$ref":"file:///etc/passwd","type":"string"}}}`,
			[]string{`{"x":"1"}`},
			[]string{`{"x":1}`},
			[]string{"#/properties/x: cannot be checked: it refers to file:///etc/passwd, and other documents are not followed"},
		},
		{
			"a relative name", `{"$id":"https://example.com/a/b.json","items":{"$ref":"Task.json#/x"}}`,
			[]string{`[1]`},
			nil,
			[]string{"#/items: cannot be checked: it refers to Task.json#/x, and other documents are not followed"},
		},
		{
			"siblings stay void in draft 7", `{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"x":{"$ref":"a.json","type":"string"}}}`,
			[]string{`{"x":1}`},
			nil,
			[]string{"#/properties/x: cannot be checked: it refers to a.json, and other documents are not followed"},
		},
		{
			"nothing there", `{"properties":{"x":{"$ref":"#/$defs/nope"},"z":{"$ref":"#nope"},"y":{"type":"string"}}}`,
			[]string{`{"x":1,"z":2}`},
			[]string{`{"y":1}`},
			[]string{
				"#/properties/x: cannot be checked: it refers to #/$defs/nope, which is not part of the schema",
				"#/properties/z: cannot be checked: it refers to #nope, which is not part of the schema",
			},
		},
		{
			"a dictionary of schemas is none", `{"properties":{"type":{"$ref":"#/properties"},"y":{"type":"string"}}}`,
			[]string{`{"type":1}`},
			[]string{`{"y":1}`},
			[]string{"#/properties/type: cannot be checked: it refers to #/properties, which is not part of the schema"},
		},
		{
			"no URL", `{"properties":{"x":{"$ref":"http://[bad"},"y":{"$ref":"#/%zz"}}}`,
			[]string{`{"x":1,"y":1}`},
			nil,
			[]string{
				"#/properties/x: cannot be checked: it refers to http://[bad, which is no URL",
				"#/properties/y: cannot be checked: it refers to #/%zz, which is no URL",
			},
		},
		{
			"a value that may not be changed", `{"enum":[{"type":"str"}],"properties":{"x":{"$ref":"#/enum/0"}}}`,
			[]string{`{"type":"str"}`},
			[]string{`{"type":"string"}`},
			[]string{"#/properties/x: cannot be checked: it refers to #/enum/0, which is not part of the schema"},
		},
		{
			"definitions that nothing needs", `{"type":"string","$defs":{"a":{"$ref":"gone.json"},"b":{"type":"str"},"c":{"minimum":"x"}}}`,
			[]string{`"x"`},
			[]string{`1`},
			nil,
		},
		{
			"the end of a long way", `{"$ref":"#/$defs/a","$defs":{"a":{"items":{"$ref":"#/$defs/b"}},"b":{"$ref":"gone.json"}}}`,
			[]string{`[1]`},
			nil,
			[]string{"#/$defs/b: cannot be checked: it refers to gone.json, and other documents are not followed"},
		},
		{
			"itself", `{"$ref":"#"}`,
			[]string{`1`, `null`},
			nil,
			[]string{"the schema: cannot be checked: it refers to itself and says nothing else"},
		},
		{
			"a circle", `{"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}},"type":"object","properties":{"x":{"$ref":"#/$defs/a"}}}`,
			[]string{`{"x":1}`},
			[]string{`1`},
			[]string{"#/$defs/b: cannot be checked: it refers to itself and says nothing else"},
		},
		{
			"a circle with allOf", `{"type":"object","allOf":[{"$ref":"#"}]}`,
			[]string{`{}`},
			[]string{`1`},
			[]string{"#/allOf/0: cannot be checked: it refers to itself and says nothing else"},
		},
	})
}

func TestReferencesThatWork(t *testing.T) {
	testRepairs(t, []repaired{
		{"recursion", `{"type":"object","properties":{"next":{"$ref":"#"}}}`, []string{`{"next":{}}`}, []string{`{"next":1}`}, nil},
		{"an anchor", `{"items":{"$ref":"#a"},"$defs":{"x":{"$anchor":"a","type":"string"}}}`, []string{`["x"]`}, []string{`[1]`}, nil},
		{
			"an anchor of draft 7", `{"$schema":"http://json-schema.org/draft-07/schema#","items":{"$ref":"#a"},"definitions":{"x":{"$id":"#a","type":"string"}}}`,
			[]string{`["x"]`},
			[]string{`[1]`},
			nil,
		},
		{
			"a resource inside", `{"$id":"https://example.com/root","items":{"$ref":"item"},"$defs":{"x":{"$id":"item","$ref":"#/$defs/y","$defs":{"y":{"type":"string"}}}}}`,
			[]string{`["x"]`},
			[]string{`[1]`},
			nil,
		},
		{
			"by its own URL", `{"$id":"https://example.com/root","items":{"$ref":"https://example.com/root#/$defs/y"},"$defs":{"y":{"type":"string"}}}`,
			[]string{`["x"]`},
			[]string{`[1]`},
			nil,
		},
		{"a metaschema", `{"$ref":"http://json-schema.org/draft-07/schema#"}`, []string{`{"type":"string"}`}, []string{`{"type":"strin"}`}, nil},
		{"a part of a metaschema", `{"items":{"$ref":"http://json-schema.org/draft-07/schema#/definitions/nonNegativeInteger"}}`, []string{`[1]`}, []string{`[-1]`}, nil},
		{"where no dialect looks", `{"items":{"$ref":"#/components/schemas/A"},"components":{"schemas":{"A":{"type":"string"}}}}`, []string{`["x"]`}, []string{`[1]`}, nil},
		{
			"an unknown place that needs repair", `{"items":{"$ref":"#/components/A"},"components":{"A":{"type":"str","properties":{"q":{"$ref":"#/components/B"}}},"B":{"type":"int"}}}`,
			[]string{`["x"]`},
			[]string{`[1]`},
			[]string{`#/components/A: the type "str" is read as "string"`, `#/components/B: the type "int" is read as "integer"`},
		},
		{
			"$defs of draft 7", `{"$schema":"http://json-schema.org/draft-07/schema#","items":{"$ref":"#/$defs/A"},"$defs":{"A":{"type":"str"}}}`,
			[]string{`["x"]`},
			[]string{`[1]`},
			[]string{`#/$defs/A: the type "str" is read as "string"`},
		},
		{"a name with everything", `{"items":{"$ref":"#/$defs/a~1b%25%20c~0"},"$defs":{"a/b% c~":{"type":"string"}}}`, []string{`["x"]`}, []string{`[1]`}, nil},
		{
			"into a tuple that was renamed", `{"items":[{"type":"string"}],"additionalItems":{"$ref":"#/items/0"}}`,
			[]string{`["x","y"]`},
			[]string{`["x",1]`},
			[]string{
				`the schema: "items" is a list, as in older dialects; it is read as "prefixItems"`,
				`the schema: "additionalItems" is read as "items"`,
			},
		},
	})
}

// What cannot be checked allows more, and never less.
func TestRelaxedPartsAllowMore(t *testing.T) {
	gone := "cannot be checked: it refers to gone.json, and other documents are not followed"
	testRepairs(t, []repaired{
		{"not", `{"not":{"$ref":"gone.json"}}`, []string{`1`}, nil, []string{`the schema: "not" is not checked, as a part of it cannot be`, "#/not: " + gone}},
		{
			"not around a pattern", `{"not":{"properties":{"a":{"pattern":"["}}}}`,
			[]string{`{}`},
			nil,
			[]string{`the schema: "not" is not checked, as a part of it cannot be`, "#/not/properties/a: a pattern is not understood, so it is not checked: ["},
		},
		{
			"oneOf", `{"oneOf":[{"$ref":"gone.json"},{"type":"string"},{"type":"string"}]}`,
			[]string{`"x"`, `1`},
			nil,
			[]string{`the schema: "oneOf" allows several alternatives to match, as a part of them cannot be checked`, "#/oneOf/0: " + gone},
		},
		{
			"oneOf far away", `{"oneOf":[{"$ref":"#/$defs/a"},{"type":"object"}],"$defs":{"a":{"type":"object","properties":{"q":{"$ref":"gone.json"}}}}}`,
			[]string{`{"q":1}`},
			[]string{`1`},
			[]string{`the schema: "oneOf" allows several alternatives to match, as a part of them cannot be checked`, "#/$defs/a/properties/q: " + gone},
		},
		{
			"if", `{"if":{"$ref":"gone.json"},"then":{"type":"string"}}`,
			[]string{`"x"`, `1`},
			nil,
			[]string{`the schema: "if" is not checked, as a part of it cannot be`, "#/if: " + gone},
		},
		{"contains", `{"contains":{"$ref":"gone.json"},"maxContains":1}`, []string{`[1,2]`}, []string{`[]`}, []string{"#/contains: " + gone}},
		{"unevaluatedProperties", `{"$ref":"gone.json","unevaluatedProperties":false}`, []string{`{"a":1}`}, nil, []string{"the schema: " + gone}},
		{
			"names by a pattern", `{"patternProperties":{"[":{"type":"string"}},"properties":{"b":{"type":"string"}},"additionalProperties":false}`,
			[]string{`{"a":1}`},
			[]string{`{"b":1}`},
			[]string{"the schema: a pattern is not understood, so the names of properties are not checked: ["},
		},
		{
			"only what is around it", `{"oneOf":[{"$ref":"gone.json"},{"type":"string"}],"not":{"const":"x"},"if":{"type":"boolean"},"then":{"const":true}}`,
			[]string{`"y"`, `1`, `true`},
			[]string{`"x"`, `false`},
			[]string{`the schema: "oneOf" allows several alternatives to match, as a part of them cannot be checked`, "#/oneOf/0: " + gone},
		},
		{
			"oneOf of one", `{"oneOf":[{"$ref":"gone.json"}],"contains":{"type":"string"},"maxContains":1}`,
			[]string{`1`, `["a"]`},
			[]string{`["a","b"]`},
			[]string{"#/oneOf/0: " + gone},
		},
		{"whole parts stay", `{"properties":{"x":{"$ref":"gone.json"},"y":{"not":{"type":"string"}}}}`, []string{`{"y":1}`}, []string{`{"y":"a"}`}, []string{"#/properties/x: " + gone}},
	})
}

// What nothing refers to is not noticed, but for what a reference by way of anchors may lead to.
func TestNoticesAreOfWhatApplies(t *testing.T) {
	testRepairs(t, []repaired{
		{
			"no dynamic reference", `{"$ref":"#/$defs/a","$defs":{"a":{"type":"string"},"b":{"$dynamicAnchor":"n","type":"strnig"},"c":{"type":"strnig"}}}`,
			[]string{`"x"`},
			[]string{`1`},
			nil,
		},
		{
			"a dynamic reference", `{"$ref":"tree","$defs":{"tree":{"$id":"tree","$dynamicAnchor":"n","properties":{"kids":{"items":{"$dynamicRef":"#n"}}}},
				"strict":{"$id":"strict","$dynamicAnchor":"n","type":"strnig"},"b":{"type":"strnig"}}}`,
			[]string{`{"kids":[{}]}`},
			nil,
			[]string{"#/$defs/strict: the type \"strnig\" is not known, so any type is allowed"},
		},
		{
			"a recursive reference", `{"$schema":"https://json-schema.org/draft/2019-09/schema","$ref":"tree","$defs":{"tree":{"$id":"tree","$recursiveAnchor":true,"items":{"$recursiveRef":"#"}},
				"strict":{"$id":"strict","$recursiveAnchor":true,"type":"strnig"}}}`,
			[]string{`[[]]`},
			nil,
			[]string{"#/$defs/strict: the type \"strnig\" is not known, so any type is allowed"},
		},
	})
}

func TestManyNoticesAreTruncated(t *testing.T) {
	var sb strings.Builder
	for i := range 30 {
		sb.WriteString(`"p` + strings.Repeat("x", i) + `":{"$ref":"doc` + strings.Repeat("y", i) + `"},`)
	}
	notices := schematest.Load(t, `{"properties":{`+strings.TrimSuffix(sb.String(), ",")+`}}`).Notices()
	if len(notices) != 20 || notices[19].Text != "and 11 more notes like these" {
		t.Errorf("%d notices, the last: %v", len(notices), notices[len(notices)-1])
	}
}

func TestLabelsOfRepairedSchemas(t *testing.T) {
	d := schematest.Load(t, `{"properties":{"a":{"$ref":"other.json","title":"A","description":"about a"},
		"b":{"items":[{"title":"first"}]},"c":{"$ref":"#/$defs/C","nullable":true,"title":"C"}},"$defs":{"C":{"type":"str","description":"about c"}}}`)
	a, b, c := d.Root().Property("a"), d.Root().Property("b"), d.Root().Property("c")
	if a.Title().Exact() != "A" || a.Description().Exact() != "about a" || a.Kind() != schema.JSON {
		t.Errorf("a: %v %v %v", a.Title(), a.Description(), a.Kind())
	}
	if got := b.Item(0).Title().Exact(); got != "first" {
		t.Errorf("b/0: %q", got)
	}
	if c.Title().Exact() != "C" || c.Description().Exact() != "about c" || c.Kind() != schema.String || !c.AllowsNull() {
		t.Errorf("c: %v %v %v", c.Title(), c.Description(), c.Kind())
	}
}

func TestRegistry(t *testing.T) {
	o := schema.Options{Registry: map[string][]byte{
		"https://example.com/item": []byte(`{"type":"str","title":"Item","properties":{"next":{"$ref":"other#/$defs/x"}}}`),
		"https://example.com/bad":  []byte(`{`),
	}}
	d, err := schema.LoadWith([]byte(`{"items":{"$ref":"https://example.com/item"},"contains":{"$ref":"https://example.com/bad"}}`), o)
	if err != nil || d.Compile() != nil {
		t.Fatal(err, d.Compile())
	}
	if len(d.Validate(schematest.Value(t, `["x"]`))) != 0 || len(d.Validate(schematest.Value(t, `[1]`))) != 1 {
		t.Error("the registered document is not judged by")
	}
	want := []string{
		"#/contains: cannot be checked: it refers to https://example.com/bad, and other documents are not followed",
		`https://example.com/item#: the type "str" is read as "string"`,
		"https://example.com/item#/properties/next: cannot be checked: it refers to other#/$defs/x, and other documents are not followed",
	}
	if got := schematest.Texts(d.Notices()); !slices.Equal(got, want) {
		t.Errorf("notices %q", got)
	}
	if got := d.Root().Item(0).Title().Exact(); got != "Item" {
		t.Errorf("title %q", got)
	}
}
