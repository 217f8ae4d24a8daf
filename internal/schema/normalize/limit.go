package normalize

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
)

// LimitError says that values cannot be checked against a schema here, as it is beyond a limit of ours or of the
// validator. Only an agent can check them.
type LimitError struct {
	What error // what is too much
}

// Error says what is too much, and what that means.
func (e *LimitError) Error() string {
	return e.What.Error() + "; values cannot be checked against it here, only by the agent"
}

// Unwrap returns what is too much.
func (e *LimitError) Unwrap() error { return e.What }

// tooMuch says that the schema is beyond a limit: it "nests more than", "has more
// than" so many of what.
func tooMuch(has string, maximum limit.Bound, what string) error {
	return &LimitError{fmt.Errorf("the schema %s more than %s %s", has, maximum, what)}
}

func errTooDeep() error { return tooMuch("nests", limit.SchemaDepth, "schemas in one another") }

func errTooManyIDs() error { return tooMuch("has", limit.SchemaNames, "subschemas with an identifier") }

func errTooMany() error { return tooMuch("has", limit.SchemaParts, "subschemas") }

// admit counts one more schema and reports whether it is within the limits.
func (r *Normalizer) admit(in *scope) bool {
	r.Schemas++
	in.depth++
	switch {
	case r.err != nil:
	case in.depth > limit.SchemaDepth.Int():
		r.err = errTooDeep()
	case r.Schemas > limit.SchemaParts.Int():
		r.err = errTooMany()
	}
	return r.err == nil
}

// SchemaLimits are those of [ojson.SchemaLimits], but for the length of
// numbers: a keyword with an absurd one is dropped, not the schema.
var SchemaLimits = ojson.Limits{Bytes: ojson.SchemaLimits.Bytes, Depth: ojson.SchemaLimits.Depth}

// tooLong reports a number anywhere in v that the validator could choke on, see
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

// TooLongAt is the pointer of the first such number.
func TooLongAt(v *ojson.Value, at string) (string, bool) {
	if !tooLong(v) {
		return "", false
	}
	for i, item := range v.Items() {
		if tooLong(item) {
			return TooLongAt(item, ojson.Pointer(at, strconv.Itoa(i)))
		}
	}
	for _, m := range v.Members() {
		if tooLong(m.Value) {
			return TooLongAt(m.Value, ojson.Pointer(at, m.Name))
		}
	}
	return at, true
}

// ErrTooLarge words a text that is larger than what is read, nil where err is of
// another kind.
func ErrTooLarge(err error) error {
	var over *ojson.LimitError
	if errors.As(err, &over) {
		return &LimitError{fmt.Errorf("the schema is too large: %w", err)}
	}
	return nil
}

// ErrManyValues is the error for a text that is small but has too many values.
func ErrManyValues() error { return tooMuch("has", limit.SchemaValues, "values") }

// HasManyValues counts the values of a JSON text roughly.
func HasManyValues(text []byte) bool {
	if len(text) < limit.SchemaValues.Int() {
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
	return n > limit.SchemaValues.Int()
}
