package formtest_test

import (
	"strings"
	"testing"

	"a2aform/formgen"
	"a2aform/formgen/formtest"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

func open(t testing.TB, text string) (*formgen.Form, *schema.Document) {
	t.Helper()
	doc, err := schema.Load([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return formgen.New(doc), doc
}

func value(t testing.TB, text string) *ojson.Value {
	t.Helper()
	v, err := ojson.Parse([]byte(text), ojson.DataLimits)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// typed are values that are entered without a word of JSON.
var typed = []struct{ name, schema, value string }{
	{
		"scalars", `{"properties":{"a":{"type":"string"},"b":{"type":"integer"},"c":{"type":"number"},"d":{"type":"boolean"},"e":{"type":"null"}}}`,
		`{"a":"","b":1e2,"c":-0.10,"d":false,"e":null}`,
	},
	{"absent defaults", `{"required":[],"properties":{"a":{"type":"string","default":"x"}}}`, `{}`},
	{"a default that is not wanted", `{"required":["a"],"properties":{"a":{"type":"string","default":"x"}}}`, `{"a":"y"}`},
	{"null or text", `{"properties":{"a":{"type":["string","null"]},"b":{"anyOf":[{"type":"string"},{"type":"null"}]}}}`, `{"a":null,"b":"x"}`},
	{"types to choose from", `{"type":["object","boolean"],"properties":{"a":{"type":["string","integer","array"],"items":{"type":"string"}}}}`, `{"a":["x"]}`},
	{"enumeration", `{"properties":{"a":{"enum":["x",1,{"k":[null]},""]},"b":{"oneOf":[{"const":1,"title":"One"},{"const":2,"title":"Two"}]}}}`, `{"a":{"k":[null]},"b":2}`},
	{"constant", `{"properties":{"a":{"const":{"k":1}}}}`, `{"a":{"k":1}}`},
	{"list of objects", `{"properties":{"l":{"type":"array","items":{"type":"object","properties":{"n":{"type":"integer"}}}}}}`, `{"l":[{"n":1},{},{"n":3}]}`},
	{"list of lists", `{"type":"array","items":{"type":"array","items":{"type":"integer"}}}`, `[[1,2],[],[3]]`},
	{"list of choices", `{"type":"array","uniqueItems":true,"items":{"enum":["a","b","c"]}}`, `["c","a"]`},
	{"the same choice twice", `{"type":"array","items":{"enum":["a","b"]}}`, `["a","a"]`},
	{"tuple", `{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":{"type":"boolean"},"minItems":2}`, `["a",1,true]`},
	{"short tuple", `{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}]}`, `["a"]`},
	{"map", `{"type":"object","additionalProperties":{"type":"integer"}}`, `{"":1,"a b":2,"~/":3}`},
	{"map of unions", `{"type":"object","additionalProperties":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"integer"}}]}}`, `{"a":"x","b":[1]}`},
	{"patterns", `{"type":"object","properties":{"a":{"type":"string"}},"patternProperties":{"^x-":{"type":"boolean"}},"additionalProperties":{"type":"integer"}}`, `{"a":"s","x-1":true,"n":4}`},
	{"enumerated names", `{"type":"object","propertyNames":{"enum":["a","b"]},"additionalProperties":{"type":"string"}}`, `{"b":"x"}`},
	{"branches", `{"oneOf":[{"type":"string"},{"properties":{"k":{"const":"a"},"n":{"type":"integer"}},"required":["k"]},{"properties":{"k":{"const":"b"},"s":{"type":"string"}},"required":["k"]}]}`, `{"k":"b","s":"t"}`},
	{"branches in branches", `{"anyOf":[{"type":"integer"},{"oneOf":[{"type":"string"},{"type":"array","items":{"type":["string","integer"]}}]}]}`, `["a",1]`},
	{"two unions at a place", `{"type":"object","allOf":[{"oneOf":[{"properties":{"a":{"type":"string"}},"required":["a"]},{"properties":{"b":{"type":"string"}},"required":["b"]}]},{"oneOf":[{"properties":{"c":{"type":"string"}},"required":["c"]},{"properties":{"d":{"type":"string"}},"required":["d"]}]}]}`, `{"b":"1","d":"2"}`},
	{"a branch that knows more", `{"anyOf":[{"properties":{"a":{"type":"string"}}},{"properties":{"b":{"type":"string"}}}]}`, `{"b":"x"}`},
	{"a branch that says something", `{"properties":{"l":{"anyOf":[{},{"enum":["x","y"]}]}}}`, `{"l":"y"}`},
	{"a recursive tree", `{"$ref":"#/$defs/t","$defs":{"t":{"type":"object","required":["n"],"properties":{"n":{"type":"string"},"c":{"type":"array","items":{"$ref":"#/$defs/t"}},"next":{"anyOf":[{"$ref":"#/$defs/t"},{"type":"null"}]}}}}}`, `{"n":"a","c":[{"n":"b","c":[]},{"n":"c","next":{"n":"d","next":null}}]}`},
	{"conditions", `{"type":"object","properties":{"k":{"enum":["a","b"]}},"if":{"properties":{"k":{"const":"a"}},"required":["k"]},"then":{"properties":{"x":{"type":"string"}},"required":["x"]},"else":{"properties":{"y":{"type":"integer"}}}}`, `{"x":"v","k":"a"}`},
	{"conditions in a row", `{"type":"object","properties":{"k":{"type":"string"}},"allOf":[{"if":{"required":["k"]},"then":{"properties":{"l":{"type":"string"}}}},{"if":{"required":["l"]},"then":{"properties":{"m":{"type":"string"}}}}]}`, `{"m":"3","l":"2","k":"1"}`},
	{"dependent schemas", `{"type":"object","properties":{"a":{"type":"string"}},"dependentSchemas":{"a":{"oneOf":[{"properties":{"b":{"const":1}},"required":["b"]},{"properties":{"b":{"const":2},"c":{"type":"string"}},"required":["b"]}]}}}`, `{"a":"x","b":2,"c":"y"}`},
	{"a scalar", `{"type":"number"}`, `1.50`},
	{"null", `{"type":["integer","null"]}`, `null`},
}

func TestEnterUsesTypedFields(t *testing.T) {
	for _, test := range typed {
		t.Run(test.name, func(t *testing.T) {
			f, doc := open(t, test.schema)
			want := value(t, test.value)
			if err := formtest.Enter(f, want); err != nil {
				t.Fatal(err)
			}
			got, complete := f.Value()
			if at, differs := formtest.Difference(got, want, ""); differs || !complete {
				t.Errorf("%q differs in %s, complete %v", at, got.Compact(), complete)
			}
			if c := formtest.CountLeaves(f, doc); c.JSON+c.Silent+c.Unseen > 0 {
				t.Errorf("as JSON: %+v", c)
			}
			edit := f.Edit()
			if err := formtest.Enter(f, want); err != nil || f.Edit() != edit {
				t.Errorf("entering it again: %v, %d edits", err, f.Edit()-edit)
			}
		})
	}
}

func TestEnterKeepsDigits(t *testing.T) {
	const want = `{"a":1.50,"b":[1e2,-0]}`
	f, _ := open(t, `{"properties":{"a":{"type":"number"},"b":{"type":"array","items":{"type":"number"}}}}`)
	if err := formtest.Enter(f, value(t, want)); err != nil {
		t.Fatal(err)
	}
	if v, _ := f.Value(); string(v.Compact()) != want {
		t.Errorf("%s", v.Compact())
	}
}

func TestEnterNamesUnreachableLocation(t *testing.T) {
	for name, test := range map[string]struct{ schema, value, want string }{
		"a name that is not allowed": {`{"properties":{"a":{"type":"object","additionalProperties":false}}}`, `{"a":{"b":1}}`, `"/a/b"`},
	} {
		f, _ := open(t, test.schema)
		if err := formtest.Enter(f, value(t, test.value)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s in it", name, err, test.want)
		}
	}
}

func TestCountLeaves(t *testing.T) {
	f, doc := open(t, `{"properties":{"a":{"type":"string"},"b":{},"c":{"type":"string"},"d":{"type":"object","properties":{"n":{"type":"integer"}}}}}`)
	if err := formtest.Enter(f, value(t, `{"a":"x","b":{"k":[1,2]},"c":"tab\t","d":{"n":1},"e":{}}`)); err != nil {
		t.Fatal(err)
	}
	c := formtest.CountLeaves(f, doc)
	if c.Typed != 2 || c.Silent != 3 || c.Unseen != 1 || c.JSON != 0 || c.Native() != 1 {
		t.Errorf("%+v", c)
	}
	if err := f.At("/d").AsJSON(true); err != nil {
		t.Fatal(err)
	}
	if c := formtest.CountLeaves(f, doc); c.JSON != 1 || c.Typed != 1 || c.Native() != 0.5 || c.Leaves() != 6 {
		t.Errorf("flipped: %+v", c)
	}
}

func TestDifference(t *testing.T) {
	for _, test := range []struct{ a, b, at string }{
		{`{"a":1,"b":[1.0]}`, `{"b":[1],"a":1}`, "same"},
		{`{"a":{"b":[1,2]}}`, `{"a":{"b":[1,3]}}`, "/a/b/1"},
		{`{"a":"x"}`, `{"a":"X"}`, "/a"},
		{`{"a":1,"c":1}`, `{"a":1}`, "/c"},
		{`{"a":1}`, `{"a":1,"d/e":2}`, "/d~1e"},
		{`[1,2]`, `[1]`, ""},
		{`[1,2]`, `[2,1]`, "/0"},
		{`""`, `null`, ""},
		{`true`, `false`, ""},
	} {
		at, differs := formtest.Difference(value(t, test.a), value(t, test.b), "")
		if !differs {
			at = "same"
		}
		if at != test.at {
			t.Errorf("%s, %s differ at %q, want %q", test.a, test.b, at, test.at)
		}
	}
}
