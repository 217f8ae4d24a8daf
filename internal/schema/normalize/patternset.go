package normalize

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/dlclark/regexp2"
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
	re, err := regexp2.Compile(translatePattern(pattern, backtrackingEngine), regexp2.ECMAScript)
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
