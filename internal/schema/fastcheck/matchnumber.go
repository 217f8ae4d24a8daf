package fastcheck

import (
	"slices"
	"strconv"

	"a2aform/internal/jsonscan"
	"a2aform/internal/limit"
)

// decimal reads a number.
func (r *matcher) decimal(start int) (end int, d decimal) {
	end = jsonscan.Number(r.b, start)
	if end < 0 || end-start > limit.NumberDigits.Int() {
		return -1, d
	}
	d.literal = r.b[start:end]
	i := 0
	if d.literal[0] == '-' {
		d.negative = true
		i++
	}
	if i = d.digits(i); i < len(d.literal) && d.literal[i] == '.' {
		point := i
		i = d.digits(i + 1)
		d.scale = i - point - 1
	}
	digits, exponent := i, 0
	if i < len(d.literal) {
		var err error
		exponent, err = strconv.Atoi(string(d.literal[i+1:]))
		if most := limit.NumberExponent.Int(); err != nil || exponent > most || exponent < -most {
			return -1, d
		}
	}
	d.small = digits <= maxDigits && d.shift(exponent)
	return end, d
}

// digits reads digits of the literal into the mantissa, which is of use only where they are
// few.
func (d *decimal) digits(i int) int {
	for i < len(d.literal) && '0' <= d.literal[i] && d.literal[i] <= '9' {
		d.mantissa = d.mantissa*10 + uint64(d.literal[i]-'0')
		i++
	}
	return i
}

// shift moves the point, and reports whether the number is still small.
func (d *decimal) shift(exponent int) bool {
	if exponent == 0 {
		return true
	}
	d.scale -= exponent
	if d.scale >= 0 {
		return d.scale <= maxDigits
	}
	if d.scale < -maxDigits || d.mantissa > powers[maxDigits]/powers[-d.scale] {
		return false
	}
	d.mantissa, d.scale = d.mantissa*powers[-d.scale], 0
	return true
}

// object reads an object.
func (r *matcher) object(o *objectRules, i, depth int) int {
	names, seen := len(r.names), len(r.seen)
	for range (len(o.names) + 63) / 64 {
		r.seen = append(r.seen, 0)
	}
	m := membership{rules: o, names: names, seen: seen}
	end := r.members(&m, i, depth)
	if end >= 0 && !r.complete(&m) {
		end = -1
	}
	r.names, r.seen = r.names[:names], r.seen[:seen]
	return end
}

// membership is how far the reading of one object is.
type membership struct {
	rules       *objectRules
	names, seen int // where those of the object begin
	next        int // the declared name that is expected
	declared    int // that were seen
	demanded    int // of them, required ones
}

func (r *matcher) members(m *membership, i, depth int) int {
	if i = jsonscan.Space(r.b, i+1); i < len(r.b) && r.b[i] == '}' {
		return i + 1
	}
	for i < len(r.b) && r.b[i] == '"' {
		end, escaped := jsonscan.Text(r.b, i)
		if end < 0 {
			return -1
		}
		member := r.member(m, i, end, escaped)
		if i = jsonscan.Space(r.b, end); member == nil || i >= len(r.b) || r.b[i] != ':' {
			return -1
		}
		if i, _ = r.value(member, jsonscan.Space(r.b, i+1), depth+1); i < 0 {
			return -1
		}
		if i = jsonscan.Space(r.b, i); i >= len(r.b) {
			return -1
		}
		if r.b[i] == '}' {
			return i + 1
		}
		if r.b[i] != ',' {
			return -1
		}
		i = jsonscan.Space(r.b, i+1)
	}
	return -1
}

// member returns the rules of the member whose name is at i, nil for a name that was
// there before or cannot be read.
func (r *matcher) member(m *membership, i, end int, escaped bool) *rules {
	name, ok := r.decoded(i, end, escaped)
	if !ok {
		return nil
	}
	at, declared := m.next, false
	if at < len(m.rules.names) && m.rules.names[at] == string(name) {
		declared = true
	} else if len(m.rules.names) > 0 {
		at, declared = m.rules.at[string(name)]
	}
	if !declared {
		r.names = append(r.names, hash(name))
		return m.rules.rest
	}
	word, bit := &r.seen[m.seen+at/64], uint64(1)<<(at%64)
	if *word&bit != 0 {
		return nil
	}
	*word |= bit
	m.next = at + 1
	m.declared++
	if m.rules.required[at] {
		m.demanded++
	}
	return m.rules.members[at]
}

// complete reports that all members are there, none twice, and not too many.
func (r *matcher) complete(m *membership) bool {
	others := r.names[m.names:]
	n := m.declared + len(others)
	if m.demanded < m.rules.demands || n < m.rules.minimum || m.rules.maximum >= 0 && n > m.rules.maximum {
		return false
	}
	if len(others) < 2 {
		return true
	}
	slices.Sort(others)
	for i := range others[1:] {
		if others[i] == others[i+1] { // the same name, or so it seems: not accepted
			return false
		}
	}
	return true
}

// hash is FNV-1a.
func hash(name []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range name {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}
