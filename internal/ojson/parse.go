package ojson

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"a2aform/internal/limit"
)

// Limits bound what [Parse] accepts. A zero field means no bound.
type Limits struct {
	Bytes        limit.Bound  // length of the text
	Depth        limit.Number // nesting of arrays and objects
	NumberDigits limit.Number // characters of one number
	Exponent     limit.Number // absolute value of a number's exponent
}

// The limits of the documents we read. Numbers are bounded everywhere, because
// one with a huge exponent would cost a validator gigabytes.
var (
	DataLimits   = Limits{limit.DataBytes, limit.DataDepth, limit.NumberDigits, limit.NumberExponent}
	SchemaLimits = Limits{limit.SchemaBytes, limit.SchemaLevels, limit.NumberDigits, limit.NumberExponent}
	CardLimits   = Limits{limit.CardFileBytes, limit.DataDepth, limit.NumberDigits, limit.NumberExponent}
)

// SyntaxError says where a text stops being JSON.
type SyntaxError struct {
	Offset       int // bytes before the fault
	Line, Column int // from 1; the column counts characters
	Reason       string
}

// Error is "line 2, column 5: reason".
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Reason)
}

// LimitError says which limit a text is beyond, and where.
type LimitError struct {
	Offset int
	What   string // "text", "nesting", "number 1e999", "exponent of the number 1e999"
	Limit  limit.Bound
	Unit   string
}

// Error names the limit.
func (e *LimitError) Error() string {
	return strings.TrimSpace(fmt.Sprintf("the %s is beyond the limit of %s %s", e.What, e.Limit, e.Unit))
}

// IsNumber reports that the text is beyond a limit of its numbers alone.
func (e *LimitError) IsNumber() bool {
	return e.Limit == limit.Bound(limit.NumberDigits) || e.Limit == limit.Bound(limit.NumberExponent)
}

// grammar is RFC 8259, where strings may be no UTF-8 and names may come twice: what came is shown as it came.
var grammar = []jsontext.Options{jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)}

// Parse reads one JSON text. It fails with a [*SyntaxError] or [*LimitError].
func Parse(data []byte, lim Limits) (*Value, error) {
	if lim.Bytes != nil && len(data) > lim.Bytes.Int() {
		return nil, &LimitError{What: "text", Limit: lim.Bytes}
	}
	if v := short(data); v != nil && (v.kind == String || lim.checkNumber(v.literal, 0) == nil) {
		return v, nil
	}
	p := &parser{dec: jsontext.NewDecoder(bytes.NewBuffer(data), grammar...), text: string(data), limits: lim}
	v, err := p.value()
	if err != nil {
		return nil, err
	}
	if at := p.space(p.at()); at < len(data) {
		return nil, p.wrong(at, "unexpected text after the value")
	}
	return v, nil
}

// shortBytes is up to how long a text is that [short] reads.
const shortBytes = 48

// short reads the short strings and numbers that most cells of a table are; nil for
// anything else, right or wrong.
func short(data []byte) *Value {
	n := len(data)
	if n == 0 || n > shortBytes || data[n-1] <= ' ' {
		return nil
	}
	switch kind := jsontext.Value(data).Kind(); {
	case data[0] != '"' && data[0] != '-' && (data[0] < '0' || data[0] > '9'), !jsontext.Value(data).IsValid(grammar...):
		return nil
	case kind == jsontext.KindString:
		return &Value{kind: String, literal: string(data)}
	default:
		return &Value{kind: Number, literal: string(data)}
	}
}

// parser makes values of the tokens of a text. Literals are substrings of one copy of the text.
type parser struct {
	dec    *jsontext.Decoder
	text   string
	limits Limits
}

// at is where the last token ends.
func (p *parser) at() int { return int(p.dec.InputOffset()) }

// space is the first place from i on without white space.
func (p *parser) space(i int) int { return len(p.text) - len(strings.TrimLeft(p.text[i:], " \t\r\n")) }

func (p *parser) value() (*Value, error) {
	switch p.dec.PeekKind() {
	case jsontext.KindBeginObject:
		return p.object()
	case jsontext.KindBeginArray:
		return p.array()
	}
	literal, err := p.literal()
	if err != nil {
		return nil, err
	}
	kind := Number
	switch literal[0] {
	case '"':
		kind = String
	case 't', 'f':
		kind = Bool
	case 'n':
		kind = Null
	default:
		if err := p.limits.checkNumber(literal, p.at()-len(literal)); err != nil {
			return nil, err
		}
	}
	return &Value{kind: kind, literal: literal}, nil
}

func (p *parser) object() (*Value, error) {
	v := &Value{kind: Object}
	if err := p.enter(); err != nil {
		return nil, err
	}
	for p.dec.PeekKind() != jsontext.KindEndObject {
		name, err := p.literal()
		if err != nil {
			return nil, err
		}
		value, err := p.value()
		if err != nil {
			return nil, err
		}
		v.members = append(v.members, Member{unquote(name), value})
	}
	_, err := p.dec.ReadToken()
	return v, err
}

func (p *parser) array() (*Value, error) {
	v := &Value{kind: Array}
	if err := p.enter(); err != nil {
		return nil, err
	}
	for p.dec.PeekKind() != jsontext.KindEndArray {
		item, err := p.value()
		if err != nil {
			return nil, err
		}
		v.items = append(v.items, item)
	}
	_, err := p.dec.ReadToken()
	return v, err
}

// enter reads the bracket of an object or array.
func (p *parser) enter() error {
	if most := p.limits.Depth.Int(); most > 0 && p.dec.StackDepth() >= most {
		return &LimitError{Offset: p.at(), What: "nesting", Limit: p.limits.Depth, Unit: "levels"}
	}
	if _, err := p.dec.ReadToken(); err != nil {
		return p.fault()
	}
	return nil
}

// literal is the next string, number or keyword, as it is written.
func (p *parser) literal() (string, error) {
	raw, err := p.dec.ReadValue()
	if err != nil {
		return "", p.fault()
	}
	return p.text[p.at()-len(raw) : p.at()], nil
}

// shortNumber is a number for a message, cut where it is long.
func shortNumber(literal string) string {
	const maxShown = 24
	if len(literal) <= maxShown {
		return literal
	}
	return literal[:maxShown] + "…"
}

func (l Limits) checkNumber(literal string, at int) error {
	if most := l.NumberDigits.Int(); most > 0 && len(literal) > most {
		return &LimitError{Offset: at, What: "number " + shortNumber(literal), Limit: l.NumberDigits, Unit: "digits"}
	}
	i := strings.IndexAny(literal, "eE")
	most := l.Exponent.Int()
	if i < 0 || most == 0 {
		return nil
	}
	exponent, err := strconv.Atoi(literal[i+1:])
	if err != nil || exponent > most || exponent < -most {
		return &LimitError{Offset: at, What: "exponent of the number " + shortNumber(literal), Limit: l.Exponent, Unit: "either way"}
	}
	return nil
}

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

// nonNumbers are the words that Python, JavaScript libraries and others write for numbers that JSON does not have, each with the
// string that stands for it in a text that was repaired. No program writes these strings in this form: they escape an ASCII letter.
var nonNumbers = [...]struct{ word, literal string }{
	{"-Infinity", `"-\u0049nfinity"`},
	{"Infinity", `"\u0049nfinity"`},
	{"NaN", `"\u004eaN"`},
}

// WithNonNumbers returns a text that has NaN, Infinity and -Infinity in place of numbers as JSON, with a string in place of each:
// it is the word for who reads the text, and [AsSent] and [AsNull] recognize it. Found are the words that were found. A text
// without any is returned as it is.
func WithNonNumbers(data []byte) (text []byte, found []string) {
	if !bytes.Contains(data, []byte("NaN")) && !bytes.Contains(data, []byte("Infinity")) {
		return data, nil
	}
	kept := 0 // up to here, text has what data has
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '"':
			i = endOfString(data, i)
		case 'N', 'I', '-':
			for _, n := range nonNumbers {
				if end := i + len(n.word); bytes.HasPrefix(data[i:], []byte(n.word)) && isDelimiter(data, i-1) && isDelimiter(data, end) {
					text = append(append(text, data[kept:i]...), n.literal...)
					kept, i = end, end-1
					if !slices.Contains(found, n.word) {
						found = append(found, n.word)
					}
					break
				}
			}
		}
	}
	if found == nil {
		return data, nil
	}
	return append(text, data[kept:]...), found
}

// endOfString is where the string that begins at i ends, or the text.
func endOfString(data []byte, i int) int {
	for i++; i < len(data) && data[i] != '"'; i++ {
		if data[i] == '\\' {
			i++
		}
	}
	return i
}

// isDelimiter reports whether a value may end before, or begin behind, the byte at i.
func isDelimiter(data []byte, i int) bool {
	return i < 0 || i >= len(data) || strings.IndexByte(" \t\r\n,:[]{}", data[i]) >= 0
}

// AsSent returns a text as it was before [WithNonNumbers]: it is no JSON then.
func AsSent(data []byte) []byte {
	return replaceNonNumbers(data, func(word string) string { return word })
}

// AsNull returns a text with null in place of what [WithNonNumbers] found.
func AsNull(data []byte) []byte {
	return replaceNonNumbers(data, func(string) string { return "null" })
}

func replaceNonNumbers(data []byte, by func(word string) string) []byte {
	for _, n := range nonNumbers {
		if bytes.Contains(data, []byte(n.literal)) {
			data = bytes.ReplaceAll(data, []byte(n.literal), []byte(by(n.word)))
		}
	}
	return data
}

// ReadableLevels is up to how many levels of an answer are kept where it has more than can be read at all.
const ReadableLevels = maxNesting / 10

// WithoutDepth returns a JSON text with every array and object that lies deeper than a number of levels as a string of its text,
// and whether there was one. Any other text is returned as it is.
func WithoutDepth(data []byte, levels int) (text []byte, isCut bool) {
	depth, start, kept := 0, 0, 0 // up to kept, text has what data has
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '"':
			i = endOfString(data, i)
		case '[', '{':
			if depth++; depth == levels+1 {
				start = i
			}
		case ']', '}':
			if depth--; depth == levels {
				text = appendQuoted(append(text, data[kept:start]...), string(data[start:i+1]))
				kept = i + 1
			}
		}
	}
	if kept == 0 || depth != 0 {
		return data, false
	}
	return append(text, data[kept:]...), true
}

// Leading are the first texts and numbers of a value, in order and with commas between
// them, in at most size bytes and a mark where there are more.
func (v *Value) Leading(size int) string {
	var sb strings.Builder
	v.appendLeading(&sb, size)
	if text := sb.String(); len(text) > size {
		return strings.ToValidUTF8(text[:size], "") + "…"
	}
	return sb.String()
}

// appendLeading reports whether more fits.
func (v *Value) appendLeading(sb *strings.Builder, size int) bool {
	switch v.Kind() {
	case String, Number:
		text := v.Text()
		if text != "" && sb.Len() > 0 {
			sb.WriteString(", ")
		}
		sb.WriteString(text)
	case Array:
		for _, item := range v.Items() {
			if !item.appendLeading(sb, size) {
				return false
			}
		}
	case Object:
		for _, m := range v.Members() {
			if !m.Value.appendLeading(sb, size) {
				return false
			}
		}
	}
	return sb.Len() <= size
}
