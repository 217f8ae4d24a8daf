package fastcheck

import (
	"slices"

	"a2aform/internal/jsonscan"
	"a2aform/internal/limit"
)

// matcher reads the bytes of a value by rules. Each method reads something that
// starts at an index and returns the index after it, -1 where the rules do not
// accept it or it is no JSON (RFC 8259).
type matcher struct {
	b       []byte
	scratch []byte   // a text with its escapes undone
	names   []uint64 // hashes of the names of the objects around, but for declared ones
	seen    []uint64 // bits of the declared ones
}

// beginnings are the kinds of values by their first byte.
var beginnings = func() (list [256]kinds) {
	list['n'], list['t'], list['f'], list['"'], list['['], list['{'], list['-'] = nullKind, boolKind, boolKind, textKind, arrayKind, objectKind, numberKinds
	for c := '0'; c <= '9'; c++ {
		list[c] = numberKinds
	}
	return list
}()

// value reads a value that p accepts, and says what kind it is of.
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

// branches reports whether a branch of each union accepts the value.
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
		return r.literal(i, allowed(p, func(c *choiceRules) bool { return c.null })), nullKind
	case 't':
		return r.literal(i, allowed(p, func(c *choiceRules) bool { return c.yes })), boolKind
	case 'f':
		return r.literal(i, allowed(p, func(c *choiceRules) bool { return c.no })), boolKind
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

func (r *matcher) literal(i int, allowed bool) int {
	if !allowed {
		return -1
	}
	return jsonscan.Value(r.b, i, 0)
}

func (r *matcher) text(p *rules, i int) int {
	end, escaped := jsonscan.Text(r.b, i)
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
	if i = jsonscan.Space(r.b, i+1); i < len(r.b) && r.b[i] == ']' {
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
		if i = jsonscan.Space(r.b, i); i >= len(r.b) {
			return -1
		}
		switch r.b[i] {
		case ']':
			return a.counted(n, i+1)
		case ',':
			i = jsonscan.Space(r.b, i+1)
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

// decoded is the text of a string between two indexes; not ok where it has half
// of a character, which everyone reads in a way of their own.
func (r *matcher) decoded(i, end int, escaped bool) (text []byte, ok bool) {
	inner := r.b[i+1 : end-1]
	if !escaped {
		return inner, true
	}
	if text, ok = jsonscan.Unescape(r.scratch[:0], inner); ok {
		r.scratch = text
	}
	return text, ok
}
