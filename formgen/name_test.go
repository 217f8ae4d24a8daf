package formgen_test

import (
	"slices"
	"strings"
	"testing"

	"a2aform/formgen"
	"a2aform/formgen/words"
)

// Branches that require the same member are told apart by its kind.
func TestBranchesAreNamedByTheirMembers(t *testing.T) {
	for name, tt := range map[string]struct {
		form *formgen.Form
		want []string
	}{
		"kind":    {published(t, "union-same-member.json"), []string{"value: number", "value: text"}},
		"choices": {open(t, `{"anyOf":[{"properties":{"a":{},"to":{"enum":["x","y"]}},"required":["to"]},{"properties":{"a":{},"to":{"type":"array","items":{"type":"string"}}},"required":["to"]}]}`), []string{"to: x, y", "to: list of text"}},
		"titled":  {open(t, `{"anyOf":[{"title":"Range","properties":{"from":{"type":"string"}}},{"title":"Range","properties":{"from":{"type":"integer"}}}]}`), []string{"Range (from: text)", "Range (from: whole number)"}},
		"no such": {open(t, `{"anyOf":[{"properties":{"a":{"type":"string"}},"required":["a"]},{"properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["a"]}]}`), []string{"with a (1)", "with a (2)"}},
		"one lacks it": {
			open(t, `{"anyOf":[{"title":"T","properties":{"a":{"type":"string"}}},{"title":"T","properties":{"b":{"type":"integer"}}}]}`),
			[]string{"T (1)", "T (2)"},
		},
	} {
		if got := tt.form.Root().Unions()[0].Branches; !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestDefaultIsNamedByItsTitle(t *testing.T) {
	f := published(t, "titled-default.json")
	if got := words.Hint(field(t, f, "/color")); got != "one of 2, default Green" {
		t.Errorf("%q", got)
	}
	for text, want := range map[string]string{
		`{"type":"integer","default":2,"enum":[1,2],"x-enumNames":["one","two"]}`:                                                     "two",
		`{"type":"array","uniqueItems":true,"items":{"oneOf":[{"const":1,"title":"Mon"},{"const":2,"title":"Tue"}]},"default":[2,1]}`: "Tue, Mon",
		`{"type":"array","uniqueItems":true,"items":{"enum":["a"]},"default":["a","b"]}`:                                              "2 items: a · b",
		`{"type":"string","default":""}`: "empty text",
		`{"type":"string"}`:              "",
	} {
		f := open(t, `{"type":"object","properties":{"x":`+text+`}}`)
		if _, got, _ := strings.Cut(words.Hint(field(t, f, "/x")), "default "); !strings.HasPrefix(got, want) || (got == "") != (want == "") {
			t.Errorf("%s: %q", text, got)
		}
	}
}
