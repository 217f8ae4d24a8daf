package formgen_test

import (
	"strings"
	"testing"

	"a2aform/formgen"
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
			problems = append(problems, p.Field.Pointer()+": "+p.Problem.Message)
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
