package message

import (
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"a2aform/internal/ojson"
)

func objectMessage(k jsonschema.ErrorKind) string {
	switch k := k.(type) {
	case *kind.MinProperties:
		return "must have at least " + Count(k.Want, "field")
	case *kind.MaxProperties:
		return tooMany(k.Want, k.Got, "field")
	}
	return ""
}

// nameMessage says what is wrong with the name of a member.
func (f Formatter) nameMessage(e *jsonschema.ValidationError) string {
	for _, cause := range e.Causes {
		for _, p := range Unique(f.flatten(cause)) {
			if strings.HasPrefix(p.Message, "must ") || strings.HasPrefix(p.Message, "is not ") {
				return "the name " + p.Message
			}
		}
	}
	return "the name is not allowed"
}

// NameFault is the error of names.
type NameFault struct{ *kind.PropertyNames }

// combinations words a union that only says which members must be there, ""
// for any other.
func combinations(branches []*ojson.Value, keyword string) string {
	words := make([]string, len(branches))
	for i, branch := range branches {
		words[i] = combination(branch)
		if words[i] == "" {
			return ""
		}
	}
	if len(words) == 0 {
		return ""
	}
	return Demand(words, keyword == "oneOf")
}

// Demand words that one of several sets of members is needed.
func Demand(sets []string, exactly bool) string {
	if exactly {
		return "needs exactly one of: " + strings.Join(sets, ", ")
	}
	return "needs one of: " + strings.Join(sets, ", ")
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

func each(here string, names []string, keyword, text string) []Problem {
	problems := make([]Problem, len(names))
	for i, name := range names {
		problems[i] = Problem{ojson.Pointer(here, name), keyword, text}
	}
	return problems
}

// noField is said of a member that a closed object does not have.
const noField = "is not a field of this object"
