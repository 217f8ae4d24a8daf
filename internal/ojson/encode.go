package ojson

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
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

// Most that an indented text may grow by, against the same without spaces: what is
// small may be indented as it likes. Without a bound the spaces of a deep value are
// its depth times the number of its values.
const (
	maxGrowth   = 8
	smallIndent = 64 << 10
)

// Indent is the value as JSON on many lines, each level indented by indent. Where
// that would make the text many times as large, deep levels are indented no further.
func (v *Value) Indent(indent string) []byte {
	p := indenter{indent: indent, out: v.Compact()}
	size, most := len(p.out), max(maxGrowth*len(p.out), smallIndent)
	var lines []int // by their depth
	v.countLines(&lines, 0)
	for p.deepest = len(lines); p.deepest > 0 && size+indentation(lines, p.deepest)*len(indent) > most; {
		p.deepest /= 2
	}
	p.out = make([]byte, 0, size+size/2)
	p.value(v, 0)
	return p.out
}

// countLines counts the lines of a value by their depth.
func (v *Value) countLines(lines *[]int, depth int) {
	for len(*lines) <= depth+1 {
		*lines = append(*lines, 0)
	}
	n := len(v.Items()) + len(v.Members())
	if n == 0 {
		return
	}
	(*lines)[depth]++ // the closing bracket
	(*lines)[depth+1] += n
	for _, item := range v.Items() {
		item.countLines(lines, depth+1)
	}
	for _, m := range v.Members() {
		m.Value.countLines(lines, depth+1)
	}
}

// indentation is how many levels all lines are indented by, together.
func indentation(lines []int, deepest int) (levels int) {
	for depth, n := range lines {
		levels += n * min(depth, deepest)
	}
	return levels
}

type indenter struct {
	indent  string
	deepest int // no line is indented further
	out     []byte
}

func (p *indenter) line(depth int) {
	p.out = append(append(p.out, '\n'), strings.Repeat(p.indent, min(depth, p.deepest))...)
}

func (p *indenter) value(v *Value, depth int) {
	switch items, members := v.Items(), v.Members(); {
	case len(items) > 0:
		p.out = append(p.out, '[')
		for i, item := range items {
			if i > 0 {
				p.out = append(p.out, ',')
			}
			p.line(depth + 1)
			p.value(item, depth+1)
		}
		p.line(depth)
		p.out = append(p.out, ']')
	case len(members) > 0:
		p.out = append(p.out, '{')
		for i, m := range members {
			if i > 0 {
				p.out = append(p.out, ',')
			}
			p.line(depth + 1)
			p.out = append(appendQuoted(p.out, m.Name), ": "...)
			p.value(m.Value, depth+1)
		}
		p.line(depth)
		p.out = append(p.out, '}')
	default:
		p.out = v.Append(p.out)
	}
}

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

// Key is a text that two values share if and only if they are equal as
// [Equal] sees it, to find values by.
func (v *Value) Key() string {
	var sb strings.Builder
	v.appendKey(&sb)
	return sb.String()
}

func (v *Value) appendKey(sb *strings.Builder) {
	switch v.Kind() {
	case Number:
		if r := Rat(v.literal); r != nil {
			sb.WriteString(r.RatString())
			return
		}
		sb.WriteString(v.literal)
	case Array:
		sb.WriteByte('[')
		for _, item := range v.items {
			item.appendKey(sb)
			sb.WriteByte(',')
		}
		sb.WriteByte(']')
	case Object:
		members := slices.Clone(v.members)
		slices.SortFunc(members, func(a, b Member) int { return cmp.Compare(a.Name, b.Name) })
		sb.WriteByte('{')
		for _, m := range members {
			sb.Write(append(appendQuoted(nil, m.Name), ':'))
			m.Value.appendKey(sb)
			sb.WriteByte(',')
		}
		sb.WriteByte('}')
	case String:
		sb.Write(appendQuoted(nil, v.Text()))
	default:
		sb.WriteString(v.Text())
	}
}
