package message

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"a2aform/internal/ojson"
)

// Node is the schema that an error is about, nil where it is not known.
func (f Formatter) Node(e *jsonschema.ValidationError) *ojson.Value {
	if f.Doc == nil {
		return nil
	}
	return f.Doc.Node(e.SchemaURL)
}

// branches are the alternatives of a union as they were written.
func (f Formatter) branches(e *jsonschema.ValidationError) []*ojson.Value {
	node := f.Node(e)
	list := node.Get(e.ErrorKind.KeywordPath()[0])
	if list == nil {
		list = node.Get("oneOf") // package normalize may have made an anyOf of it
	}
	return list.Items()
}

// union says what is wrong with a value that fits no alternative, or too many.
func (f Formatter) union(e *jsonschema.ValidationError) []Problem {
	here, keyword := pointer(e.InstanceLocation), e.ErrorKind.KeywordPath()[0]
	branches := f.branches(e)
	if sets := combinations(branches); sets != "" {
		return []Problem{Lacking(sets, keyword == "oneOf").at(here, keyword)}
	}
	if one, ok := e.ErrorKind.(*kind.OneOf); ok && len(one.Subschemas) > 0 {
		if p, ok := f.tagged(f.Node(e), branches, one.Subschemas, here); ok {
			return []Problem{p}
		}
		return []Problem{{Pointer: here, Keyword: keyword, Want: f.several(branches, one.Subschemas) + ", and only one may fit"}}
	}
	// Where no branch holds, the validator gives one cause for each, in their order.
	if i, ok := f.Chosen[UnionAt{here, e.SchemaURL + "/" + keyword}]; ok && i >= 0 && i < len(e.Causes) {
		return f.flatten(e.Causes[i])
	}
	all := make([][]Problem, len(e.Causes))
	for i, cause := range e.Causes {
		all[i] = Unique(f.flatten(cause))
	}
	if i := slices.IndexFunc(all, isAmbiguous); i >= 0 {
		return all[i]
	}
	if near := closest(all, here); near != nil {
		return near
	}
	return []Problem{f.noneFault(branches, all).at(here, keyword)}
}

// isAmbiguous reports problems that the discriminators of the value solve.
func isAmbiguous(problems []Problem) bool {
	return len(problems) > 0 && !slices.ContainsFunc(problems, func(p Problem) bool { return !p.IsAmbiguous() })
}

// closest are the problems of the one branch that a value comes close to, nil
// where that is none or several: the only one of its type, the only one with
// its tag, or the only one next to null.
func closest(all [][]Problem, here string) []Problem {
	var near, tagged, notNull [][]Problem
	for _, problems := range all {
		if !wantsNull(problems, here) {
			notNull = append(notNull, problems)
		}
		if misfits(problems, here) {
			continue
		}
		near = append(near, problems)
		if !mistagged(problems, here) {
			tagged = append(tagged, problems)
		}
	}
	switch {
	case len(near) == 1:
		return near[0]
	case len(tagged) == 1:
		return tagged[0]
	case len(notNull) == 1 && len(notNull) < len(all):
		return notNull[0]
	}
	return nil
}

// wantsNull reports whether all that is wrong is that the value is not null.
func wantsNull(problems []Problem, here string) bool {
	return len(problems) == 1 && problems[0] == Problem{Pointer: here, Keyword: "type", Fault: NotBe, Want: TypeTexts["null"]}
}

// misfits reports whether a branch fails by the very type of the value.
func misfits(problems []Problem, here string) bool {
	return slices.ContainsFunc(problems, func(p Problem) bool {
		return p.Pointer == here && (p.Keyword == "type" || p.Keyword == "const" || p.Keyword == "enum")
	})
}

// mistagged reports whether a branch fails by a constant member, as that of
// another kind of object does.
func mistagged(problems []Problem, here string) bool {
	return slices.ContainsFunc(problems, func(p Problem) bool {
		member, ok := strings.CutPrefix(p.Pointer, here+"/")
		return ok && !strings.Contains(member, "/") && (p.Keyword == "const" || p.Keyword == "enum")
	})
}

// noneFault speaks for all branches where they only differ in type or in one
// constant.
func (f Formatter) noneFault(branches []*ojson.Value, all [][]Problem) Problem {
	var want []string
	for _, problems := range all {
		for _, p := range problems {
			if p.Keyword != "type" && p.Keyword != "const" {
				return Problem{Want: "fits none of " + f.names(branches, len(all))}
			}
			want = append(want, p.Want)
		}
	}
	kinds := distinct(want)
	if named := f.branchNames(branches); len(kinds) < len(want) && len(named) == len(all) {
		kinds = named // "an object or an object" says nothing
	}
	return Problem{Fault: NotBe, Want: Series(kinds, "or")}
}

// distinct leaves each text once, where it is first.
func distinct(texts []string) (once []string) {
	for _, text := range texts {
		if !slices.Contains(once, text) {
			once = append(once, text)
		}
	}
	return once
}

// names lists the alternatives of a union, by their number where not all have
// names.
func (f Formatter) names(branches []*ojson.Value, n int) string {
	names := f.branchNames(branches)
	if len(names) < n || n == 0 {
		return fmt.Sprintf("the %d alternatives", n)
	}
	return Series(names, "or")
}

// branchNames are the names of those alternatives that have one.
func (f Formatter) branchNames(branches []*ojson.Value) (names []string) {
	for _, branch := range branches {
		if name := f.name(branch); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// name is what a branch is called, by its title or by what it refers to.
func (f Formatter) name(branch *ojson.Value) string {
	if title := branch.Get("title"); title.Is(ojson.String) {
		return Sanitize(title.Text())
	}
	ref := branch.Get("$ref").Text()
	target := branch
	if pointer, ok := strings.CutPrefix(ref, "#"); ok && f.Doc != nil {
		target = f.Doc.Node(BaseURL + "#" + pointer)
	}
	if title := target.Get("title"); title.Is(ojson.String) {
		return Sanitize(title.Text())
	}
	return Sanitize(ref[strings.LastIndexAny(ref, "/#")+1:])
}

// several says which alternatives match where only one may.
func (f Formatter) several(branches []*ojson.Value, matching []int) string {
	names := make([]string, len(matching))
	for i, index := range matching {
		if index < len(branches) {
			names[i] = f.name(branches[index])
		}
	}
	if slices.Contains(names, "") || names[0] == names[len(names)-1] {
		for i, index := range matching {
			names[i] = strconv.Itoa(index + 1)
		}
		return "fits alternatives " + Series(names, "and")
	}
	return "fits both " + Series(names, "and")
}

// texts are the texts of a list, safe to show.
func texts(v *ojson.Value) []string {
	var list []string
	for _, item := range v.Items() {
		list = append(list, Sanitize(item.Text()))
	}
	return list
}

// IsRemark reports a keyword that no value can break.
func IsRemark(name string) bool {
	return slices.Contains([]string{"title", "description", "$comment", "default", "examples", "deprecated", "readOnly", "writeOnly"}, name) ||
		strings.HasPrefix(name, "x-")
}

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
