package message

import "strings"

// Fault says in which way a value is not what its schema wants.
type Fault uint8

// The faults, each with the message that it makes of what is wanted.
const (
	Other    Fault = iota // Want is all there is to say: "items 1 and 3 are equal"
	NotBe                 // "must be at most 12"
	NotHave               // "must have at most 3 characters, has 4"
	NotHold               // "must hold at least 2 items that are 5; holds 1"
	NotMatch              // "must match the pattern ^a$"
	NotValid              // "is not a valid date, such as 2026-03-14"
	MustNot               // "must not have both a and b"
	Is                    // "is one item too many"
	IsNot                 // "is not allowed here"
	Missing               // "is required", "is required when card is set"
	Untold                // "is required: it tells a and b apart"
	Empty                 // "needs a value"
	LacksAny              // "needs one of: a, b and c"
	LacksOne              // "needs exactly one of: a, b"
)

// Lacking is the problem of an object that has none of several sets of members, or not exactly one.
func Lacking(sets string, exactly bool) Problem {
	if exactly {
		return Problem{Fault: LacksOne, Want: sets}
	}
	return Problem{Fault: LacksAny, Want: sets}
}

// Message says what is wrong in a sentence whose subject is the value: "must be at most 12".
func (p Problem) Message() string {
	text := p.predicate()
	if p.OfName {
		return "the name " + text
	}
	return text
}

func (p Problem) predicate() string {
	switch p.Fault {
	case NotBe:
		return "must be " + p.Want
	case NotHave:
		return "must have " + p.Want + joined(", has ", p.Got)
	case NotHold:
		return "must hold " + p.Want + joined("; holds ", p.Got)
	case NotMatch:
		return "must match the pattern " + p.Want
	case NotValid:
		return "is not a valid " + p.Want + joined(", such as ", p.Example)
	case MustNot:
		return "must not " + p.Want
	case Is:
		return "is " + p.Want
	case IsNot:
		return "is not " + p.Want + joined(": ", p.Got)
	case Missing:
		return "is required" + joined(" ", p.Want)
	case Untold:
		return "is required: it tells " + p.Want + " apart"
	case Empty:
		return "needs a value"
	case LacksAny:
		return "needs one of: " + p.Want
	case LacksOne:
		return "needs exactly one of: " + p.Want
	}
	return p.Want
}

// Brief says the same behind the name of the value and a colon: "at most 12", "required", "not a whole number".
func (p Problem) Brief() string {
	switch {
	case p.OfName:
		return p.Message()
	case p.Fault != NotBe:
	case p.Keyword == "type" && !strings.Contains(p.Want, " or ") || p.Want == TypeTexts["boolean"]:
		return "not " + p.Want
	case p.Keyword == "type", p.Keyword == "const", p.Keyword == "enum" && !strings.HasPrefix(p.Want, severalLead),
		p.Keyword == "anyOf", p.Keyword == "oneOf":
		return p.Message() // a value alone would read as what there is
	}
	switch p.Fault {
	case NotBe, Is:
		return p.Want
	case NotHave, NotHold:
		return p.Want + joined(", has ", p.Got)
	case IsNot:
		return "not " + p.Want + joined(": ", p.Got)
	case NotValid:
		return "not a valid " + p.Want + joined(", such as ", p.Example)
	case Missing:
		return "required" + joined(" ", p.Want)
	case Untold:
		return "required: it tells " + p.Want + " apart"
	}
	return p.Message()
}

// joined is a text behind what leads to it, "" for none.
func joined(lead, text string) string {
	if text == "" {
		return ""
	}
	return lead + text
}
