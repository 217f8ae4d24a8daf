package schema

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"a2aform/internal/ojson"
)

// The limits of a schema (DESIGN §8). Real ones have been seen 13 deep and with
// 9,046 subschemas; the judge takes seconds and gigabytes for a thousand levels.
const (
	maxNesting    = 64
	maxSubschemas = 20_000
	maxNamed      = 1_000 // schemas with a URL of their own, all of which the judge looks through for each
	maxPattern    = 64 << 10
	maxValues     = 400_000 // of JSON, as each takes some hundred bytes once it is read
)

// schemaLimits are those of [ojson.SchemaLimits], but for the length of
// numbers: a keyword with an absurd one is dropped, not the schema.
var schemaLimits = ojson.Limits{Bytes: ojson.SchemaLimits.Bytes, Depth: ojson.SchemaLimits.Depth}

// whatNext ends the message of every limit.
const whatNext = "; values cannot be checked against it here, only by the agent"

var (
	errTooDeep  = fmt.Errorf("the schema nests more than %d schemas in one another%s", maxNesting, whatNext)
	errTooNamed = fmt.Errorf("the schema has more than %d subschemas with an identifier%s", maxNamed, whatNext)
	errTooMany  = fmt.Errorf("the schema has more than %d subschemas%s", maxSubschemas, whatNext)
)

// errManyValues is that of a text that is small but holds a lot.
var errManyValues = fmt.Errorf("the schema has more than %d values%s", maxValues, whatNext)

// hasManyValues counts the values of a JSON text roughly.
func hasManyValues(text []byte) bool {
	if len(text) < maxValues {
		return false
	}
	n, inString := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			inString = !inString
		case c == '\\':
			i++
		case !inString && (c == ',' || c == '[' || c == '{'):
			n++
		}
	}
	return n > maxValues
}

// admit counts one more schema and reports whether it is within the limits.
func (r *repair) admit(in *scope) bool {
	r.schemas++
	in.depth++
	switch {
	case r.err != nil:
	case in.depth > maxNesting:
		r.err = errTooDeep
	case r.schemas > maxSubschemas:
		r.err = errTooMany
	}
	return r.err == nil
}

// beyond words a text that is larger than what is read, nil where err is of
// another kind.
func beyond(err error) error {
	var limit *ojson.LimitError
	var syntax *ojson.SyntaxError
	switch {
	case errors.As(err, &limit):
		return fmt.Errorf("the schema is too large: %w%s", err, whatNext)
	case errors.As(err, &syntax) && syntax.Reason == ojson.TooDeep:
		// encoding/json gives up by itself, at 10,000 levels.
		return fmt.Errorf("the schema is too large: the nesting is beyond the limit of %d levels%s", schemaLimits.Depth, whatNext)
	}
	return nil
}

// tooLong reports a number anywhere in v that the judge could choke on, see
// [ojson.DataLimits].
func tooLong(v *ojson.Value) bool {
	switch v.Kind() {
	case ojson.Number:
		return isTooLong(v)
	case ojson.Array:
		return slices.ContainsFunc(v.Items(), tooLong)
	case ojson.Object:
		return slices.ContainsFunc(v.Members(), func(m ojson.Member) bool { return tooLong(m.Value) })
	}
	return false
}

// isTooLong takes short numbers without an exponent, which most are, for what
// they are.
func isTooLong(number *ojson.Value) bool {
	text := number.Text()
	return (len(text) > 20 || strings.ContainsAny(text, "eE")) && ojson.Rat(text) == nil
}

// tooLongAt is the pointer of the first such number.
func tooLongAt(v *ojson.Value, at string) (string, bool) {
	if !tooLong(v) {
		return "", false
	}
	for i, item := range v.Items() {
		if tooLong(item) {
			return tooLongAt(item, ojson.Pointer(at, itoa(i)))
		}
	}
	for _, m := range v.Members() {
		if tooLong(m.Value) {
			return tooLongAt(m.Value, ojson.Pointer(at, m.Name))
		}
	}
	return at, true
}
