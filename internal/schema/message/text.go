package message

import (
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

func textFault(k jsonschema.ErrorKind) Problem {
	switch k := k.(type) {
	case *kind.MinLength:
		return Problem{Fault: NotHave, Want: "at least " + Count(k.Want, "character")}
	case *kind.MaxLength:
		return tooMany(k.Want, k.Got, "character")
	case *kind.Pattern:
		return Problem{Fault: NotMatch, Want: Sanitize(k.Want)}
	case *kind.Format:
		return NotFormatted(k.Want)
	case *kind.ContentEncoding:
		return Problem{Fault: IsNot, Want: "encoded as " + Sanitize(k.Want)}
	case *kind.ContentMediaType:
		return Problem{Want: "does not hold " + Sanitize(k.Want)}
	case *kind.ContentSchema:
		return Problem{Want: "does not hold what the schema says of its content"}
	}
	return Problem{}
}

// NotFormatted is the problem of a text that does not have its format.
func NotFormatted(format string) Problem {
	words, ok := Formats[format]
	if !ok {
		words.name = Sanitize(format)
	}
	return Problem{Keyword: "format", Fault: NotValid, Want: words.name, Example: words.Example}
}

// Formats say what a text of a format is, and show one.
var Formats = map[string]struct{ name, Example string }{
	"date":         {"date", "2026-03-14"},
	"time":         {"time with its zone", "09:30:00Z"},
	"date-time":    {"date and time", "2026-03-14T09:30:00Z"},
	"duration":     {"duration", "P3DT4H"},
	"email":        {"e-mail address", "ada@example.com"},
	"uri":          {"URI", "https://example.com/page"},
	"uuid":         {"UUID", "0b9d5f3e-6a1c-4f7e-9b2d-3c8a5e4f1d70"},
	"ipv4":         {"IPv4 address", "192.0.2.1"},
	"ipv6":         {"IPv6 address", "2001:db8::1"},
	"hostname":     {"host name", "www.example.com"},
	"regex":        {"regular expression", "^[a-z]+$"},
	"json-pointer": {"JSON Pointer", "/stops/0/city"},
}
