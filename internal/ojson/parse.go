package ojson

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

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
