package schema

import (
	"errors"
	"fmt"
	"regexp"
	"time"

	"github.com/dlclark/regexp2"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
)

// matchBudget bounds one match of a pattern that Go's linear engine does not
// take (DESIGN §8).
const matchBudget = 100 * time.Millisecond

// patterns are the patterns of a document, compiled; nil for those that no
// engine understands.
type patterns map[string]jsonschema.Regexp

// get is a pattern, compiled once.
func (p patterns) get(pattern string) jsonschema.Regexp {
	re, known := p[pattern]
	if !known {
		re = compilePattern(pattern)
		p[pattern] = re
	}
	return re
}

// compilePattern compiles a pattern of JSON Schema (ECMA-262): first with Go's
// engine, which cannot be made slow; then with one that knows look-ahead, as
// pydantic's and zod's own patterns need it, on a time budget. It is nil where
// neither takes the pattern.
func compilePattern(pattern string) jsonschema.Regexp {
	if len(pattern) > maxPattern {
		return nil
	}
	if linear, err := regexp.Compile(pattern); err == nil {
		return linear
	}
	if backtracking, err := regexp2.Compile(pattern, regexp2.ECMAScript); err == nil {
		backtracking.MatchTimeout = matchBudget
		return budgeted{backtracking}
	}
	return nil
}

// engine gives the judge the patterns of the document. While it compiles, any
// pattern will do: the user is told of those that are not checked. Later it is
// asked whether a text of format "regex" is a pattern.
func (d *Document) engine(pattern string) (jsonschema.Regexp, error) {
	if d.compiled != nil {
		re, known := d.patterns[pattern]
		if !known {
			re = compilePattern(pattern)
		}
		if re == nil {
			return nil, errNoPattern
		}
		return re, nil
	}
	if re := d.patterns.get(pattern); re != nil {
		return re, nil
	}
	return anyText(pattern), nil
}

var errNoPattern = errors.New("not understood")

// pattern notes a pattern that is not checked.
func (r *repair) pattern(s *site, pattern string) {
	switch {
	case len(pattern) > maxPattern:
		r.weaken(s, fmt.Sprintf("the pattern is longer than %d bytes, so it is not checked", maxPattern))
	case r.patterns.get(pattern) == nil:
		r.weaken(s, "the pattern "+shown(pattern)+" is not understood, so it is not checked")
	}
}

// keyPatterns lets properties be anything where a pattern for their names is
// not understood.
func (r *repair) keyPatterns(s *site, o *object, v *ojson.Value) {
	var changed []ojson.Member
	for i, m := range v.Members() {
		if r.patterns.get(m.Name) != nil {
			continue
		}
		if changed == nil {
			changed = append(changed, v.Members()...)
		}
		changed[i].Value = ojson.NewObject()
		r.weaken(s, "the pattern "+shown(m.Name)+" is not understood, so the names of properties are not checked")
	}
	if changed != nil {
		o.set("patternProperties", ojson.NewObject(changed...))
	}
}

// budgeted is a pattern with a time budget; text that exhausts it passes, as
// the agent is the one to judge then.
type budgeted struct{ re *regexp2.Regexp }

func (b budgeted) String() string { return b.re.String() }

func (b budgeted) MatchString(s string) bool {
	ok, err := b.re.MatchString(s)
	return ok || err != nil
}

type anyText string

func (u anyText) String() string { return string(u) }

func (anyText) MatchString(string) bool { return true }
