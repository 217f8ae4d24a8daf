package ojson

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// maxNesting is how deeply jsontext reads.
const maxNesting = 10_000

// fault says what is wrong behind the last token that could be read.
func (p *parser) fault() error {
	at := p.space(p.at())
	container, n := p.dec.StackIndex(p.dec.StackDepth())
	switch isObject := container == jsontext.KindBeginObject; {
	case p.dec.StackDepth() >= maxNesting:
		return p.wrong(at, "nested too deeply")
	case isObject && n%2 == 1:
		if !p.has(at, ':') {
			return p.expected(at, "a colon after the name")
		}
		return p.invalid(p.space(at + 1))
	case isObject && n > 0 && !p.has(at, ','):
		return p.expected(at, "a comma or }")
	case container == jsontext.KindBeginArray && n > 0 && !p.has(at, ','):
		return p.expected(at, "a comma or ]")
	case n > 0:
		at = p.space(at + 1)
	}
	if container == jsontext.KindBeginObject && !p.has(at, '"') {
		return p.expected(at, "a name in quotes")
	}
	return p.invalid(at)
}

func (p *parser) has(at int, c byte) bool { return at < len(p.text) && p.text[at] == c }

// notString, notNumber and notWord begin as a string, a number or a keyword does, up to where it is none any more.
var (
	notString = regexp.MustCompile(`^"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*(\\(?:u[0-9a-fA-F]*)?)?`)
	notNumber = regexp.MustCompile(`^-?(?:(?:0|[1-9][0-9]*)(?:\.(?:[0-9]+(?:[eE][+-]?[0-9]*)?)?|[eE][+-]?[0-9]*)?)?`)
	notWord   = regexp.MustCompile(`^(?:t(?:r(?:ue?)?)?|f(?:a(?:l(?:se?)?)?)?|n(?:u(?:ll?)?)?)`)
)

// invalid says what is wrong with the value that begins at a place.
func (p *parser) invalid(at int) error {
	rest := p.text[at:]
	switch number := notNumber.FindString(rest); {
	case p.has(at, '"'):
		found := notString.FindStringSubmatch(rest)
		reason := "this character must be escaped in a string"
		if found[1] == `\` {
			reason = "unknown escape"
		} else if found[1] != "" {
			reason = `expected four hexadecimal digits after \u`
		}
		return p.wrong(at+len(found[0]), reason)
	case number != "":
		return p.wrong(at+len(number), "not a number")
	case notWord.MatchString(rest):
		return p.wrong(at+len(notWord.FindString(rest)), "unknown word")
	}
	return p.expected(at, "a value")
}

// expected is an error that names what is there instead of something.
func (p *parser) expected(at int, what string) error {
	if at == len(p.text) {
		return p.wrong(at, "")
	}
	return p.wrong(at, "expected "+what+", not "+shown(p.text[at:]))
}

// wrong is an error at a place of the text.
func (p *parser) wrong(at int, reason string) *SyntaxError {
	if at == len(p.text) {
		reason = "the text ends too early"
	}
	before := p.text[:at]
	start := strings.LastIndexByte(before, '\n') + 1
	return &SyntaxError{Offset: at, Line: strings.Count(before, "\n") + 1, Column: utf8.RuneCountInString(before[start:]) + 1, Reason: reason}
}

// shown is the first character of a text in quotes; by its number where it
// cannot be seen, or would act on what shows it.
func shown(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	switch {
	case r == utf8.RuneError && size < 2:
		return fmt.Sprintf("the byte %02X", text[0])
	case r == '\'':
		return `"'"`
	case !strconv.IsPrint(r):
		return fmt.Sprintf("U+%04X", r)
	}
	return "'" + string(r) + "'"
}
