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
type Problem struct {
	Pointer string // JSON Pointer of the value at fault, from the validated location
	Keyword string // the keyword that is broken
	Message string // in words, safe to show: "must be at most 12"
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
		return []Problem{{here, "not", f.notMessage(e)}}
	case *kind.Contains, *kind.MinContains, *kind.MaxContains:
		return []Problem{{here, k.KeywordPath()[0], f.containsMessage(e)}}
	case NameFault:
		return []Problem{{ojson.Pointer(here, k.Property), "propertyNames", f.nameMessage(e)}}
	case *kind.PropertyNames:
		if f.Doc != nil && f.Doc.ValidatesNames(e.SchemaURL) {
			return nil // the validator has lost its place; see names
		}
		return []Problem{{ojson.Pointer(here, k.Property), "propertyNames", f.nameMessage(e)}}
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
		return each(here, k.Missing, keyword, "is required")
	case *kind.DependentRequired:
		return each(here, k.Missing, keyword, "is required when "+Sanitize(k.Prop)+" is set")
	case *kind.Dependency:
		return each(here, k.Missing, keyword, "is required when "+Sanitize(k.Prop)+" is set")
	case *kind.AdditionalProperties:
		return each(here, k.Properties, keyword, noField)
	case *kind.FalseSchema:
		keyword, text := forbidden(e.SchemaURL)
		return []Problem{{here, keyword, text}}
	}
	return []Problem{{here, keyword, message(e.ErrorKind)}}
}

// forbidden says what it means that the schema at a location is false, by the
// keyword that holds it.
func forbidden(location string) (keyword, text string) {
	tokens := strings.Split(location, "/")
	last := tokens[len(tokens)-1]
	if slices.Contains([]string{"properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"}, tokens[len(tokens)-2]) {
		return "", "is not allowed here"
	}
	switch last {
	case "unevaluatedProperties", "additionalProperties":
		return last, noField
	case "unevaluatedItems", "items", "additionalItems":
		return last, "is one item too many"
	}
	return "", "is not allowed here"
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
		return cmp.Or(comparePointers(a.Pointer, b.Pointer), cmp.Compare(a.Keyword, b.Keyword), cmp.Compare(a.Message, b.Message))
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
