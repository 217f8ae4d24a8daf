package normalize_test

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/schema/normalize"
)

// Keywords whose values are of another kind than they may be are left out, each with its reason, and so are those without what they
// belong to.
func TestKeywordsOfTheWrongKind(t *testing.T) {
	const draft4 = `"$schema":"http://json-schema.org/draft-04/schema#",`
	testRepairs(t, []repaired{
		{"enum is a text", `{"enum":"a"}`, []string{`1`}, nil, []string{`the schema: "enum" is no list of values, so it is ignored`}},
		{"enum lists nothing in draft 4", `{` + draft4 + `"enum":[]}`, []string{`1`}, nil, []string{`the schema: "enum" lists no values, so it is ignored`}},
		{"enum lists nothing", `{"enum":[]}`, nil, []string{`1`}, nil},
		{"enum twice in draft 4", `{` + draft4 + `"enum":["a","b","a"]}`, []string{`"a"`}, []string{`"c"`}, []string{`the schema: "enum" lists values twice; they are left out`}},
		{"a bound that is missing in draft 4", `{` + draft4 + `"exclusiveMinimum":true}`, []string{`1`}, nil, []string{`the schema: "exclusiveMinimum" has no "minimum" with it, so it is ignored`}},
		{"properties is a list", `{"properties":["a"]}`, []string{`{}`}, nil, []string{`the schema: "properties" is not an object, so it is ignored`}},
		{"required of nothing in draft 4", `{` + draft4 + `"required":[]}`, []string{`{}`}, nil, nil},
		{"required is a text", `{"required":"a"}`, []string{`{"a":1}`}, nil, []string{`the schema: "required" is one name; it is read as a list of it`}},
		{"int or string", `{"x-kubernetes-int-or-string":true}`, []string{`1`, `"a"`}, []string{`true`}, nil},
		{"int or string beside a type", `{"type":"boolean","x-kubernetes-int-or-string":true}`, []string{`true`}, []string{`1`}, nil},
		{"nullable list of types", `{"type":["string","integer"],"nullable":true}`, []string{`null`, `1`}, []string{`true`}, []string{`the schema: "nullable" is read as OpenAPI 3.0 does: null is allowed`}},
		{"nullable list with null", `{"type":["string","null"],"nullable":true}`, []string{`null`}, []string{`true`}, []string{`the schema: "nullable" is read as OpenAPI 3.0 does: null is allowed`}},
		{"nullable enum", `{"enum":["a"],"nullable":true}`, []string{`null`}, []string{`true`}, []string{`the schema: "nullable" is read as OpenAPI 3.0 does: null is allowed`}},
		{"nullable constant", `{"const":"a","nullable":true}`, []string{`null`, `"a"`}, []string{`true`}, []string{`the schema: "nullable" is read as OpenAPI 3.0 does: null is allowed`}},
		{"titled enum", `{"enum":{"c":"Celsius","f":"Fahrenheit"}}`, []string{`"c"`}, []string{`"Celsius"`}, []string{`the schema: "enum" is an object; its names are read as the values, and its values as their titles`}},
		{"titled enum of numbers", `{"type":"integer","enum":{"1":"One","2":"Two"}}`, []string{`1`}, []string{`"1"`, `3`}, []string{`the schema: "enum" is an object; its names are read as the values, and its values as their titles`}},
		{"minLength is a text", `{"minLength":"x"}`, []string{`""`}, nil, []string{`the schema: "minLength" must be a whole number, so it is ignored`}},
		{"pattern is a number", `{"pattern":7}`, []string{`""`}, nil, []string{`the schema: "pattern" must be text, so it is ignored`}},
		{"items is a text", `{"items":"x"}`, []string{`[1]`}, nil, []string{`#/items: is no schema but "x", so any value is allowed`}},
		{"not a schema", `{"properties":{"a":7,"b":null,"c":[1],"d":"string"}}`, []string{`{"a":1,"d":"x"}`}, nil, []string{`#/properties/a: is no schema but 7, so any value is allowed`, `#/properties/b: is no schema but null, so any value is allowed`, `#/properties/c: is no schema but a list, so any value is allowed`, `#/properties/d: is the text string; it is read as the type "string"`}},
		{"types of no kind", `{"type":[]}`, []string{`1`}, nil, []string{`the schema: "type" names no type, so it is ignored`}},
		{"type of another name", `{"type":"strng"}`, []string{`1`}, nil, []string{`the schema: the type "strng" is not known, so any type is allowed`}},
		{"references out", `{"$ref":"other.json"}`, []string{`1`}, nil, []string{`the schema: cannot be checked: it refers to other.json, and other documents are not followed`}},
		{"references to nothing", `{"$ref":"#/$defs/none"}`, []string{`1`}, nil, []string{`the schema: cannot be checked: it refers to #/$defs/none, which is not part of the schema`}},
		{"a pointer with a broken escape", `{"$ref":"#/$defs/a~2b","$defs":{"a~2b":{"type":"string"}}}`, []string{`1`}, nil, []string{`the schema: cannot be checked: it refers to #/$defs/a~2b, which is not part of the schema`}},
		{"an id that is no URL", `{"$id":"http://%zz","type":"string"}`, []string{`"x"`}, []string{`1`}, []string{`the schema: "$id" is no URL, so it is ignored`}},
		{"rules of Kubernetes", `{"x-kubernetes-validations":[{"message":"m1"},{"rule":"r2"},{"message":"m3"},{"rule":"r4"},{"rule":"r5"}]}`, []string{`1`}, nil, []string{`the schema: "x-kubernetes-validations" is not checked: "m1", "r2", "m3", and 2 more`}},
	})
}

// What a document has of keywords, dialects and schemas in it.
func TestWhatIsKnownOfKeywords(t *testing.T) {
	for text, want := range map[string]bool{`{}`: false, `{"title":"x","$defs":{},"default":1}`: false, `{"type":"x"}`: true, `{"title":"x","minimum":1}`: true, `{"x":1}`: false, `[]`: false} {
		v, err := ojson.Parse([]byte(text), ojson.SchemaLimits)
		if err != nil {
			t.Fatal(err)
		}
		if got := normalize.HasKeywords(v); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
	for uri, want := range map[string]bool{"https://json-schema.org/draft/2019-09/schema": true, "http://json-schema.org/draft-07/schema#": true, "https://example.com/mine": false, "": false} {
		if got := normalize.IsDialect(uri); got != want {
			t.Errorf("%s: %t", uri, got)
		}
	}
	for _, c := range []struct{ keyword, value, want string }{
		{"items", `{"a":1}`, "/x"}, {"items", `[{},true]`, "/x/0 /x/1"}, {"properties", `{"a":{},"b":true}`, "/x/a /x/b"}, {"allOf", `[{},{}]`, "/x/0 /x/1"}, {"not", `{}`, "/x"}, {"type", `"x"`, ""}, {"allOf", `{}`, ""}, {"properties", `[]`, ""}, {"other", `{}`, ""}, {"dependencies", `{"a":["b"],"c":{}}`, "/x/c"},
	} {
		v, err := ojson.Parse([]byte(c.value), ojson.SchemaLimits)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		normalize.Subschemas(c.keyword, v, "/x", func(_ *ojson.Value, at string) { got = append(got, at) })
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s %s: %q, want %q", c.keyword, c.value, got, c.want)
		}
	}
	if names := normalize.KeywordNames(); len(names) < 50 || names[0] > names[1] {
		t.Errorf("%d names: %.5q", len(names), names)
	}
	for text, want := range map[string]string{`1`: "false", `1e9`: "false", `1e999999999999`: " true", `{"a":[1,{"b/c":1e999999999999}]}`: "/a/1/b~1c true", `[1,2]`: "false"} {
		v, err := ojson.Parse([]byte(text), normalize.SchemaLimits)
		if err != nil {
			t.Fatal(err)
		}
		if at, ok := normalize.TooLongAt(v, ""); strings.TrimSpace(fmt.Sprint(at, " ", ok)) != strings.TrimSpace(want) {
			t.Errorf("%s: %s %t", text, at, ok)
		}
	}
}
