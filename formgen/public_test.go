package formgen_test

import (
	"strings"
	"testing"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

// The value of a member decides on the branch of a union that applies because it is there: there is one row for it.
func TestDependencyOfBranchesFollowsTheMember(t *testing.T) {
	for value, want := range map[string]string{"None": "", "One": "/age: is required", "Many": "/fence: is required"} {
		f := published(t, "dependencies-oneof.json")
		x := field(t, f, "/pets")
		if choices := choicesOf(x); choices != "None,One,Many" || len(f.Root().Unions()) > 0 {
			t.Errorf("choices %q, %d unions", choices, len(f.Root().Unions()))
		}
		x.Choose(map[string]int{"None": 0, "One": 1, "Many": 2}[value])
		f.Accept(f.Validate()())
		var problems []string
		for _, p := range f.Problems() {
			problems = append(problems, p.Field.Pointer()+": "+p.Problem.Message())
		}
		if got := strings.Join(problems, ", "); got != want {
			t.Errorf("%s: problems %q, want %q", value, got, want)
		}
		if got := (f.At("/age") != nil); got != (value == "One") {
			t.Errorf("%s: age is there: %t", value, got)
		}
	}
}

func TestPatternThatDescribesNothingMakesNoMap(t *testing.T) {
	for name, f := range map[string]*formgen.Form{
		"anything":           published(t, "root-pattern.json"),
		"nothing":            open(t, `{"type":"object","properties":{"name":{"type":"string"}},"patternProperties":{"^_":false}}`),
		"nothing, by not":    open(t, `{"type":"object","properties":{"name":{"type":"string"}},"patternProperties":{"^_":{"not":{}}}}`),
		"nothing, and ended": open(t, `{"type":"object","patternProperties":{"^_":{"not":{}}},"additionalProperties":false}`),
	} {
		if f.Root().Location().IsMap() {
			t.Errorf("%s: the form is a map", name)
		}
	}
	for _, text := range []string{
		`{"type":"object","properties":{"name":{"type":"string"}},"patternProperties":{"^_":{"type":"string"},"^x":false}}`,
		`{"type":"object","patternProperties":{"^_":{}},"additionalProperties":false}`,
	} {
		if !open(t, text).Root().Location().IsMap() {
			t.Errorf("%s is no map", text)
		}
	}
}

// An enumeration beside any text is one text with suggestions.
func TestOpenEnumIsTextWithSuggestions(t *testing.T) {
	for _, union := range []string{
		`"anyOf":[{"enum":["a","b"]},{"type":"string"}]`,
		`"anyOf":[{"type":"string"},{"type":"string","enum":["a","b"]}]`,
		`"anyOf":[{"const":"a","title":"A"},{"const":"b"},{"type":"string","description":"Any other"}]`,
		`"anyOf":[{"type":"null"},{"$ref":"#/$defs/known"},{"type":"string"}]`,
		`"type":"string","anyOf":[{"enum":["a","b"]},{"type":"string"}]`,
	} {
		f := open(t, `{"type":"object","properties":{"x":{`+union+`}},"$defs":{"known":{"enum":["a","b"]}}}`)
		x := field(t, f, "/x")
		if examples := x.Location().Examples(); x.Kind() != schema.String || len(x.Unions()) > 0 || len(examples) != 2 {
			t.Errorf("%s: kind %q, examples %v", union, x.Kind(), examples)
			continue
		}
		x.SetText("c")
		if data, err := f.Submit(); err != nil || string(data) != `{"x":"c"}` {
			t.Errorf("%s: sent %s, %v", union, data, err)
		}
	}
	for _, union := range []string{
		`"oneOf":[{"enum":["a","b"]},{"type":"string"}]`,
		`"anyOf":[{"enum":["a",1]},{"type":"string"}]`,
		`"anyOf":[{"enum":["a","b"]},{"type":"string","minLength":3}]`,
		`"anyOf":[{"enum":["a","b"]},{"type":"object"}]`,
	} {
		if x := field(t, open(t, `{"type":"object","properties":{"x":{`+union+`}}}`), "/x"); len(x.Unions()) != 1 {
			t.Errorf("%s: no choice of kinds", union)
		}
	}
}

// A member that is required in each of itself has no end: the form says so at once, and not level by level.
func TestFormWithoutEndSaysSo(t *testing.T) {
	told := func(f *formgen.Form) string {
		var texts []string
		for _, n := range f.Notices() {
			texts = append(texts, n.Text)
		}
		return strings.Join(texts, ", ")
	}
	if got, want := told(published(t, "next-link.json")), "no value fits: next is required in each next, without end"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for name, schema := range map[string]string{
		"optional": `{"type":"object","properties":{"next":{"$ref":"#"}}}`,
		"null":     `{"type":"object","properties":{"next":{"anyOf":[{"$ref":"#"},{"type":"null"}]}},"required":["next"]}`,
		"a list":   `{"type":"object","properties":{"next":{"type":"array","items":{"$ref":"#"}}},"required":["next"]}`,
		"deep":     `{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}},"required":["b"]}},"required":["a"]}`,
	} {
		if got := told(open(t, schema)); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := told(open(t, `{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"required":["a"],"$defs":{"a":{"type":"object","properties":{"b":{"$ref":"#/$defs/b"}},"required":["b"]},"b":{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"required":["a"]}}}`)); !strings.Contains(got, "without end") {
		t.Errorf("by turns: %q", got)
	}
}

// A choice between nothing but null has no branches to look at.
func TestChoiceOfNullAlone(t *testing.T) {
	f := open(t, `{"type":"object","properties":{"a":{"anyOf":[{"type":"null"},{"type":"null"}]}}}`)
	if x := field(t, f, "/a"); len(x.Unions()) > 0 || !x.IsNullable() {
		t.Errorf("%d unions, may be null: %t", len(x.Unions()), x.IsNullable())
	}
}
