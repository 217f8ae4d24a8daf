package ojson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"a2aform/internal/jsonscan"
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

// Parse reads one JSON text. It fails with a [*SyntaxError] or [*LimitError].
func Parse(data []byte, lim Limits) (*Value, error) {
	if lim.Bytes != nil && len(data) > lim.Bytes.Int() {
		return nil, &LimitError{What: "text", Limit: lim.Bytes}
	}
	if v := short(data); v != nil && (v.kind == String || lim.checkNumber(v.literal, 0) == nil) {
		return v, nil
	}
	if err := checkSyntax(data); err != nil {
		return nil, err
	}
	p := &parser{data: data, text: string(data), limits: lim}
	p.space()
	return p.value(0)
}

// shortBytes is up to how long a text is that [short] reads.
const shortBytes = 48

// short reads the short strings and numbers that most cells of a table are; nil for
// anything else, right or wrong.
func short(data []byte) *Value {
	switch n := len(data); {
	case n == 0 || n > shortBytes:
		return nil
	case data[0] == '"' && jsonscan.String(data, 0) == n:
		return &Value{kind: String, literal: string(data)}
	case jsonscan.Number(data, 0) == n:
		return &Value{kind: Number, literal: string(data)}
	}
	return nil
}

// checkSyntax lets encoding/json check the grammar, so that the parser below
// may trust its input.
func checkSyntax(data []byte) error {
	if jsonscan.Valid(data) || json.Valid(data) { // the latter goes deeper
		return nil
	}
	var raw json.RawMessage
	err := json.Unmarshal(data, &raw)
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return &SyntaxError{Line: 1, Column: 1, Reason: "not JSON"}
	}
	at := max(int(syntax.Offset)-1, 0)
	told := syntax.Error()
	if strings.HasPrefix(told, "unexpected end") {
		return locate(data, len(data), "the text ends too early")
	}
	return locate(data, min(at, len(data)), wording(told, data, at))
}

func locate(data []byte, at int, reason string) *SyntaxError {
	before := data[:at]
	start := bytes.LastIndexByte(before, '\n') + 1
	return &SyntaxError{
		Offset: at,
		Line:   bytes.Count(before, []byte{'\n'}) + 1,
		Column: utf8.RuneCount(before[start:]) + 1,
		Reason: reason,
	}
}

// parser walks a text that is known to be JSON. Literals are substrings of one
// copy of the text.
type parser struct {
	data   []byte
	text   string
	at     int
	limits Limits
}

func (p *parser) value(depth int) (*Value, error) {
	if most := p.limits.Depth.Int(); most > 0 && depth > most {
		return nil, &LimitError{Offset: p.at, What: "nesting", Limit: p.limits.Depth, Unit: "levels"}
	}
	switch p.text[p.at] {
	case '{':
		return p.object(depth)
	case '[':
		return p.array(depth)
	case '"':
		return &Value{kind: String, literal: p.literal()}, nil
	case 't', 'f':
		return &Value{kind: Bool, literal: p.literal()}, nil
	case 'n':
		return &Value{kind: Null, literal: p.literal()}, nil
	}
	number := p.literal()
	if err := p.limits.checkNumber(number, p.at); err != nil {
		return nil, err
	}
	return &Value{kind: Number, literal: number}, nil
}

func (p *parser) object(depth int) (*Value, error) {
	v := &Value{kind: Object}
	p.next() // {
	for p.text[p.at] != '}' {
		name := unquote(p.literal())
		p.space()
		p.next() // :
		value, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		v.members = append(v.members, Member{name, value})
		p.separator()
	}
	p.at++
	return v, nil
}

func (p *parser) array(depth int) (*Value, error) {
	v := &Value{kind: Array}
	p.next() // [
	for p.text[p.at] != ']' {
		item, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		v.items = append(v.items, item)
		p.separator()
	}
	p.at++
	return v, nil
}

// separator passes white space and one comma.
func (p *parser) separator() {
	p.space()
	if p.text[p.at] == ',' {
		p.next()
	}
}

// next passes one character and the white space behind it.
func (p *parser) next() {
	p.at++
	p.space()
}

func (p *parser) space() { p.at = jsonscan.Space(p.data, p.at) }

// literal is the string, number or keyword at the cursor, as it is written.
func (p *parser) literal() string {
	start := p.at
	p.at = jsonscan.Value(p.data, start, 0)
	return p.text[start:p.at]
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
