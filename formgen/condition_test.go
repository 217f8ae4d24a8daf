package formgen_test

import (
	"strings"
	"testing"

	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/schema"
)

// A location may get a type from what is typed into it; the text must not become fields
// while it is typed.
func TestJSONTextStaysTextWhileItIsTyped(t *testing.T) {
	f := open(t, `{"dependentSchemas":{"a":{"properties":{"b":{"type":"integer"}}}}}`)
	f.Root().SetText(`{"a":1}`)
	f.Root().SetText(`{"a":1,"b":2}`)
	if got := valueOf(f); got != `{"a":1,"b":2}` || f.Root().Kind() != schema.JSON {
		t.Fatalf("%s, kind %q", got, f.Root().Kind())
	}
	if err := f.Root().AsJSON(false); err != nil || field(t, f, "/b").Kind() != schema.Integer {
		t.Errorf("as a form: %v", err)
	}
}

// What was added by name outlives the condition that declared it for a while.
func TestAddedMemberOutlivesConditionThatDeclaresIt(t *testing.T) {
	f := open(t, `{"type":"object","properties":{"k":{"type":"string"}},"dependentSchemas":{"k":{"properties":{"x":{"type":"string"}}}}}`)
	x, err := f.Root().AddKey("x")
	if err != nil {
		t.Fatal(err)
	}
	x.SetText(`"v"`)
	k := field(t, f, "/k")
	k.SetText("now x is declared")
	if x := field(t, f, "/x"); x.IsExtra() || x.Kind() != schema.String {
		t.Errorf("extra %v, kind %q", x.IsExtra(), x.Kind())
	}
	k.SetPresence(k.NextPresence())
	if got := valueOf(f); got != `{"x":"v"}` || !field(t, f, "/x").IsExtra() {
		t.Errorf("%s, extra %v", got, field(t, f, "/x").IsExtra())
	}
}

func TestReasonWhyValueDoesNotFit(t *testing.T) {
	f := open(t, `{"properties":{"s":{"type":"string"}}}`)
	for text, want := range map[string]string{`{"s":1}`: "edited as JSON", `{"s":"\t"}`: "cannot be seen"} {
		f.Load(parse(t, text))
		if got := words.Reason(field(t, f, "/s")); !strings.Contains(got, want) {
			t.Errorf("%s: %q", text, got)
		}
	}
}

func TestMemberRequiredByConditionIsSentAtOnce(t *testing.T) {
	f := open(t, `{"properties":{"o":{"properties":{"p":{"type":"object"}},"additionalProperties":{"type":"object"},"dependentRequired":{"a":["p"]}}}}`)
	if _, err := field(t, f, "/o").AddKey("a"); err != nil {
		t.Fatal(err)
	}
	if got := valueOf(f); got != `{"o":{"p":{},"a":{}}}` {
		t.Errorf("%s", got)
	}
}

func TestConditionAddsNestedConstants(t *testing.T) {
	f := open(t, `{"required":["a"],"properties":{"a":{"required":["b"]}},"dependentSchemas":{"a":{"properties":{"a":{"additionalProperties":{"const":"c"}}}}}}`)
	data, err := f.Submit()
	if err != nil || string(data) != `{"a":{"b":"c"}}` {
		t.Errorf("%s, %v", data, err)
	}
}

// Branches that are not chosen may allow what the field alone rejects.
func TestProblemOfWholeValueIsKept(t *testing.T) {
	const sent = `{"a":"x","c":1}`
	f := open(t, `{"type":"object","anyOf":[{"properties":{"a":{"type":"string"}}},{"properties":{"c":{"type":"integer"}}}],"unevaluatedProperties":{"type":"string"}}`)
	f.Load(parse(t, sent))
	if data, err := f.Submit(); err != nil || string(data) != sent {
		t.Errorf("%s, %v", data, err)
	}
}

func TestUniqueListsOfUniqueListsOpen(t *testing.T) {
	f := open(t, `{"type":"array","uniqueItems":true,"items":{"$ref":"#"}}`)
	f.Root().Append().SetPresence(formgen.Set)
	if data, err := f.Submit(); err != nil || string(data) != `[[]]` {
		t.Errorf("%s, %v", data, err)
	}
}

func TestDefaultGoesWithTheBranchThatBroughtIt(t *testing.T) {
	side := func(animal, first, second string) string {
		return `{"if":{"properties":{"animal":{"const":"` + animal + `"}},"required":["animal"]},
			"then":{"properties":{"food":{"type":"string","enum":["` + first + `","` + second + `"],"default":"` + first + `"}},"required":["food"]}}`
	}
	f := open(t, `{"type":"object","properties":{"animal":{"enum":["Cat","Fish"]}},"required":["animal"],"allOf":[`+
		side("Cat", "meat", "worms")+`,`+side("Fish", "insect", "worms")+`]}`)
	set := func(path, text string) {
		t.Helper()
		if err := formgen.SetText(f, path, text); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct{ path, text, want string }{
		{"animal", "Cat", `{"animal":"Cat","food":"meat"}`},
		{"animal", "Fish", `{"animal":"Fish","food":"insect"}`},
		{"food", "worms", `{"animal":"Fish","food":"worms"}`},
		{"animal", "Cat", `{"animal":"Cat","food":"worms"}`}, // what was typed stays
	} {
		set(step.path, step.text)
		if got := valueOf(f); got != step.want {
			t.Errorf("%s = %s: got %s, want %s", step.path, step.text, got, step.want)
		}
	}
}
