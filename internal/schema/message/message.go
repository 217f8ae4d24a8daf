// Package message turns errors of the validator into facts, a [Problem] each, and facts into words
// that need no knowledge of JSON Schema. All texts are safe to show.
package message

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

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

// Count is a number with its noun.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// Sanitize makes untrusted text safe for a message.
func Sanitize(s string) string { return safe.Text(s).Line(0).String() }

// Quote returns the name of a keyword in quotes, safe for a message.
func Quote(name string) string { return `"` + Sanitize(name) + `"` }

// BaseURL is the base URI of every document; the reserved domain makes sure
// that it names nothing.
const BaseURL = "https://schema.invalid/"
