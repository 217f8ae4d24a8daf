package schema

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"a2aform/internal/ojson"
	"a2aform/internal/schema/normalize"
)

func TestReferencesIntoGroupsOfDefinitionsApply(t *testing.T) {
	for _, name := range []string{"refgroup20.json", "ref7.json", "ref7d.json", "ref7e.json", "ref4.json", "refcomp.json"} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile("../../testdata/repro/" + name)
			if err != nil {
				t.Fatal(err)
			}
			doc, err := Load(text)
			if err != nil {
				t.Fatal(err)
			}
			if err := doc.Compile(); err != nil {
				t.Fatal(err)
			}
			for _, n := range doc.Notices() {
				t.Errorf("notice %s: %s", n.Pointer, n.Text)
			}
			if kind := doc.Root().Property("n").Kind(); kind != Boolean {
				t.Errorf("kind %v, want a boolean", kind)
			}
			for value, want := range map[string]bool{`{"n":true}`: true, `{"n":"x"}`: false} {
				v, err := ojson.Parse([]byte(value), ojson.DataLimits)
				if err != nil {
					t.Fatal(err)
				}
				if got := len(doc.Validate(v)) == 0; got != want {
					t.Errorf("%s valid %v, want %v", value, got, want)
				}
			}
		})
	}
}

// Where the validator compiles a schema as it is written, it accepts the same values
// before and after it is normalized: no reference that it resolves is cut.
func TestNormalizeRelaxesNothingValid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawReferences(t)
		written, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		c := jsonschema.NewCompiler()
		if err := c.AddResource("https://written.invalid/", written); err != nil {
			t.Fatal(err)
		}
		plain, err := c.Compile("https://written.invalid/")
		if err != nil {
			t.Skip("the validator does not compile it")
		}
		doc, err := Load([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := doc.Compile(); err != nil {
			t.Fatal(err)
		}
		for _, value := range []string{`{"n":true}`, `{"n":1}`, `{"n":"x"}`, `{"n":{"m":1}}`, `{"n":{"m":"x"}}`, `{"n":null}`, `{}`, `[]`} {
			v, err := ojson.Parse([]byte(value), ojson.DataLimits)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := len(doc.Validate(v)) == 0, plain.Validate(v.Any()) == nil; got != want {
				t.Fatalf("%s valid %v, as written %v, by %s\nnotices %v", value, got, want, text, doc.Notices())
			}
		}
	})
}

var (
	referenceHolders  = []string{"$defs", "definitions", "components", "schemas", "group", "a b", "dependentSchemas", "properties", "patternProperties", "not", "if", "then", "contentSchema", "x/y", "d~e"}
	referenceDialects = []string{"", "http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-06/schema#", "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2019-09/schema", "https://json-schema.org/draft/2020-12/schema"}
)

// drawReferences draws a schema with schemas at many locations in it, and references to
// them.
func drawReferences(t *rapid.T) string {
	var pointers []string
	var holder func(at string, depth int) map[string]any
	holder = func(at string, depth int) map[string]any {
		made := map[string]any{}
		for _, key := range rapid.SliceOfNDistinct(rapid.SampledFrom(referenceHolders), 1, 2, rapid.ID).Draw(t, "keys") {
			below := ojson.Pointer(at, key)
			if depth == 0 || rapid.IntRange(0, 2).Draw(t, "leaf") == 0 {
				if len(pointers) > 0 && rapid.IntRange(0, 3).Draw(t, "on") == 0 {
					made[key] = map[string]any{"$ref": "#" + normalize.EscapeFragment(rapid.SampledFrom(pointers).Draw(t, "next"))}
					pointers = append(pointers, below)
					continue
				}
				pointers = append(pointers, below)
				made[key] = rapid.SampledFrom([]any{
					map[string]any{"type": "boolean"},
					map[string]any{"type": "integer"},
					map[string]any{"enum": []any{"x", 1}},
					map[string]any{"type": "object", "properties": map[string]any{"m": map[string]any{"type": "integer"}}},
				}).Draw(t, "schema")
				continue
			}
			made[key] = holder(below, depth-1)
		}
		return made
	}
	key := rapid.SampledFrom(referenceHolders[:6]).Draw(t, "top")
	s := map[string]any{"type": "object", key: holder("/"+key, 3)}
	if dialect := rapid.SampledFrom(referenceDialects).Draw(t, "dialect"); dialect != "" {
		s["$schema"] = dialect
	}
	if rapid.IntRange(0, 3).Draw(t, "named") == 0 {
		s["$id"] = "https://example.com/root"
	}
	properties := map[string]any{}
	for _, name := range []string{"n", "k"} {
		at := rapid.SampledFrom(pointers).Draw(t, "to")
		properties[name] = map[string]any{"$ref": "#" + normalize.EscapeFragment(at)}
	}
	if key != "properties" {
		s["properties"] = properties
	} else {
		s["allOf"] = []any{map[string]any{"properties": properties}}
	}
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
