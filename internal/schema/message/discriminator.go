package message

import (
	"slices"
	"strings"

	"a2aform/internal/ojson"
)

// Ambiguous is the keyword of a value that fits several branches of a oneOf, of which its
// discriminator names one. The validator refuses it; those who write such schemas do not.
const Ambiguous = "ambiguous"

// IsAmbiguous reports a value that fits the branch that its discriminator names, and others
// too. It can be sent with a warning.
func (p Problem) IsAmbiguous() bool { return p.Keyword == Ambiguous }

// WithoutAmbiguous are the problems of a value for which the discriminator decides.
func WithoutAmbiguous(problems []Problem) []Problem {
	return slices.DeleteFunc(problems, Problem.IsAmbiguous)
}

// TagName is the member that the discriminator of a union names, "" where it has none.
func TagName(union *ojson.Value) string {
	return union.Get("discriminator").Get("propertyName").Text()
}

// TagsOf are the values of the discriminator that name a branch, as OpenAPI defines them: the
// keys that the mapping has for the reference, else the name of the schema that it leads to.
func TagsOf(union, branch *ojson.Value) []string {
	ref := branch.Get("$ref").Text()
	if all := branch.Get("allOf"); ref == "" && all.Len() == 1 {
		ref = all.Index(0).Get("$ref").Text()
	}
	name := LastName(ref)
	if TagName(union) == "" || name == "" {
		return nil
	}
	var exact, named []string
	for _, m := range union.Get("discriminator").Get("mapping").Members() {
		switch target := m.Value.Text(); {
		case target == ref || target == name:
			exact = append(exact, m.Name)
		case LastName(target) == name:
			named = append(named, m.Name)
		}
	}
	switch {
	case len(exact) > 0:
		return exact
	case len(named) > 0:
		return named
	}
	return []string{name}
}

// LastName is the last part of a reference: "Card" of "#/$defs/Card".
func LastName(ref string) string {
	name := ref[strings.LastIndexAny(ref, "/#")+1:]
	return strings.NewReplacer("~1", "/", "~0", "~").Replace(name)
}

// tagged says that a value fits several branches of a union, and what its discriminator
// says of them.
func (f Formatter) tagged(union *ojson.Value, branches []*ojson.Value, matching []int, here string) (Problem, bool) {
	name := TagName(union)
	object := f.Value.At(here)
	if name == "" || !object.Is(ojson.Object) {
		return Problem{}, false
	}
	at := ojson.Pointer(here, name)
	var known []string
	tag := object.Get(name)
	for i, branch := range branches {
		tags := TagsOf(union, branch)
		if tag.Is(ojson.String) && slices.Contains(tags, tag.Text()) && slices.Contains(matching, i) {
			names := f.several(branches, matching)
			return Problem{Pointer: here, Keyword: Ambiguous, Want: names + ", of which " + Sanitize(name) + " names " + Sanitize(tag.Text())}, true
		}
		known = append(known, tags...)
	}
	switch {
	case len(known) < len(branches) || slices.Contains(known, tag.Text()):
		return Problem{}, false
	case !tag.Exists():
		return Problem{Pointer: at, Keyword: "required", Fault: Untold, Want: Series(sanitized(known), "and")}, true
	}
	return Problem{Pointer: at, Keyword: "discriminator", Fault: NotBe, Want: Series(sanitized(known), "or")}, true
}

func sanitized(list []string) []string {
	clean := make([]string, len(list))
	for i, s := range list {
		clean[i] = Sanitize(s)
	}
	return clean
}
