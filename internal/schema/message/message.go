// Package message turns errors of the validator into facts, a [Problem] each, and facts into words
// that need no knowledge of JSON Schema. All texts are safe to show.
package message

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize/english"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// fault says what must be true.
func fault(k jsonschema.ErrorKind) Problem {
	switch k := k.(type) {
	case *kind.Type:
		return Problem{Fault: NotBe, Want: typeNames(k.Want)}
	case *kind.Enum:
		if len(k.Want) == 0 {
			return Problem{Fault: IsNot, Want: allowedHere}
		}
		return Problem{Fault: NotBe, Want: oneOf(k.Want)}
	case *kind.Const:
		return Problem{Fault: NotBe, Want: literal(k.Want)}
	case *kind.RefCycle:
		return Problem{Want: "cannot be checked: the schema refers to itself"}
	case *kind.InvalidJsonValue:
		return Problem{Want: "cannot be checked: it is no JSON value"}
	case *kind.Schema, *kind.Group, *kind.AllOf, *kind.Reference:
		return Problem{Want: "does not fit the schema"} // they come with causes that say more
	}
	for _, family := range []func(jsonschema.ErrorKind) Problem{numberFault, textFault, arrayFault, objectFault} {
		if p := family(k); p != (Problem{}) {
			return p
		}
	}
	return Problem{Want: "breaks " + Quote(strings.Join(k.KeywordPath(), "/"))} // a keyword of a later validator
}

// tooMany says that a size is above its bound.
func tooMany(want, got int, noun string) Problem {
	return Problem{Fault: NotHave, Want: "at most " + Count(want, noun), Got: strconv.Itoa(got)}
}

// TypeTexts are the types in words.
var TypeTexts = map[string]string{
	"null": "null", "boolean": "true or false", "number": "a number", "integer": "a whole number",
	"string": "text", "array": "a list", "object": "an object",
}

func typeNames(want []string) string {
	words := make([]string, len(want))
	for i, w := range want {
		words[i] = TypeTexts[w]
	}
	return Series(words, "or")
}

// maxListed is how many values or alternatives a message names.
const maxListed = 8

// severalLead is how several values begin.
const severalLead = "one of "

// oneOf words what a value may be.
func oneOf(values []any) string {
	if len(values) == 1 {
		return literal(values[0])
	}
	var words []string
	for i, v := range values {
		if i == maxListed {
			words = append(words, fmt.Sprintf("… (%d in all)", len(values)))
			break
		}
		words = append(words, literal(v))
	}
	return severalLead + strings.Join(words, ", ")
}

// Series is "a, b and c", with another word for "and".
func Series(words []string, and string) string {
	if len(words) > maxListed {
		words = append(words[:maxListed:maxListed], fmt.Sprintf("… (%d in all)", len(words)))
		return strings.Join(words, ", ")
	}
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " " + and + " " + words[last]
}

// literal is a JSON value in a message. Text has no quotes, unless it
// could be taken for something else.
func literal(v any) string {
	if s, ok := v.(string); ok && s != "" && !json.Valid([]byte(s)) && strings.TrimSpace(s) == s {
		return Sanitize(s)
	}
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if enc.Encode(v) != nil {
		return "a value"
	}
	return Sanitize(strings.TrimSuffix(text.String(), "\n"))
}

// Count is a number, as the schema writes it, with its noun.
func Count(n int, noun string) string {
	return strconv.Itoa(n) + " " + english.PluralWord(n, noun, "")
}

// Sanitize makes untrusted text safe for a message.
func Sanitize(s string) string { return safe.Text(s).Line(0).String() }

// Quote returns the name of a keyword in quotes, safe for a message.
func Quote(name string) string { return `"` + Sanitize(name) + `"` }

// BaseURL is the base URI of every document; the reserved domain makes sure
// that it names nothing.
const BaseURL = "https://schema.invalid/"

// Broken lists every keyword of a verdict, also those inside branches, without messages.
func Broken(e *jsonschema.ValidationError) []Problem {
	here := pointer(e.InstanceLocation)
	var list []Problem
	switch k := e.ErrorKind.(type) {
	case NameFault:
		list = []Problem{{Pointer: ojson.Pointer(here, k.Property), Keyword: "propertyNames"}}
	case *kind.PropertyNames: // its causes have lost their places; see [NameFault]
		return []Problem{{Pointer: ojson.Pointer(here, k.Property), Keyword: "propertyNames"}}
	case *kind.Not:
		list = []Problem{{Pointer: here, Keyword: "not"}}
	case *kind.Schema, *kind.Group, *kind.AllOf, *kind.Reference:
	default:
		for _, p := range Leaf(e) {
			list = append(list, Problem{Pointer: p.Pointer, Keyword: p.Keyword})
		}
	}
	for _, cause := range e.Causes {
		list = append(list, Broken(cause)...)
	}
	return list
}

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
