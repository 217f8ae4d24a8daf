package value

import (
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
)

// exactLimits leave numbers alone: one with a huge exponent cannot be checked or
// compared, but it is JSON and is exported as it came.
var exactLimits = ojson.Limits{Bytes: limit.DataBytes, Depth: limit.DataDepth}

// ParseExact reads a text as JSON with numbers of any size. The value is only written,
// never checked by a schema.
func ParseExact(text []byte) (*ojson.Value, error) { return ojson.Parse(text, exactLimits) }

// ParseLenient is a cell's text as a value; what is no JSON is shown as the text it is.
func ParseLenient(text []byte) *ojson.Value {
	if len(text) == 0 {
		return nil
	}
	v, err := ojson.Parse(text, ojson.DataLimits)
	if err != nil {
		return ojson.NewString(string(text))
	}
	return v
}
