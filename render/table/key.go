package table

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"time"
	"unicode/utf8"

	"a2aform/internal/ojson"
	"a2aform/render/value"
)

// key is a cell as it is compared with others: in sorting, filters and sums.
type key struct {
	kind   value.Kind
	number float64 // of a Number; of a date-time its instant, of a duration its length, in seconds
	text   []byte  // of a Text, escapes undone; the literal of a Number; JSON of anything else
}

// keyOf is the key of a value in a column.
func keyOf(v *ojson.Value, c *Column) key {
	if !v.Exists() {
		return key{}
	}
	if v.Is(ojson.String) {
		return textKey([]byte(v.Text()), c)
	}
	return keyOfText(v.Compact(), c)
}

// keyOfText is the key of a value as it is written; of what is no JSON it is
// some key.
func keyOfText(text []byte, c *Column) key {
	if len(text) == 0 {
		return key{}
	}
	switch text[0] {
	case '"':
		return textKey(unquoted(text), c)
	case '{', '[':
		if isEmptyContainer(text) {
			return key{kind: value.Empty, text: text}
		}
		return key{kind: value.Nested, text: compacted(text)}
	case 't', 'f':
		return key{kind: value.Boolean, text: text}
	case 'n':
		return key{kind: value.Null, text: text}
	}
	return key{kind: value.Number, number: floatOf(text), text: text}
}

func textKey(text []byte, c *Column) key {
	if len(text) == 0 {
		return key{kind: value.Empty, text: text}
	}
	k := key{kind: value.Text, text: text, number: math.NaN()}
	switch {
	case c.format == nil:
	case c.format.IsMoment():
		if when, err := time.Parse(time.RFC3339, string(text)); err == nil {
			k.number = float64(when.UnixMicro()) / 1e6
		}
	case c.format.IsDuration():
		if seconds, ok := value.DurationSeconds(string(text)); ok {
			k.number = seconds
		}
	}
	return k
}

// compacted is JSON without white space between its tokens.
func compacted(text []byte) []byte {
	if !bytes.ContainsAny(text, " \t\r\n") {
		return text
	}
	var b bytes.Buffer
	if json.Compact(&b, text) != nil {
		return text
	}
	return b.Bytes()
}

func isEmptyContainer(text []byte) bool {
	return len(text) > 1 && len(bytes.TrimSpace(text[1:len(text)-1])) == 0
}

// unquoted is the text of a JSON string; a slice of it where nothing is escaped.
func unquoted(literal []byte) []byte {
	inner := literal[1:max(len(literal)-1, 1)]
	if bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return inner
	}
	var s string
	if json.Unmarshal(literal, &s) != nil {
		return inner
	}
	return []byte(s)
}

// exactDigits is up to how many digits a literal and its float64 are one.
const exactDigits = 15

// floatOf is a number's literal as a float64. Short ones without exponent, which
// most are, are read digit by digit.
func floatOf(literal []byte) float64 {
	if len(literal) <= exactDigits+2 {
		if f, ok := shortFloat(literal); ok {
			return f
		}
	}
	f, err := strconv.ParseFloat(string(literal), 64)
	if err != nil && !math.IsInf(f, 0) {
		return math.NaN()
	}
	return f
}

// shortFloat reads a literal of at most [exactDigits] digits: a whole number
// that float64 represents exactly, divided by a power of ten that it represents exactly,
// which IEEE 754 rounds as it should.
func shortFloat(literal []byte) (float64, bool) {
	mantissa, scale, ok := decimal(literal)
	if !ok || mantissa > 1e15 || mantissa < -1e15 {
		return 0, false
	}
	f := float64(mantissa) / powersOfTen[scale]
	if mantissa == 0 && literal[0] == '-' {
		f = math.Copysign(0, -1)
	}
	return f, true
}

var powersOfTen = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18}

// decimal reads a literal without exponent and of at most 18 digits: the value
// is mantissa / 10^scale.
func decimal(literal []byte) (mantissa int64, scale int, ok bool) {
	digits, point := 0, -1
	for i, c := range literal {
		switch {
		case c == '-' && i == 0:
		case c == '.' && point < 0:
			point = digits
		case c >= '0' && c <= '9' && digits < 18:
			mantissa = mantissa*10 + int64(c-'0')
			digits++
		default:
			return 0, 0, false
		}
	}
	if point >= 0 {
		scale = digits - point
	}
	if len(literal) > 0 && literal[0] == '-' {
		mantissa = -mantissa
	}
	return mantissa, scale, digits > 0
}
