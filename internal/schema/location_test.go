package schema

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/internal/ojson"
)

// rootOf is the location of a schema.
func rootOf(t *testing.T, text string) Location {
	t.Helper()
	doc, err := Load([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return doc.Root()
}

func valueOf(t *testing.T, text string) *ojson.Value {
	t.Helper()
	v, err := ojson.Parse([]byte(text), ojson.DataLimits)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// What a schema says of one location, in words.
func TestLocationSaysWhatTheSchemaSays(t *testing.T) {
	t.Parallel()
	memberTitle := func(l Location) string {
		return l.Property("a").MemberTitle().Exact() + "|" + l.Property("a").TypeTitle().Exact()
	}
	asked := func(l Location) string { return fmt.Sprint(l.IsReadOnly(), l.IsDeprecated()) }
	unit := func(l Location) string { return l.Unit().Exact() }
	contradiction := func(l Location) string { return l.Contradiction() }
	order := func(l Location) string {
		var names []string
		for _, p := range l.Properties() {
			names = append(names, p.Name)
		}
		return strings.Join(names, " ")
	}
	content := func(l Location) string {
		low, high := l.FormatRange()
		return strings.Join([]string{l.Encoding(), l.MediaType().Exact(), l.Placeholder().Exact(), fmt.Sprint(l.IsTextArea()), low.Exact(), high.Exact()}, " ")
	}
	states := func(l Location) string { return fmt.Sprint(l.NamesNull(), l.StatesValue(), l.Kind().IsNoObject()) }
	sample := func(l Location) string { return l.Sample() }
	notes := func(l Location) string { return strings.Join(l.Unions()[0].Notes(), "|") }
	for _, tt := range []struct {
		schema string
		says   func(Location) string
		want   string
	}{
		{`{"properties":{"a":{"title":"Its own","$ref":"#/$defs/t"}},"$defs":{"t":{"title":"Of the type","type":"string"}}}`, memberTitle, "Its own|Of the type"},
		{`{"properties":{"a":{"$ref":"#/$defs/t"}},"$defs":{"t":{"title":"Of the type","type":"string"}}}`, memberTitle, "|Of the type"},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"a":{"title":"Its own","$ref":"#/definitions/t"}},"definitions":{"t":{"type":"string"}}}`, memberTitle, "Its own|"},
		{`{"properties":{"b":{}}}`, memberTitle, "|"},

		{`{"type":"string","readOnly":true}`, asked, "true false"},
		{`{"type":"string","deprecated":true}`, asked, "false true"},
		{`{"type":"string"}`, asked, "false false"},

		{`{"type":"number","unit":"km"}`, unit, "km"},
		{`{"type":"number","unit":"km","x-unit":"mi"}`, unit, "mi"},
		{`{"type":"number","unit":7}`, unit, ""},
		{`{"type":"number"}`, unit, ""},

		{`{"type":"string","minLength":3,"maxLength":2}`, contradiction, "no value fits: minLength 3 is above maxLength 2"},
		{`{"type":"string","minLength":2,"maxLength":2}`, contradiction, ""},
		{`{"type":"array","minItems":3,"maxItems":1}`, contradiction, "no value fits: minItems 3 is above maxItems 1"},
		{`{"type":"object","minProperties":3,"maxProperties":1}`, contradiction, "no value fits: minProperties 3 is above maxProperties 1"},
		{`{"type":"number","minimum":2.5,"maximum":1}`, contradiction, "no value fits: minimum 2.5 is above maximum 1"},
		{`{"type":"number","minimum":1,"maximum":1}`, contradiction, ""},
		{`{"type":"string","const":7}`, contradiction, "no value fits: the schema refuses its own constant 7"},
		{`{"type":"string","const":"x"}`, contradiction, ""},
		{`{"type":"string","enum":["ab","cd"],"maxLength":1}`, contradiction, "no value fits: the schema refuses each of its own choices"},
		{`{"type":"string","enum":["ab","c"],"maxLength":1}`, contradiction, ""},
		{`{"type":"object","required":["next"],"properties":{"next":{"$ref":"#"}}}`, contradiction, "no value fits: next is required in each next, without end"},
		{`{"type":"object","required":["b"],"properties":{"b":{"type":"object","required":["c"],"properties":{"c":{"$ref":"#"}}}}}`, contradiction, "no value fits: b is required in each b, without end"},
		{`{"type":"object","properties":{"next":{"$ref":"#"}}}`, contradiction, ""},
		{`{"type":["object","null"],"required":["next"],"properties":{"next":{"$ref":"#"}}}`, contradiction, ""},
		{`{"allOf":[{"type":"string"},{"type":"number"}]}`, contradiction, "no value fits all that the schema demands here"},

		{`{"properties":{"a":{},"b":{},"c":{}},"ui:order":["c","*","a"]}`, order, "c b a"},
		{`{"properties":{"a":{},"b":{},"c":{}},"propertyOrdering":["b","none",7]}`, order, "b a c"},
		{`{"properties":{"a":{"x-order":3},"b":{},"c":{"x-order":1}}}`, order, "c a b"},
		{`{"properties":{"a":{"propertyOrder":2},"b":{"propertyOrder":1.5}}}`, order, "b a"},

		{`{"type":"string","contentEncoding":"base64","contentMediaType":"image/png"}`, content, "base64 image/png  false  "},
		{`{"type":"string","format":"byte"}`, content, "base64   false  "},
		{`{"type":"string","format":"data-url"}`, content, "data-url   false  "},
		{`{"type":"string","contentEncoding":"base64url","format":"byte"}`, content, "base64url   false  "},
		{`{"type":"string","contentEncoding":"quoted-printable"}`, content, "   false  "},
		{`{"type":"string","ui:placeholder":"a word","ui:widget":"textarea"}`, content, "  a word true  "},
		{`{"type":"string","format":"date","formatMinimum":"2026-01-01","formatMaximum":"2026-12-31"}`, content, "   false 2026-01-01 2026-12-31"},

		{`{"type":"string"}`, states, "false true true"},
		{`{"type":["string","null"]}`, states, "true true true"},
		{`{"const":null}`, states, "true true true"},
		{`{"enum":["a",null]}`, states, "true true false"},
		{`{}`, states, "false false false"},
		{`{"type":"object"}`, states, "false true false"},
		{`{"anyOf":[{"type":"string"},{"type":"null"}]}`, states, "true true true"},
		{`{"type":"array"}`, states, "false true true"},
		{`{"properties":{"a":{"type":"null"}}}`, states, "false false false"},

		{`{"type":"string","format":"date"}`, sample, "2026-03-14"},
		{`{"type":"string"}`, sample, ""},
		{`{"type":"string","format":"date","pattern":"^x$"}`, sample, ""},
		{`{"type":"string","pattern":"^ab{3}$"}`, sample, "abbb"},
		{`{"type":"string","pattern":"^ +$"}`, sample, ""},
		{`{"type":"string","pattern":"^a{50}$"}`, sample, ""},

		{`{"oneOf":[{"type":"string","description":"a word"},{"type":"integer"}]}`, notes, "a word|"},
	} {
		if got := tt.says(rootOf(t, tt.schema)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.schema, got, tt.want)
		}
	}
	none := Location{}
	if none.Schema() != nil || none.IsReadOnly() || none.NamesNull() || none.Contradiction() != "" || none.Is(none) || none.RecursesInto(none) || none.Applied() != nil {
		t.Error("a location without a schema says something")
	}
}

func TestSecretsAreMaskedAnywhere(t *testing.T) {
	t.Parallel()
	const text = `{"type":"object","properties":{"user":{"type":"string"},"pw":{"type":"string","format":"password"},"apiKey":{"type":"string"},"keys":{"type":"array","items":{"type":"string","writeOnly":true}},
		"at":{"type":"object","properties":{"token":{"type":"string","ui:widget":"password"},"n":{"type":"integer"}}}}}`
	for value, want := range map[string]string{
		`{"user":"a","pw":"b","apiKey":"c","keys":["d",null,"e"],"at":{"token":"f","n":1},"other":"g"}`: `{"user":"a","pw":"•","apiKey":"•","keys":["•",null,"•"],"at":{"token":"•","n":1},"other":"g"}`,
		`{"user":"a","pw":null}`: `{"user":"a","pw":null}`, `[1]`: `[1]`, `"x"`: `"x"`,
	} {
		if got := string(rootOf(t, text).MaskSecrets(valueOf(t, value), "•").Compact()); got != want {
			t.Errorf("%s: %s, want %s", value, got, want)
		}
	}
	for value, holds := range map[string]bool{`{"user":"a"}`: false, `{"pw":"b"}`: true, `{"keys":["x"]}`: true, `{"keys":[]}`: false, `{"at":{"n":1}}`: false, `{"at":{"token":""}}`: true} {
		if got := rootOf(t, text).HoldsSecret(valueOf(t, value)); got != holds {
			t.Errorf("%s holds a secret: %t", value, got)
		}
	}
	plain := rootOf(t, `{"properties":{"a":{"type":"string"}}}`)
	if v := valueOf(t, `{"a":"b"}`); plain.MaskSecrets(v, "•") != v || plain.MaskSecrets(nil, "•") != nil {
		t.Error("a value without secrets is another one")
	}
}

func TestCombinationsOfMembers(t *testing.T) {
	t.Parallel()
	for schema, want := range map[string]string{
		`{"anyOf":[{"required":["a"]},{"required":["b","c"]}]}`:                            "[{[[a] [b c]] false false}]",
		`{"oneOf":[{"required":["a"]},{"required":["b"]}]}`:                                "[{[[a] [b]] true false}]",
		`{"not":{"required":["a","b"]}}`:                                                   "[{[[a b]] false true}]",
		`{"not":{"anyOf":[{"required":["a"]},{"required":["b"]}]}}`:                        "[{[[a] [b]] false true}]",
		`{"anyOf":[{"required":["a"]},{"required":["b"],"properties":{"a":{"const":1}}}]}`: "[]",
		`{"anyOf":[{"required":["a"]},{}]}`:                                                "[]",
		`{"allOf":[{"anyOf":[{"required":["a"]},{"required":["b"]}]}]}`:                    "[{[[a] [b]] false false}]",
		`{"anyOf":[{"required":["a"]},{"not":{},"required":["b"]}]}`:                       "[]",
	} {
		if got := fmt.Sprint(rootOf(t, `{"type":"object","properties":{"a":{},"b":{},"c":{}},`+schema[1:]).Combinations()); got != want {
			t.Errorf("%s: %s, want %s", schema, got, want)
		}
	}
	for _, tt := range []struct {
		c    Combination
		has  string
		want bool
	}{
		{Combination{Sets: [][]string{{"a"}, {"b", "c"}}}, "", false},
		{Combination{Sets: [][]string{{"a"}, {"b", "c"}}}, "b", false},
		{Combination{Sets: [][]string{{"a"}, {"b", "c"}}}, "bc", true},
		{Combination{Sets: [][]string{{"a"}, {"b", "c"}}}, "abc", true},
		{Combination{Sets: [][]string{{"a"}, {"b"}}, Exactly: true}, "ab", false},
		{Combination{Sets: [][]string{{"a"}, {"b"}}, Exactly: true}, "b", true},
		{Combination{Sets: [][]string{{"a"}, {"b"}}, Never: true}, "c", true},
		{Combination{Sets: [][]string{{"a"}, {"b"}}, Never: true}, "b", false},
	} {
		if got := tt.c.IsMet(func(name string) bool { return strings.Contains(tt.has, name) }); got != tt.want {
			t.Errorf("%v with %q: %t", tt.c, tt.has, got)
		}
	}
	l := rootOf(t, `{"type":"object","properties":{"a":{},"b":{}},"anyOf":[{"required":["a"]},{"required":["b"]}]}`)
	problems := l.Validate(valueOf(t, `{}`))
	c := l.Combinations()[0]
	if len(problems) != 1 || !c.IsFaultOf(problems[0]) {
		t.Errorf("%v is not of the demand", problems)
	}
	never := c
	if never.Never = true; never.IsFaultOf(problems[0]) {
		t.Error("a demand for none is said in the words of the schema")
	}
	if exactly := (Combination{Sets: c.Sets, Exactly: true}); exactly.IsFaultOf(problems[0]) || (Combination{Sets: [][]string{{"a"}, {"x"}}}).IsFaultOf(problems[0]) {
		t.Error("it is the fault of another demand")
	}
}

// A member is required because of others: of the sides of a condition, or of dependentRequired.
func TestWhyAMemberIsRequired(t *testing.T) {
	t.Parallel()
	const text = `{"type":"object","required":["name"],"properties":{"name":{},"card":{},"kind":{"enum":["a","b"]},"city":{},"zip":{}},
		"dependentRequired":{"card":["zip"]},"if":{"properties":{"kind":{"const":"a"}},"required":["kind"]},"then":{"required":["city"]}}`
	l := rootOf(t, text).For(valueOf(t, `{"kind":"a","card":"1"}`))
	for name, want := range map[string]string{"name": "[]", "city": "[kind]", "zip": "[card]", "kind": "[]"} {
		if got := fmt.Sprint(l.RequiredBecauseOf(name)); got != want {
			t.Errorf("%s is required because of %s, want %s", name, got, want)
		}
	}
	if got := rootOf(t, text).For(valueOf(t, `{"kind":"b"}`)).RequiredBecauseOf("city"); got != nil {
		t.Errorf("on the other side it is required because of %v", got)
	}
}

func TestLocationsAreCompared(t *testing.T) {
	t.Parallel()
	l := rootOf(t, `{"properties":{"a":{"$ref":"#/$defs/n"},"b":{"$ref":"#/$defs/n"},"c":{"type":"string"}},"$defs":{"n":{"type":"object","properties":{"next":{"$ref":"#/$defs/n"}}}}}`)
	a, b, c := l.Property("a"), l.Property("b"), l.Property("c")
	if !a.Is(l.Property("a")) || a.Is(b) || a.Is(c) || !a.Property("next").Is(b.Property("next")) || l.Property("none").Is(l.Property("none")) {
		t.Error("where the same schemas apply")
	}
	if !a.Property("next").RecursesInto(a.Property("next").Property("next")) || a.RecursesInto(c) || a.RecursesInto(l.Property("none")) {
		t.Error("where one may hold the other without end")
	}
	if !l.Declares("a") || l.Declares("none") {
		t.Error("what is declared")
	}
	if got := a.With(c.Applied()...); got.Kind() != JSON || got.Contradiction() == "" || !a.With(nil).Is(a) || (Location{}).With(c.Applied()...).IsKnown() {
		t.Errorf("an object that is a text, too, is %s", got.Kind())
	}
	doc, err := Load([]byte(`{"type":"object","properties":{"n":{"type":"integer"}},"patternProperties":{"^s-":{"type":"string"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := doc.Broken(valueOf(t, `{"n":"x","s-1":2}`)); len(got) != 2 || len(doc.Broken(valueOf(t, `{"n":1}`))) != 0 {
		t.Errorf("broken: %v", got)
	}
}

// Sizes of several schemas are narrowed to those that fit all.
func TestSizesOfSeveralSchemas(t *testing.T) {
	t.Parallel()
	for schema, want := range map[string]string{
		`{"allOf":[{"minLength":2},{"minLength":4,"maxLength":9},{"maxLength":7}]}`: "4–7 characters", `{"allOf":[{"maxLength":7},{"maxLength":9},{"minLength":1}]}`: "1–7 characters",
		`{"minLength":3,"maxLength":3}`: "3 characters", `{"minLength":0}`: "", `{"maxLength":1}`: "at most 1 character",
	} {
		if got := rootOf(t, `{"type":"string",`+schema[1:]).Bounds().Hint(); got != want {
			t.Errorf("%s: %q, want %q", schema, got, want)
		}
	}
	size := rootOf(t, `{"type":"array","maxItems":2,"items":{}}`).Bounds().Items
	if size.IsFull(1) || !size.IsFull(2) || !size.IsFull(3) || (Size{}).IsFull(9) || size.Least() != 0 {
		t.Errorf("%+v", size)
	}
}

func TestFormatsOfNumbersAreWarnedOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ schema, value, want string }{
		{`{"type":"integer","format":"int32"}`, "2147483648", "too large for int32"},
		{`{"type":"integer","format":"int32"}`, "2147483647", ""},
		{`{"type":"integer","format":"int32"}`, "-2147483648", ""},
		{`{"type":"integer","format":"int32"}`, "-2147483649", "too large for int32"},
		{`{"type":"integer","format":"int64"}`, "9223372036854775808", "too large for int64"},
		{`{"type":"integer","format":"int64"}`, "9223372036854775807", ""},
		{`{"type":"integer","format":"int32"}`, "1.5", ""},
		{`{"type":"string","format":"email"}`, `"nobody"`, "mail"},
		{`{"type":"string","format":"email"}`, `"a@example.com"`, ""},
		{`{"type":"string","format":"nonsense"}`, `"x"`, ""},
		{`{"type":"string"}`, `"x"`, ""},
		{`{"type":"string","format":"email"}`, "7", ""},
	} {
		got := rootOf(t, tt.schema).Warn(valueOf(t, tt.value))
		if (len(got) > 0) != (tt.want != "") || len(got) > 0 && !strings.Contains(got[0].Message(), tt.want) {
			t.Errorf("%s, %s: %v", tt.schema, tt.value, got)
		}
	}
}
