package message

import (
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"a2aform/internal/ojson"
)

func objectFault(k jsonschema.ErrorKind) Problem {
	switch k := k.(type) {
	case *kind.MinProperties:
		return Problem{Fault: NotHave, Want: "at least " + Count(k.Want, "field")}
	case *kind.MaxProperties:
		return tooMany(k.Want, k.Got, "field")
	}
	return Problem{}
}

// nameFault says what is wrong with the name of a member.
func (f Formatter) nameFault(e *jsonschema.ValidationError) Problem {
	for _, cause := range e.Causes {
		for _, p := range Unique(f.flatten(cause)) {
			if p.Fault != Other {
				return Problem{Fault: p.Fault, Want: p.Want, Got: p.Got, Example: p.Example, OfName: true}
			}
		}
	}
	return Problem{Fault: IsNot, Want: "allowed", OfName: true}
}

// NameFault is the error of names.
type NameFault struct{ *kind.PropertyNames }

// combinations lists the sets of members of a union that only says which must be there, "" for
// any other.
func combinations(branches []*ojson.Value) string {
	words := make([]string, len(branches))
	for i, branch := range branches {
		words[i] = combination(branch)
		if words[i] == "" {
			return ""
		}
	}
	return strings.Join(words, ", ")
}

// combination words a schema that only says which members must be there and
// which must not, "" for any other.
func combination(branch *ojson.Value) string {
	var with, without []string
	for _, m := range branch.Members() {
		switch {
		case IsRemark(m.Name):
		case m.Name == "required":
			with = texts(m.Value)
		case m.Name == "not" && onlyRequired(m.Value) != nil:
			without = onlyRequired(m.Value)
		default:
			return ""
		}
	}
	switch {
	case len(with) == 0 && len(without) == 0:
		return ""
	case len(without) == 0:
		return Series(with, "and")
	case len(with) == 0:
		return "no " + Series(without, "and")
	}
	return Series(with, "and") + " without " + Series(without, "and")
}

// onlyRequired are the names that a schema requires which says nothing else.
func onlyRequired(v *ojson.Value) []string {
	for _, m := range v.Members() {
		if m.Name != "required" && !IsRemark(m.Name) {
			return nil
		}
	}
	return texts(v.Get("required"))
}

// each is the same problem of several members.
func each(here string, names []string, p Problem) []Problem {
	problems := make([]Problem, len(names))
	for i, name := range names {
		problems[i] = p.at(ojson.Pointer(here, name), p.Keyword)
	}
	return problems
}

// Unwanted is the problem of a member that a closed object does not have.
var Unwanted = Problem{Fault: IsNot, Want: "a field of this object"}

// allowedHere is what a value is not where its schema is false.
const allowedHere = "allowed here"
