package normalize

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dlclark/regexp2/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/limit"
	"a2aform/internal/schema/message"
)

// The sizes of patterns, counted in what they compile to: one pattern, and all
// of a document, that Go's engine is asked to take. It unfolds repetitions and
// classes, so that some hundred bytes would take gigabytes. The other engine
// does not.
const (
	largePattern  = 100_000
	largePatterns = 500_000
)

// PatternSet are the patterns of a document, compiled once.
type PatternSet struct {
	known map[string]jsonschema.Regexp // nil for a pattern that no engine understands
	size  int
	Spent atomic.Int64 // matches that took too long
	slow  sync.Map     // the texts of these
}

// IsSlow reports a value that holds a text that took too long to match: validations
// run at the same time, and the texts of another do not count.
func (p *PatternSet) IsSlow(instance any) bool {
	switch v := instance.(type) {
	case string:
		_, slow := p.slow.Load(v)
		return slow
	case []any:
		return slices.ContainsFunc(v, p.IsSlow)
	case map[string]any:
		for name, member := range v {
			if p.IsSlow(name) || p.IsSlow(member) {
				return true
			}
		}
	}
	return false
}

// newPatternSet is a set without patterns.
func newPatternSet() *PatternSet { return &PatternSet{known: map[string]jsonschema.Regexp{}} }

// Get is a pattern of JSON Schema (ECMA-262): for Go's engine, which cannot be
// made slow; or for one that knows look-ahead, as pydantic's and zod's own
// patterns need it, on a time budget. It is nil where neither takes it.
func (p *PatternSet) Get(pattern string) jsonschema.Regexp {
	re, known := p.known[pattern]
	if !known {
		re = p.compile(pattern)
		p.known[pattern] = re
	}
	return re
}

func (p *PatternSet) compile(pattern string) jsonschema.Regexp {
	if len(pattern) > limit.PatternBytes.Int() {
		return nil
	}
	text := translatePattern(pattern, linearEngine)
	if size := sizeOf(text); size <= largePattern && p.size+size <= largePatterns {
		if re, err := regexp.Compile(text); err == nil {
			p.size += size
			return LinearPattern{re, pattern}
		}
	}
	text = translatePattern(pattern, backtrackingEngine)
	re, err := regexp2.Compile(text, regexp2.ECMAScript|regexp2.Unicode) // which is what JSON Schema §6.4 asks for
	if err != nil {
		re, err = regexp2.Compile(text, regexp2.ECMAScript) // which is less strict
	}
	if err != nil {
		return nil
	}
	re.MatchTimeout = limit.MatchTime.Duration()
	return BudgetedPattern{re, pattern, p}
}

// sizeOf is about what a pattern compiles to in Go's engine.
func sizeOf(pattern string) int {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return 0
	}
	return sizeOfTree(re)
}

func sizeOfTree(re *syntax.Regexp) int {
	size := 1 + len(re.Rune)
	for _, sub := range re.Sub {
		size = min(size+sizeOfTree(sub), largePattern+1)
	}
	if re.Op == syntax.OpRepeat {
		size = min(size*max(re.Min, re.Max, 1), largePattern+1)
	}
	return size
}

var errNoPattern = errors.New("not understood")

// CompilePattern compiles a pattern that is a value and no part of a schema.
func CompilePattern(pattern string) (jsonschema.Regexp, error) {
	if re := newPatternSet().Get(pattern); re != nil {
		return re, nil
	}
	return nil, errNoPattern
}

// LinearPattern is a pattern that takes time in proportion to the text.
type LinearPattern struct {
	Re      *regexp.Regexp
	pattern string
}

func (l LinearPattern) String() string { return l.pattern }

// MatchString implements [jsonschema.Regexp].
func (l LinearPattern) MatchString(s string) bool { return l.Re.MatchString(s) }

// BudgetedPattern is a pattern with a time budget; text that exhausts it passes and is
// counted, as the agent is the one to validate then.
type BudgetedPattern struct {
	Re      *regexp2.Regexp
	pattern string
	of      *PatternSet
}

func (b BudgetedPattern) String() string { return b.pattern }

// MatchString implements [jsonschema.Regexp].
func (b BudgetedPattern) MatchString(s string) bool {
	ok, err := b.Re.MatchString(s)
	if err != nil {
		b.of.slow.Store(s, true)
		b.of.Spent.Add(1)
	}
	return ok || err != nil
}

// MatchAllPattern is the source of a pattern that matches every text, because it is not checked.
type MatchAllPattern string

func (p MatchAllPattern) String() string { return string(p) }

// MatchString implements [jsonschema.Regexp].
func (MatchAllPattern) MatchString(string) bool { return true }

// pattern notes a pattern that is not checked.
func (r *Normalizer) pattern(s *Node, pattern string) {
	switch {
	case len(pattern) > limit.PatternBytes.Int():
		r.relax(s, fmt.Sprintf("the pattern is longer than %s, so it is not checked", limit.PatternBytes))
	case r.Patterns.Get(pattern) == nil:
		r.relax(s, "a pattern is not understood, so it is not checked: "+message.Sanitize(pattern))
	}
}

// engineKind says in whose syntax a pattern is written.
type engineKind uint8

const (
	linearEngine       engineKind = iota // Go's regexp
	backtrackingEngine                   // regexp2 in its ECMAScript mode
)

// White space of ECMA-262 §12.2 and §12.3, and all else, as parts of a class.
const (
	whiteSpace    = "\\x09-\\x0D\\x20\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
	notWhiteSpace = "\\x00-\\x08\\x0E-\\x1F\\x21-\u009f\u00a1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e\u2060-\u2fff\u3001-\ufefe\uff00-\U0010ffff"
)

// translation writes a pattern of ECMA-262, which is what JSON Schema has, in
// the syntax of an engine.
type translation struct {
	rest    string
	engine  engineKind
	inClass bool
	out     strings.Builder
}

func translatePattern(pattern string, engine engineKind) string {
	t := &translation{rest: pattern, engine: engine}
	for t.rest != "" {
		t.next()
	}
	return t.out.String()
}

// take passes n bytes and writes s for them.
func (t *translation) take(n int, s string) {
	t.rest = t.rest[n:]
	t.out.WriteString(s)
}

func (t *translation) next() {
	switch c := t.rest[0]; {
	case c == '\\' && len(t.rest) > 1:
		t.escape()
	case c == ']' && t.inClass:
		t.inClass = false
		t.take(1, "]")
	case c == '[':
		t.open()
	case c == '.' && !t.inClass:
		t.take(1, "[^\\n\\r\u2028\u2029]")
	default:
		t.take(1, t.rest[:1])
	}
}

// open begins a class. An empty one matches nothing, its opposite everything.
func (t *translation) open() {
	switch {
	case t.inClass:
		t.take(1, `\[`)
	case strings.HasPrefix(t.rest, "[^]"):
		t.take(3, `[\s\S]`)
	case strings.HasPrefix(t.rest, "[]"):
		t.take(2, `[^\s\S]`)
	case strings.HasPrefix(t.rest, "[^"):
		t.inClass = true
		t.take(2, "[^")
	default:
		t.inClass = true
		t.take(1, "[")
	}
}

func (t *translation) escape() {
	r, size := utf8.DecodeRuneInString(t.rest[1:])
	switch {
	case r == 'u':
		t.codePoint()
	case r == 'c' && len(t.rest) > 2 && isPatternLetter(t.rest[2]):
		t.take(3, literalRune(rune(t.rest[2]%32)))
	case r == 's':
		t.take(2, t.class(whiteSpace))
	case r == 'S':
		t.take(2, t.class(notWhiteSpace))
	case r == 'b' && t.inClass:
		t.take(2, `\x08`)
	case (r == 'p' || r == 'P') && t.engine == linearEngine:
		t.property()
	case r >= utf8.RuneSelf:
		t.take(1+size, string(r))
	default:
		t.take(2, t.rest[:2])
	}
}

func isPatternLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// class writes the parts of a class in one, or as one of its own.
func (t *translation) class(parts string) string {
	if t.inClass {
		return parts
	}
	return "[" + parts + "]"
}

// codePoint writes \uHHHH, a pair of surrogates, or \u{H…} as the character
// itself.
func (t *translation) codePoint() {
	if digits, _, ok := strings.Cut(strings.TrimPrefix(t.rest, `\u{`), "}"); ok && strings.HasPrefix(t.rest, `\u{`) {
		if n, err := strconv.ParseUint(digits, 16, 21); err == nil {
			t.take(len(`\u{}`)+len(digits), literalRune(rune(n)))
			return
		}
	}
	high, ok := hexadecimal(t.rest)
	if !ok {
		t.take(2, "u")
		return
	}
	if low, ok := hexadecimal(t.rest[6:]); ok && utf16.IsSurrogate(high) && utf16.DecodeRune(high, low) != utf8.RuneError {
		t.take(12, literalRune(utf16.DecodeRune(high, low)))
		return
	}
	t.take(6, literalRune(high))
}

// hexadecimal reads \uHHHH.
func hexadecimal(s string) (rune, bool) {
	if len(s) < 6 || s[:2] != `\u` {
		return 0, false
	}
	n, err := strconv.ParseUint(s[2:6], 16, 16)
	return rune(n), err == nil
}

// literalRune is a character as both engines read it. Half a pair of surrogates
// is what JSON readers make of it, U+FFFD.
func literalRune(r rune) string {
	if r < utf8.RuneSelf {
		return fmt.Sprintf(`\x%02X`, r)
	}
	return string(r)
}

// property writes \p{Script=Greek} and \p{Letter} with the short names that Go's
// engine knows.
func (t *translation) property() {
	body, ok := strings.CutPrefix(t.rest[2:], "{")
	name, _, closed := strings.Cut(body, "}")
	if !ok || !closed {
		t.take(2, t.rest[:2])
		return
	}
	short := name
	if key, value, named := strings.Cut(name, "="); named {
		switch key {
		case "Script", "sc", "Script_Extensions", "scx", "General_Category", "gc":
			short = value
		}
	}
	if alias, ok := unicode.CategoryAliases[short]; ok {
		short = alias
	}
	t.take(len(`\p{}`)+len(name), t.rest[:2]+"{"+short+"}")
}
