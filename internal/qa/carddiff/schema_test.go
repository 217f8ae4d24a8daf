package carddiff

import (
	"encoding/json"
	"slices"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// property is a schema of an object with one required member x.
func property(x string) string {
	return `{"type":"object","properties":{"x":` + x + `},"required":["x"],"additionalProperties":false}`
}

// keyword is a pair of schemas, of which the second accepts less.
type keyword struct {
	name, wide, narrow string
	at                 string // where the second rejects
	keyword            string
}

var keywords = []keyword{
	{"required", `{"type":"object","properties":{"x":{"type":"string"}}}`, `{"type":"object","properties":{"x":{"type":"string"}},"required":["x"]}`, "/x", "required"},
	{"type", property(`{"type":["string","integer"]}`), property(`{"type":"string"}`), "/x", "type"},
	{"integer", property(`{"type":"number"}`), property(`{"type":"integer"}`), "/x", "type"},
	{"enum", property(`{"enum":["a","b","c"]}`), property(`{"enum":["a","b"]}`), "/x", "enum"},
	{"const", property(`{"enum":["a","b"]}`), property(`{"const":"a"}`), "/x", "const"},
	{"minimum", property(`{"type":"integer","minimum":0}`), property(`{"type":"integer","minimum":1}`), "/x", "minimum"},
	{"maximum", property(`{"type":"integer","maximum":14}`), property(`{"type":"integer","maximum":12}`), "/x", "maximum"},
	{"multipleOf", property(`{"type":"integer"}`), property(`{"type":"integer","multipleOf":5}`), "/x", "multipleOf"},
	{"maxLength", property(`{"type":"string","maxLength":5000}`), property(`{"type":"string","maxLength":10}`), "/x", "maxLength"},
	{"minLength", property(`{"type":"string"}`), property(`{"type":"string","minLength":3}`), "/x", "minLength"},
	{"pattern", property(`{"type":"string","pattern":"^[a-z]+$"}`), property(`{"type":"string","pattern":"^[a-z]{3}$"}`), "/x", "pattern"},
	{"format where it asserts", `{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"x":{"type":"string"}}}`, `{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"x":{"type":"string","format":"date"}}}`, "/x", "format"},
	{"additionalProperties", `{"type":"object","properties":{"x":{"type":"string"}}}`, `{"type":"object","properties":{"x":{"type":"string"}},"additionalProperties":false}`, "/extra", "additionalProperties"},
	{"additionalProperties with a schema", `{"type":"object"}`, `{"type":"object","additionalProperties":{"type":"integer"}}`, "/extra", "type"},
	{"items", property(`{"type":"array","items":{"type":["string","null"]}}`), property(`{"type":"array","items":{"type":"string"}}`), "/x/0", "type"},
	{"minItems", property(`{"type":"array","items":{"type":"string"}}`), property(`{"type":"array","items":{"type":"string"},"minItems":2}`), "/x", "minItems"},
	{"maxItems", property(`{"type":"array","items":{"type":"string"}}`), property(`{"type":"array","items":{"type":"string"},"maxItems":3}`), "/x", "maxItems"},
	{"uniqueItems", property(`{"type":"array","items":{"type":"string"}}`), property(`{"type":"array","items":{"type":"string"},"uniqueItems":true}`), "/x", "uniqueItems"},
	{
		"through $ref", `{"$defs":{"n":{"type":"integer","maximum":9}},"type":"object","properties":{"x":{"$ref":"#/$defs/n"}}}`,
		`{"$defs":{"n":{"type":"integer","maximum":5}},"type":"object","properties":{"x":{"$ref":"#/$defs/n"}}}`, "/x", "maximum",
	},
	{
		"through a list of $ref", `{"$defs":{"n":{"type":"object","properties":{"a":{"type":"string"}}}},"type":"object","properties":{"x":{"type":"array","items":{"$ref":"#/$defs/n"}}}}`,
		`{"$defs":{"n":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}},"type":"object","properties":{"x":{"type":"array","items":{"$ref":"#/$defs/n"}}}}`, "/x/0/a", "required",
	},
	{"a branch of oneOf", property(`{"oneOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]}`), property(`{"oneOf":[{"type":"string"},{"type":"integer"}]}`), "/x", "oneOf"},
	{
		"inside oneOf", property(`{"oneOf":[{"type":"object","properties":{"k":{"const":"a"},"n":{"type":"integer"}},"required":["k"]},{"type":"object","properties":{"k":{"const":"b"},"s":{"type":"string","maxLength":9}},"required":["k"]}]}`),
		property(`{"oneOf":[{"type":"object","properties":{"k":{"const":"a"},"n":{"type":"integer"}},"required":["k"]},{"type":"object","properties":{"k":{"const":"b"},"s":{"type":"string","maxLength":4}},"required":["k"]}]}`), "/x/s", "maxLength",
	},
	{"inside anyOf", property(`{"anyOf":[{"type":"integer","minimum":0},{"type":"null"}]}`), property(`{"anyOf":[{"type":"integer","minimum":3},{"type":"null"}]}`), "/x", "minimum"},
	{
		"inside allOf", `{"allOf":[{"type":"object","properties":{"x":{"type":"integer","maximum":9}}},{"properties":{"y":{"type":"string"}}}]}`,
		`{"allOf":[{"type":"object","properties":{"x":{"type":"integer","maximum":7}}},{"properties":{"y":{"type":"string"}}}]}`, "/x", "maximum",
	},
	{
		"one more in allOf", `{"allOf":[{"type":"object","properties":{"x":{"type":"string"}}}]}`,
		`{"allOf":[{"type":"object","properties":{"x":{"type":"string"}}},{"required":["x"]}]}`, "/x", "required",
	},
	{"a schema where none was", `{}`, property(`{"type":"string"}`), "", "type"},
}

// Each keyword narrowed, and the other way round widened, is found with a witness that the validator proves.
func TestWitnessOfEachKeyword(t *testing.T) {
	t.Parallel()
	for _, k := range keywords {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			there, back := compare(t, k.wide, k.narrow), compare(t, k.narrow, k.wide)
			checkWitnesses(t, k, there.Narrowed)
			checkWitnesses(t, k, back.Widened)
			if len(there.Widened)+len(back.Narrowed) > 0 {
				t.Errorf("the other direction has witnesses, too: %v, %v", there.Widened, back.Narrowed)
			}
		})
	}
}

func checkWitnesses(t *testing.T, k keyword, list []Witness) {
	t.Helper()
	isFound := false
	for _, w := range list {
		if problems := load(t, k.wide).Validate(w.Value); len(problems) > 0 {
			t.Errorf("%s does not fit the wide schema: %v", w.Value.Compact(), problems)
		}
		problems := load(t, k.narrow).Validate(w.Value)
		for _, p := range w.Problems {
			if !slices.Contains(problems, p) {
				t.Errorf("%s has no problem %v: %v", w.Value.Compact(), p, problems)
			}
			isFound = isFound || p.Pointer == k.at && p.Keyword == k.keyword
		}
	}
	if !isFound {
		t.Errorf("no witness shows %s at %q", k.keyword, k.at)
	}
}

func compare(t *testing.T, before, after string) *schemas {
	t.Helper()
	c, err := compareSchemas(json.RawMessage(before), json.RawMessage(after))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func load(t *testing.T, text string) *schema.Document {
	t.Helper()
	doc, err := schema.Load([]byte(text))
	if err == nil {
		err = doc.Compile()
	}
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// Every change of one schema has a witness of its own, as small as it gets.
func TestEachChangeHasItsWitness(t *testing.T) {
	t.Parallel()
	before := `{"type":"object","properties":{"a":{"type":"integer","title":"Nights","maximum":14},"b":{"enum":["x","y"]},"c":{"type":"string"}},"required":["c"]}`
	after := `{"type":"object","properties":{"a":{"type":"integer","title":"Nights","maximum":12},"b":{"enum":["x","z"]},"c":{"type":"string"}},"required":["c"]}`
	c := compare(t, before, after)
	var narrowed, widened []string
	for _, w := range c.Narrowed {
		narrowed = append(narrowed, string(w.Value.Compact()))
	}
	for _, w := range c.Widened {
		widened = append(widened, string(w.Value.Compact()))
	}
	if want := []string{`{"c":"text","a":13}`, `{"b":"y","c":"x"}`}; !sameTexts(narrowed, want) {
		t.Errorf("narrowed %v, want %v", narrowed, want)
	}
	if want := []string{`{"b":"z","c":"x"}`}; !sameTexts(widened, want) {
		t.Errorf("widened %v, want %v", widened, want)
	}
	for _, w := range c.Narrowed {
		if w.Value.Get("a") != nil && (w.Label.Line(0).String() != "Nights" || w.Shown.Line(0).String() != "13") {
			t.Errorf("the form shows %s: %s", w.Label.Line(0), w.Shown.Line(0))
		}
	}
}

func sameTexts(a, b []string) bool {
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// A schema whose words alone changed is the same. One that says the same otherwise has no witness, and is not called the same.
func TestSchemasWithoutWitness(t *testing.T) {
	t.Parallel()
	c := compare(t, property(`{"type":"string","title":"A"}`), property(`{"type":"string","description":"B","examples":["c"]}`))
	if !c.IsSame {
		t.Error("schemas that differ in words are not the same")
	}
	c = compare(t, `{"type":"object","properties":{"title":{"type":"string"}}}`, `{"type":"object","properties":{"title":{"type":"integer"}}}`)
	if c.IsSame || len(c.Narrowed) != 1 {
		t.Errorf("a member called title is taken for a keyword: %+v", c)
	}
	c = compare(t, property(`{"enum":["a"]}`), property(`{"const":"a"}`))
	if c.IsSame || len(c.Narrowed)+len(c.Widened) > 0 || c.Tries == 0 {
		t.Errorf("schemas that say the same in other words: %+v", c)
	}
	if _, err := compareSchemas(json.RawMessage(`7`), json.RawMessage(`{}`)); err == nil {
		t.Error("a schema that does not compile is compared")
	}
}

// A witness of a renamed member has both problems.
func TestWitnessOfRenamedMember(t *testing.T) {
	t.Parallel()
	object := func(name string) string {
		return `{"type":"object","properties":{"` + name + `":{"type":"string"}},"required":["` + name + `"],"additionalProperties":false}`
	}
	c := compare(t, object("from"), object("origin"))
	if len(c.Narrowed) != 1 || len(c.Narrowed[0].Problems) != 2 || !ojson.Equal(c.Narrowed[0].Value, ojson.NewObject(ojson.Member{Name: "from", Value: ojson.NewString("")})) {
		t.Errorf("narrowed: %+v", c.Narrowed)
	}
}
