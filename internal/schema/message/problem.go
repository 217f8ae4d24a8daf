package message

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"a2aform/internal/ojson"
)

// Problem is one way in which a value breaks its schema.
// [Problem.Message] and [Problem.Brief] put it into words; all texts are safe to show.
type Problem struct {
	Pointer string // JSON Pointer of the value at fault, from the validated location
	Keyword string // the keyword that is broken
	Fault   Fault
	Want    string // what the schema wants, as the fault says it: "at most 12"
	Got     string // what there is in its place: "13"; "" where that says nothing
	Example string // a value as it is wanted, "" where none is known
	OfName  bool   // the name of the member is at fault, not its value
}

// at is a problem with its location and keyword.
func (p Problem) at(pointer, keyword string) Problem {
	p.Pointer, p.Keyword = pointer, keyword
	return p
}

// Unchecked is the keyword of a value that could not be validated here: the agent
// validates it. It is no problem of the value.
const Unchecked = "unchecked"

// IsUnchecked reports that the value could not be validated, which is no reason not
// to send it.
func (p Problem) IsUnchecked() bool { return p.Keyword == Unchecked }

// UnionAt is one anyOf or oneOf that applies at one location of a value.
type UnionAt struct {
	Pointer string // JSON Pointer of the value
	Union   string // location of the keyword, such as "https://schema.invalid/#/properties/a/oneOf"
}

// Chosen contains, for each union with a chosen branch, its index. The
// other branches of such a union are silent.
type Chosen map[UnionAt]int

// Source is what words may take from the schema.
type Source interface {
	Node(location string) *ojson.Value   // the schema at a location, nil for none of ours
	ValidatesNames(location string) bool // names are validated by the schema there, see names
}

// Formatter puts a verdict into words.
type Formatter struct {
	Doc    Source // nil knows nothing of the schema but the verdict
	Chosen Chosen
	Value  *ojson.Value // the validated value, nil where it is not known
}

// Flatten lists the leaves of a verdict, in order. Of a union only the branch
// that is closest to the value speaks.
func Flatten(e *jsonschema.ValidationError) []Problem { return Formatter{}.Problems(e) }

// Problems lists what a verdict says, sorted by pointer.
func (f Formatter) Problems(e *jsonschema.ValidationError) []Problem {
	return Unique(withoutEchoes(f.flatten(e)))
}

func (f Formatter) flatten(e *jsonschema.ValidationError) []Problem {
	here := pointer(e.InstanceLocation)
	switch k := e.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf:
		return f.union(e)
	case *kind.Not:
		return []Problem{f.notFault(e).at(here, "not")}
	case *kind.Contains, *kind.MinContains, *kind.MaxContains:
		return []Problem{f.containsFault(e).at(here, k.KeywordPath()[0])}
	case NameFault:
		return []Problem{f.nameFault(e).at(ojson.Pointer(here, k.Property), "propertyNames")}
	case *kind.PropertyNames:
		if f.Doc != nil && f.Doc.ValidatesNames(e.SchemaURL) {
			return nil // the validator has lost its place; see names
		}
		return []Problem{f.nameFault(e).at(ojson.Pointer(here, k.Property), "propertyNames")}
	}
	if len(e.Causes) == 0 {
		return Leaf(e)
	}
	var problems []Problem
	for _, cause := range e.Causes {
		problems = append(problems, f.flatten(cause)...)
	}
	return problems
}

// Leaf turns one error into problems at the locations a user would look for them.
func Leaf(e *jsonschema.ValidationError) []Problem {
	here := pointer(e.InstanceLocation)
	keyword := ""
	if path := e.ErrorKind.KeywordPath(); len(path) > 0 {
		keyword = path[0]
	}
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		return each(here, k.Missing, Problem{Keyword: keyword, Fault: Missing})
	case *kind.DependentRequired:
		return each(here, k.Missing, Problem{Keyword: keyword, Fault: Missing, Want: "when " + Sanitize(k.Prop) + " is set"})
	case *kind.Dependency:
		return each(here, k.Missing, Problem{Keyword: keyword, Fault: Missing, Want: "when " + Sanitize(k.Prop) + " is set"})
	case *kind.AdditionalProperties:
		return each(here, k.Properties, Unwanted.at("", keyword))
	case *kind.FalseSchema:
		return []Problem{forbidden(here, e.SchemaURL)}
	}
	return []Problem{fault(e.ErrorKind).at(here, keyword)}
}

// forbidden says what it means that the schema at a location is false, by the
// keyword that holds it.
func forbidden(here, location string) Problem {
	tokens := strings.Split(location, "/")
	last := tokens[len(tokens)-1]
	if slices.Contains([]string{"properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"}, tokens[len(tokens)-2]) {
		return Problem{Pointer: here, Fault: IsNot, Want: allowedHere}
	}
	switch last {
	case "unevaluatedProperties", "additionalProperties":
		return Unwanted.at(here, last)
	case "unevaluatedItems", "items", "additionalItems":
		return Problem{Pointer: here, Keyword: last, Fault: Is, Want: "one item too many"}
	}
	return Problem{Pointer: here, Fault: IsNot, Want: allowedHere}
}

// withoutEchoes drops members and items that only seem to be too many: while a
// part of the schema does not hold for a value, the validator does not know what
// that part has evaluated.
func withoutEchoes(problems []Problem) []Problem {
	kept := problems[:0:0]
	for _, p := range problems {
		echo := false
		if isUnevaluated(p) {
			parent := p.Pointer[:strings.LastIndexByte(p.Pointer, '/')+1]
			echo = slices.ContainsFunc(problems, func(q Problem) bool {
				return !isUnevaluated(q) && strings.HasPrefix(q.Pointer+"/", parent)
			})
		}
		if !echo {
			kept = append(kept, p)
		}
	}
	return kept
}

func isUnevaluated(p Problem) bool {
	return strings.HasPrefix(p.Keyword, "unevaluated") && p.Pointer != ""
}

func pointer(tokens []string) string {
	p := ""
	for _, t := range tokens {
		p = ojson.Pointer(p, t)
	}
	return p
}

// Unique sorts problems by pointer, as the validator has no order, and leaves each
// there once.
func Unique(problems []Problem) []Problem {
	slices.SortFunc(problems, func(a, b Problem) int {
		return cmp.Or(comparePointers(a.Pointer, b.Pointer), cmp.Compare(a.Keyword, b.Keyword), cmp.Compare(a.Message(), b.Message()))
	})
	return slices.Compact(problems)
}

// comparePointers puts item 9 before item 10.
func comparePointers(a, b string) int {
	if a == b {
		return 0
	}
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	for i := range min(len(x), len(y)) {
		n, err1 := strconv.Atoi(x[i])
		m, err2 := strconv.Atoi(y[i])
		if err1 == nil && err2 == nil && n != m {
			return cmp.Compare(n, m)
		}
		if c := cmp.Compare(x[i], y[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(x), len(y))
}
