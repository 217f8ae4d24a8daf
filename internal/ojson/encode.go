package ojson

import (
	"encoding/json"
	"math/big"
)

// Append appends the value as compact JSON: literals exactly as parsed,
// members in order. A value that is not there is null.
func (v *Value) Append(dst []byte) []byte {
	switch v.Kind() {
	case Array:
		dst = append(dst, '[')
		for i, item := range v.items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = item.Append(dst)
		}
		return append(dst, ']')
	case Object:
		dst = append(dst, '{')
		for i, m := range v.members {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(appendQuoted(dst, m.Name), ':')
			dst = m.Value.Append(dst)
		}
		return append(dst, '}')
	}
	if v == nil {
		return append(dst, "null"...)
	}
	return append(dst, v.literal...)
}

// Compact is the value as compact JSON; see [Value.Append].
func (v *Value) Compact() []byte { return v.Append(nil) }

// Any is the value in the shape that validators take: map[string]any, []any,
// json.Number, string, bool or nil. Order and duplicate names are lost in it.
func (v *Value) Any() any {
	switch v.Kind() {
	case Bool:
		return v.Bool()
	case Number:
		return json.Number(v.literal)
	case String:
		return v.Text()
	case Array:
		out := make([]any, len(v.items))
		for i, item := range v.items {
			out[i] = item.Any()
		}
		return out
	case Object:
		out := make(map[string]any, len(v.members))
		for _, m := range v.members {
			out[m.Name] = m.Value.Any()
		}
		return out
	}
	return nil
}

// Equal reports whether a and b are the same value as JSON Schema sees it
// (2020-12 core §4.2.2): numbers by mathematical value, objects in any order.
func Equal(a, b *Value) bool {
	if a.Exists() != b.Exists() || a.Kind() != b.Kind() || a.Len() != b.Len() {
		return false
	}
	switch a.Kind() {
	case Number:
		return equalNumbers(a.literal, b.literal)
	case Array:
		for i := range a.items {
			if !Equal(a.items[i], b.items[i]) {
				return false
			}
		}
	case Object:
		for _, m := range a.members {
			if other := b.Get(m.Name); other == nil || !Equal(m.Value, other) {
				return false
			}
		}
	default:
		return a.Text() == b.Text()
	}
	return true
}

func equalNumbers(a, b string) bool {
	if a == b {
		return true
	}
	x, y := Rat(a), Rat(b)
	return x != nil && y != nil && x.Cmp(y) == 0
}

// Rat is the exact value of a JSON number literal, nil where it is none or is
// beyond the number limits of [DataLimits].
func Rat(literal string) *big.Rat {
	if DataLimits.checkNumber(literal, 0) != nil || !IsValid([]byte(literal)) {
		return nil
	}
	r, ok := new(big.Rat).SetString(literal)
	if !ok {
		return nil
	}
	return r
}
