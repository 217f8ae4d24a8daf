package schema

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"a2aform/internal/ojson"
)

// Problem is one way in which a value breaks its schema.
type Problem struct {
	Pointer string // JSON Pointer of the value at fault, from the judged place
	Keyword string // the keyword that is broken
	Message string // in words, safe to show: "must be at most 12"
}

// unchecked is the keyword of a problem that is none: the value could not be
// judged here, so the agent is the one to judge it.
const unchecked = "unchecked"

// IsUnchecked reports that the value could not be judged, which is no reason not
// to send it.
func (p Problem) IsUnchecked() bool { return p.Keyword == unchecked }

// UnionAt is one anyOf or oneOf that applies at one place of a value.
type UnionAt struct {
	Pointer string // JSON Pointer of the value
	Union   string // location of the keyword, such as "https://schema.invalid/#/properties/a/oneOf"
}

// Chosen holds, for each union that somebody chose a branch of, its index. The
// other branches of such a union are silent.
type Chosen map[UnionAt]int

// flatten lists the leaves of a verdict. Of a union only the branch that was
// chosen speaks, or else the one that is closest to the value.
func (c Chosen) flatten(e *jsonschema.ValidationError) []Problem {
	switch e.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf:
		return c.flattenUnion(e)
	case *kind.Not:
		return []Problem{{pointer(e.InstanceLocation), "not", "must not have this form"}}
	}
	if len(e.Causes) == 0 {
		return leaf(e)
	}
	var problems []Problem
	for _, cause := range e.Causes {
		problems = append(problems, c.flatten(cause)...)
	}
	return problems
}

// flatten is [Chosen.flatten] where nothing was chosen.
func flatten(e *jsonschema.ValidationError) []Problem { return Chosen(nil).flatten(e) }

func (c Chosen) flattenUnion(e *jsonschema.ValidationError) []Problem {
	here := pointer(e.InstanceLocation)
	keyword := e.ErrorKind.KeywordPath()[0]
	if one, ok := e.ErrorKind.(*kind.OneOf); ok && len(one.Subschemas) > 0 {
		return []Problem{{here, keyword, "matches more than one of the alternatives, and only one may match"}}
	}
	// Where no branch holds, the judge gives one cause for each, in their order.
	if i, ok := c[UnionAt{here, e.SchemaURL + "/" + keyword}]; ok && i >= 0 && i < len(e.Causes) {
		return c.flatten(e.Causes[i])
	}
	var all, near, notNull [][]Problem
	for _, cause := range e.Causes {
		problems := unique(c.flatten(cause))
		all = append(all, problems)
		if !wantsNull(problems, here) {
			notNull = append(notNull, problems)
		}
		if !misfits(problems, here) {
			near = append(near, problems)
		}
	}
	switch {
	case len(near) == 1:
		return near[0]
	case len(notNull) == 1 && len(notNull) < len(e.Causes):
		return notNull[0]
	}
	return []Problem{{here, keyword, unionMessage(all)}}
}

// mostAlternatives is how many alternatives a message names.
const mostAlternatives = 8

// unionMessage speaks for all branches where they only differ in type or in one
// constant.
func unionMessage(branches [][]Problem) string {
	var want []string
	for _, problems := range branches {
		for _, p := range problems {
			if p.Keyword != "type" && p.Keyword != "const" {
				return "matches none of the alternatives"
			}
			want = append(want, strings.TrimPrefix(p.Message, "must be "))
		}
	}
	if len(want) > mostAlternatives {
		want = append(want[:mostAlternatives], fmt.Sprintf("… (%d in all)", len(want)))
	}
	return "must be " + strings.Join(want, " or ")
}

// wantsNull reports whether all that is wrong is that the value is not null.
func wantsNull(problems []Problem, here string) bool {
	return len(problems) == 1 && problems[0] == Problem{here, "type", "must be null"}
}

// misfits reports whether a branch fails by the very type of the value.
func misfits(problems []Problem, here string) bool {
	for _, p := range problems {
		if p.Pointer == here && (p.Keyword == "type" || p.Keyword == "const" || p.Keyword == "enum") {
			return true
		}
	}
	return false
}

// leaf turns one error into problems at the places a user would look for them.
func leaf(e *jsonschema.ValidationError) []Problem {
	here := pointer(e.InstanceLocation)
	keyword := ""
	if path := e.ErrorKind.KeywordPath(); len(path) > 0 {
		keyword = path[0]
	}
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		return each(here, k.Missing, keyword, "is required")
	case *kind.DependentRequired:
		return each(here, k.Missing, keyword, "is required when "+shown(k.Prop)+" is set")
	case *kind.Dependency:
		return each(here, k.Missing, keyword, "is required when "+shown(k.Prop)+" is set")
	case *kind.AdditionalProperties:
		return each(here, k.Properties, keyword, "is not a field of this object")
	}
	return []Problem{{here, keyword, message(e.ErrorKind)}}
}

func each(here string, names []string, keyword, text string) []Problem {
	problems := make([]Problem, len(names))
	for i, name := range names {
		problems[i] = Problem{ojson.Pointer(here, name), keyword, text}
	}
	return problems
}

// message words what must be true. A few lines a keyword; the switch is flat.
func message(k jsonschema.ErrorKind) string {
	switch k := k.(type) {
	case *kind.Type:
		return "must be " + typeNames(k.Want)
	case *kind.Enum:
		return "must be one of " + list(k.Want)
	case *kind.Const:
		return "must be " + literal(k.Want)
	case *kind.Format:
		return "is not a valid " + shown(k.Want)
	case *kind.FalseSchema:
		return "is not allowed here"
	case *kind.UniqueItems:
		return fmt.Sprintf("items %d and %d are equal", k.Duplicates[0]+1, k.Duplicates[1]+1)
	case *kind.PropertyNames:
		return "the name " + shown(k.Property) + " is not allowed"
	case *kind.Contains:
		return "no item matches what the list must contain"
	case *kind.RefCycle:
		return "cannot be checked: the schema refers to itself"
	}
	return boundMessage(k)
}

func boundMessage(k jsonschema.ErrorKind) string {
	switch k := k.(type) {
	case *kind.Minimum:
		return "must be at least " + Decimal(k.Want)
	case *kind.Maximum:
		return "must be at most " + Decimal(k.Want)
	case *kind.ExclusiveMinimum:
		return "must be more than " + Decimal(k.Want)
	case *kind.ExclusiveMaximum:
		return "must be less than " + Decimal(k.Want)
	case *kind.MultipleOf:
		return "must be a multiple of " + Decimal(k.Want)
	case *kind.MinLength:
		return "must have at least " + count(k.Want, "character")
	case *kind.MaxLength:
		return fmt.Sprintf("must have at most %s, has %d", count(k.Want, "character"), k.Got)
	case *kind.Pattern:
		return "must match the pattern " + shown(k.Want)
	case *kind.MinItems:
		return "must have at least " + count(k.Want, "item")
	case *kind.MaxItems:
		return fmt.Sprintf("must have at most %s, has %d", count(k.Want, "item"), k.Got)
	case *kind.MinProperties:
		return "must have at least " + count(k.Want, "field")
	case *kind.MaxProperties:
		return "must have at most " + count(k.Want, "field")
	}
	return "breaks " + shown(strings.Join(k.KeywordPath(), "/"))
}

var typeWords = map[string]string{
	"null": "null", "boolean": "true or false", "number": "a number", "integer": "a whole number",
	"string": "text", "array": "a list", "object": "an object",
}

func typeNames(want []string) string {
	words := make([]string, len(want))
	for i, w := range want {
		words[i] = typeWords[w]
	}
	return strings.Join(words, " or ")
}

// list words up to eight values.
func list(values []any) string {
	const most = 8
	var words []string
	for i, v := range values {
		if i == most {
			words = append(words, fmt.Sprintf("… (%d in all)", len(values)))
			break
		}
		words = append(words, literal(v))
	}
	return strings.Join(words, ", ")
}

func literal(v any) string {
	if s, ok := v.(string); ok {
		return shown(s)
	}
	return shown(fmt.Sprint(v))
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// Decimal writes a number in decimal digits, as a fraction only where it has
// no finite decimal form.
func Decimal(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	if digits, exact := r.FloatPrec(); exact {
		return r.FloatString(digits)
	}
	return r.RatString()
}

func pointer(tokens []string) string {
	p := ""
	for _, t := range tokens {
		p = ojson.Pointer(p, t)
	}
	return p
}

func unique(problems []Problem) []Problem {
	seen := map[Problem]bool{}
	kept := problems[:0]
	for _, p := range problems {
		if !seen[p] {
			seen[p] = true
			kept = append(kept, p)
		}
	}
	return kept
}
