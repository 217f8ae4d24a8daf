package fastcheck

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
	"unicode/utf8"

	"a2aform/internal/limit"
)

// matcher is one proof on its way through the bytes of a value. Each method
// reads something that starts at an index and gives the index after it, -1
// where it does not hold or is no JSON (RFC 8259).
type matcher struct {
	b       []byte
	scratch []byte   // a text with its escapes undone
	names   []uint64 // hashes of the names of the objects around, but for declared ones
	seen    []uint64 // bits of the declared ones
}

func (r *matcher) space(i int) int {
	for i < len(r.b) && r.b[i] <= ' ' && (r.b[i] == ' ' || r.b[i] == '\n' || r.b[i] == '\t' || r.b[i] == '\r') {
		i++
	}
	return i
}

// beginnings are the kinds of values by their first byte.
var beginnings = func() (list [256]kinds) {
	list['n'], list['t'], list['f'], list['"'], list['['], list['{'], list['-'] = nullKind, boolKind, boolKind, textKind, arrayKind, objectKind, numberKinds
	for c := '0'; c <= '9'; c++ {
		list[c] = numberKinds
	}
	return list
}()

// value reads a value that p holds for, and says what kind it is of.
func (r *matcher) value(p *rules, i, depth int) (end int, kind kinds) {
	if i >= len(r.b) || p.kinds&beginnings[r.b[i]] == 0 || depth > limit.DataDepth.Int() {
		return -1, 0
	}
	also := p.also
	if p.own || len(also) == 0 {
		end, kind = r.own(p, i, depth)
	} else {
		end, kind = r.value(also[0], i, depth)
		also = also[1:]
	}
	if end < 0 || p.kinds&kind == 0 {
		return -1, 0
	}
	for _, other := range also {
		if at, _ := r.value(other, i, depth); at < 0 {
			return -1, 0
		}
	}
	if len(p.anyOf)+len(p.oneOf) > 0 && !r.branches(p, i, depth, kind) {
		return -1, 0
	}
	return end, kind
}

// branches reports that of each union a branch holds.
func (r *matcher) branches(p *rules, i, depth int, kind kinds) bool {
	for _, branches := range p.anyOf {
		holds := func(b *rules) bool {
			at, _ := r.value(b, i, depth)
			return at >= 0
		}
		if !slices.ContainsFunc(branches, holds) {
			return false
		}
	}
	for _, one := range p.oneOf {
		b := one.of(kind)
		if b == nil {
			return false
		}
		if at, _ := r.value(b, i, depth); at < 0 {
			return false
		}
	}
	return true
}

// own reads a value by the rules of p itself.
func (r *matcher) own(p *rules, i, depth int) (end int, kind kinds) {
	switch r.b[i] {
	case '"':
		return r.text(p, i), textKind
	case '{':
		rules := p.object
		if rules == nil {
			rules = anyObject
		}
		return r.object(rules, i, depth), objectKind
	case '[':
		rules := p.array
		if rules == nil {
			rules = anyArray
		}
		return r.array(rules, i, depth), arrayKind
	case 'n':
		return r.literal(i, "null", allowed(p, func(c *choiceRules) bool { return c.null })), nullKind
	case 't':
		return r.literal(i, "true", allowed(p, func(c *choiceRules) bool { return c.yes })), boolKind
	case 'f':
		return r.literal(i, "false", allowed(p, func(c *choiceRules) bool { return c.no })), boolKind
	}
	return r.number(p, i)
}

// allowed reports that the value is one of each enum and const.
func allowed(p *rules, has func(*choiceRules) bool) bool {
	for _, c := range p.only {
		if !has(c) {
			return false
		}
	}
	return true
}

func (r *matcher) literal(i int, word string, allowed bool) int {
	if !allowed || len(r.b)-i < len(word) || string(r.b[i:i+len(word)]) != word {
		return -1
	}
	return i + len(word)
}

func (r *matcher) text(p *rules, i int) int {
	end, escaped := r.rawString(i)
	if end < 0 || p.text == nil && p.only == nil {
		return end
	}
	text, ok := r.decoded(i, end, escaped)
	if !ok || p.text != nil && !p.text.holds(text) {
		return -1
	}
	for _, c := range p.only {
		if !c.hasText(text) {
			return -1
		}
	}
	return end
}

func (r *matcher) number(p *rules, i int) (end int, kind kinds) {
	end, n := r.decimal(i)
	if end < 0 {
		return -1, 0
	}
	if kind = n.kind(); kind == 0 || p.number != nil && !p.number.holds(n) {
		return -1, 0
	}
	for _, c := range p.only {
		if !c.hasNumber(n) {
			return -1, 0
		}
	}
	return end, kind
}

func (r *matcher) array(a *arrayRules, i, depth int) int {
	n := 0
	if i = r.space(i + 1); i < len(r.b) && r.b[i] == ']' {
		return a.counted(n, i+1)
	}
	for {
		rules := a.rest
		if n < len(a.first) {
			rules = a.first[n]
		}
		if i, _ = r.value(rules, i, depth+1); i < 0 {
			return -1
		}
		n++
		if i = r.space(i); i >= len(r.b) {
			return -1
		}
		switch r.b[i] {
		case ']':
			return a.counted(n, i+1)
		case ',':
			i = r.space(i + 1)
		default:
			return -1
		}
	}
}

// counted is end, if an array of n items may be.
func (a *arrayRules) counted(n, end int) int {
	if n < a.minimum || a.maximum >= 0 && n > a.maximum || a.unique && n > 1 {
		return -1
	}
	return end
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// rawString reads a string, and says whether there are escapes in it.
func (r *matcher) rawString(i int) (end int, escaped bool) {
	b, wide, start := r.b, uint64(0), i
	for i++; i < len(b); {
		if i+8 <= len(b) {
			x := binary.LittleEndian.Uint64(b[i:])
			quote, slash := x^(ones*'"'), x^(ones*'\\')
			stop := ((x-ones*0x20)&^x | (quote-ones)&^quote | (slash-ones)&^slash) & highs
			wide |= x & highs
			if stop == 0 {
				i += 8
				continue
			}
			i += bits.TrailingZeros64(stop) / 8 // borrows only reach bytes after the first
		}
		switch c := b[i]; {
		case c == '"':
			if wide != 0 && !utf8.Valid(b[start:i]) {
				return -1, false
			}
			return i + 1, escaped
		case c < ' ':
			return -1, false
		case c == '\\':
			escaped = true
			if i = escape(b, i+1); i < 0 {
				return -1, false
			}
			continue
		case c >= utf8.RuneSelf:
			wide = highs
		}
		i++
	}
	return -1, false
}

// escape reads an escape after its backslash.
func escape(b []byte, i int) int {
	if i >= len(b) {
		return -1
	}
	switch b[i] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i + 1
	case 'u':
		if _, ok := unit(b, i+1); ok {
			return i + 5
		}
	}
	return -1
}

// unit is the number of four hexadecimal digits.
func unit(b []byte, i int) (u rune, ok bool) {
	if i+4 > len(b) {
		return 0, false
	}
	for _, c := range b[i : i+4] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		u = u<<4 | rune(c)
	}
	return u, true
}

// decoded is the text of a string between two indexes; not ok where it has half
// of a character, which everyone reads in a way of their own.
func (r *matcher) decoded(i, end int, escaped bool) (text []byte, ok bool) {
	inner := r.b[i+1 : end-1]
	if !escaped {
		return inner, true
	}
	out := r.scratch[:0]
	for len(inner) > 0 {
		at := bytes.IndexByte(inner, '\\')
		if at < 0 {
			out = append(out, inner...)
			break
		}
		out = append(out, inner[:at]...)
		inner = inner[at+2:]
		switch c := r.b[end-1-len(inner)-1]; c {
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case 'u':
			u, _ := unit(inner, 0)
			if 0xD800 <= u && u <= 0xDFFF {
				return nil, false
			}
			out, inner = utf8.AppendRune(out, u), inner[4:]
		default:
			out = append(out, c)
		}
	}
	r.scratch = out
	return out, true
}
