package normalize

import (
	"math/rand/v2"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// Limits of what is made for a pattern.
const (
	maxRepeat  = 4       // of a part that may repeat without end, beyond its minimum
	maxPattern = 2_000   // bytes of a pattern
	unbounded  = 1 << 20 // the length of a text that has no maximum
)

// TextPattern makes texts that match one pattern.
type TextPattern struct {
	root *syntax.Regexp
}

// NewTextPattern reads a pattern of JSON Schema. Look-around is left out, so what is made may not match it. It is nil where the
// pattern cannot be read.
func NewTextPattern(pattern string) *TextPattern {
	if len(pattern) > maxPattern {
		return nil
	}
	re, err := syntax.Parse(goSyntax(withoutLookAround(pattern)), syntax.Perl)
	if err != nil {
		return nil
	}
	return &TextPattern{re}
}

// Make makes a text of about length characters, as near as the pattern allows; of any length for a negative one. What it takes
// where the pattern has a choice is random.
func (p *TextPattern) Make(random *rand.Rand, length int) string {
	m := textMaker{random: random}
	minimum, maximum := repeatBounds(p.root)
	switch {
	case length < 0:
		length = minimum + random.IntN(1+min(maximum-minimum, maxRepeat))
	default:
		length = max(minimum, min(length, maximum))
	}
	m.node(p.root, length)
	return m.out.String()
}

// Shortest and longest are the bounds of the length of what the pattern matches as a whole.
func (p *TextPattern) Shortest() int {
	minimum, _ := repeatBounds(p.root)
	return minimum
}

type textMaker struct {
	random *rand.Rand
	out    strings.Builder
}

// node writes a text of a length that the bounds of the node allow.
func (m *textMaker) node(re *syntax.Regexp, length int) {
	switch re.Op {
	case syntax.OpLiteral:
		m.out.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		m.out.WriteRune(m.oneOf(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		m.out.WriteByte("abcdefghijklmnopqrstuvwxyz"[m.random.IntN(26)])
	case syntax.OpCapture:
		m.node(re.Sub[0], length)
	case syntax.OpConcat:
		m.concat(re.Sub, length)
	case syntax.OpAlternate:
		m.alternate(re.Sub, length)
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		m.repeat(re, length)
	}
}

// concat gives each part its minimum, and what is left to the parts in random order.
func (m *textMaker) concat(parts []*syntax.Regexp, length int) {
	sizes, left := make([]int, len(parts)), length
	for i, part := range parts {
		sizes[i], _ = repeatBounds(part)
		left -= sizes[i]
	}
	for _, i := range m.random.Perm(len(parts)) {
		_, maximum := repeatBounds(parts[i])
		more := max(0, min(left, maximum-sizes[i]))
		sizes[i] += more
		left -= more
	}
	for i, part := range parts {
		m.node(part, sizes[i])
	}
}

// alternate takes one of the parts that can have the length.
func (m *textMaker) alternate(parts []*syntax.Regexp, length int) {
	var fit []*syntax.Regexp
	for _, part := range parts {
		if minimum, maximum := repeatBounds(part); minimum <= length && length <= maximum {
			fit = append(fit, part)
		}
	}
	if fit == nil {
		fit = parts
	}
	part := fit[m.random.IntN(len(fit))]
	minimum, maximum := repeatBounds(part)
	m.node(part, max(minimum, min(length, maximum)))
}

// repeat takes as many copies as the length needs.
func (m *textMaker) repeat(re *syntax.Regexp, length int) {
	least, most := textTimes(re)
	minimum, maximum := repeatBounds(re.Sub[0])
	n := least
	switch {
	case maximum == 0:
	case minimum > 0 && length/minimum < most:
		most = length / minimum
		fallthrough
	default:
		n = max(least, (length+maximum-1)/maximum, min(most, n+m.random.IntN(maxRepeat)))
		if minimum > 0 {
			n = max(least, min(n, length/minimum))
		}
	}
	left := length - n*minimum
	for range n {
		more := max(0, min(left, maximum-minimum))
		m.node(re.Sub[0], minimum+more)
		left -= more
	}
}

// textTimes are how often a node may repeat.
func textTimes(re *syntax.Regexp) (minimum, maximum int) {
	switch re.Op {
	case syntax.OpStar:
		return 0, unbounded
	case syntax.OpPlus:
		return 1, unbounded
	case syntax.OpQuest:
		return 0, 1
	}
	if re.Max < 0 {
		return re.Min, unbounded
	}
	return re.Min, re.Max
}

// repeatBounds are the lengths that a node can have, in characters.
func repeatBounds(re *syntax.Regexp) (minimum, maximum int) {
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune), len(re.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1, 1
	case syntax.OpCapture:
		return repeatBounds(re.Sub[0])
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			low, high := repeatBounds(sub)
			minimum, maximum = minimum+low, min(maximum+high, unbounded)
		}
		return minimum, maximum
	case syntax.OpAlternate:
		minimum = unbounded
		for _, sub := range re.Sub {
			low, high := repeatBounds(sub)
			minimum, maximum = min(minimum, low), max(maximum, high)
		}
		return minimum, maximum
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		least, most := textTimes(re)
		low, high := repeatBounds(re.Sub[0])
		return min(least*low, unbounded), min(most*high, unbounded)
	}
	return 0, 0
}

// preferredText are the characters that are taken of a class which has them, so that texts can be read.
const preferredText = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_ "

// oneOf takes a character of the ranges of a class.
func (m *textMaker) oneOf(ranges []rune) rune {
	start := m.random.IntN(len(preferredText))
	for i := range preferredText {
		r := rune(preferredText[(start+i)%len(preferredText)])
		for j := 0; j+1 < len(ranges); j += 2 {
			if ranges[j] <= r && r <= ranges[j+1] {
				return r
			}
		}
	}
	if len(ranges) < 2 {
		return 'a'
	}
	pair := 2 * m.random.IntN(len(ranges)/2)
	r := ranges[pair] + m.random.Int32N(min(ranges[pair+1]-ranges[pair], 1000)+1)
	if !utf8.ValidRune(r) {
		return utf8.RuneError
	}
	return r
}

// goSyntax writes the escapes of ECMA-262 that Go does not know as Go writes them.
func goSyntax(pattern string) string {
	var out strings.Builder
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		if c != '\\' || i+1 == len(pattern) {
			out.WriteByte(c)
			continue
		}
		i++
		switch next := pattern[i]; {
		case next == 'u' && i+4 < len(pattern) && pattern[i+1] != '{':
			out.WriteString(`\x{` + pattern[i+1:i+5] + `}`)
			i += 4
		case next == 'u':
			out.WriteString(`\x`)
		case next == '/', next >= utf8.RuneSelf:
			out.WriteByte(next)
		default:
			out.WriteString(pattern[i-1 : i+1])
		}
	}
	return out.String()
}

// withoutLookAround leaves out groups that match no text.
func withoutLookAround(pattern string) string {
	for _, start := range []string{"(?=", "(?!", "(?<=", "(?<!"} {
		for {
			at := strings.Index(pattern, start)
			if at < 0 {
				break
			}
			end := groupEnd(pattern, at)
			pattern = pattern[:at] + pattern[end:]
		}
	}
	return pattern
}

// groupEnd is where the group that begins at an index ends.
func groupEnd(pattern string, at int) int {
	depth, inClass := 0, false
	for i := at; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\':
			i++
		case c == '[':
			inClass = true
		case c == ']':
			inClass = false
		case c == '(' && !inClass:
			depth++
		case c == ')' && !inClass:
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(pattern)
}
