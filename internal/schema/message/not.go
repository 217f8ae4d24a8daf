package message

import (
	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
)

// notFault says what a value must not be.
func (f Formatter) notFault(e *jsonschema.ValidationError) Problem {
	not := f.Node(e).Get("not")
	if not.Is(ojson.Bool) || not.Is(ojson.Object) && not.Len() == 0 {
		return Problem{Fault: IsNot, Want: allowedHere}
	}
	if said := saying(not); said.be != "" {
		return Problem{Fault: MustNot, Want: said.be}
	}
	if title := not.Get("title"); title.Is(ojson.String) {
		return Problem{Fault: MustNot, Want: "be: " + Sanitize(title.Text())}
	}
	return Problem{Fault: MustNot, Want: "have this form"}
}

// phrase is a small schema in words: must "be 5", one that "is 5", some that
// "are 5".
type phrase struct{ be, is, are string }

// saying words a schema that says one thing; the zero phrase is for any other.
func saying(v *ojson.Value) phrase {
	keyword, value := "", (*ojson.Value)(nil)
	for _, m := range v.Members() {
		if IsRemark(m.Name) {
			continue
		}
		if keyword != "" {
			return sayingTwo(v)
		}
		keyword, value = m.Name, m.Value
	}
	switch keyword {
	case "const":
		return being(literal(value.Any()))
	case "enum":
		return being(Series(literals(value.Items()), "or"))
	case "type":
		return being(typeNames(typesIn(value)))
	case "required":
		return having(texts(value))
	case "pattern":
		text := "the pattern " + Sanitize(value.Text())
		return phrase{"match " + text, "matches " + text, "match " + text}
	case "anyOf":
		return havingAny(value)
	}
	return phrase{}
}

// sayingTwo words a schema that says what type a constant or a text has.
func sayingTwo(v *ojson.Value) phrase {
	if !v.Get("type").Is(ojson.String) {
		return phrase{}
	}
	var rest []ojson.Member
	for _, m := range v.Members() {
		if m.Name != "type" {
			rest = append(rest, m)
		}
	}
	if said := saying(ojson.NewObject(rest...)); v.Get("const").Exists() || v.Get("enum").Exists() || v.Get("required").Exists() {
		return said
	}
	return phrase{}
}

func being(what string) phrase { return phrase{"be " + what, "is " + what, "are " + what} }

func having(names []string) phrase {
	what := Series(names, "and")
	switch len(names) {
	case 0:
		return phrase{}
	case 1:
	case 2:
		what = "both " + what
	default:
		what = "all of " + what
	}
	return phrase{"have " + what, "has " + what, "have " + what}
}

// havingAny words alternatives that each require one member.
func havingAny(branches *ojson.Value) phrase {
	var names []string
	for _, branch := range branches.Items() {
		required := onlyRequired(branch)
		if len(required) != 1 {
			return phrase{}
		}
		names = append(names, required[0])
	}
	what := Series(names, "or")
	return phrase{"have " + what, "has " + what, "have " + what}
}

func literals(values []*ojson.Value) []string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = literal(v.Any())
	}
	return words
}

func typesIn(v *ojson.Value) []string {
	if v.Is(ojson.String) {
		return []string{v.Text()}
	}
	var names []string
	for _, item := range v.Items() {
		names = append(names, item.Text())
	}
	return names
}
