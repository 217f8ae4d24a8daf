package ojson

import (
	"fmt"
	"math"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Canonical is the value as canonical JSON (RFC 8785): members sorted by name, numbers as doubles, strings with the fewest
// escapes. It fails where a number is too large for a double, or a text has half a surrogate pair.
func (v *Value) Canonical() ([]byte, error) {
	if n := v.tooLarge(); n != nil {
		return nil, fmt.Errorf("the number %s is too large for a double", n.Compact())
	}
	text := jsontext.Value(v.Compact())
	if err := text.Canonicalize(); err != nil {
		return nil, fmt.Errorf("no canonical JSON: %w", err)
	}
	return text, nil
}

// tooLarge is a number in the value that no double can hold; nil for none.
func (v *Value) tooLarge() *Value {
	if v.Is(Number) {
		if f, err := strconv.ParseFloat(string(v.Compact()), 64); err != nil && math.IsInf(f, 0) {
			return v
		}
		return nil
	}
	for _, item := range v.Items() {
		if n := item.tooLarge(); n != nil {
			return n
		}
	}
	for _, m := range v.Members() {
		if n := m.Value.tooLarge(); n != nil {
			return n
		}
	}
	return nil
}
