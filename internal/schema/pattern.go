package schema

import (
	"regexp"
	"time"

	"github.com/dlclark/regexp2"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// matchBudget bounds one match of a pattern that Go's linear engine does not
// take (DESIGN §8).
const matchBudget = 100 * time.Millisecond

// compilePattern compiles a pattern of JSON Schema (ECMA-262): first with Go's
// engine, which cannot be made slow; then with one that knows look-ahead, as
// pydantic's and zod's own patterns need it, on a time budget. A pattern that
// neither takes is not checked, and the user is told.
func (d *Document) compilePattern(pattern string) (jsonschema.Regexp, error) {
	if linear, err := regexp.Compile(pattern); err == nil {
		return linear, nil
	}
	if backtracking, err := regexp2.Compile(pattern, regexp2.ECMAScript); err == nil {
		backtracking.MatchTimeout = matchBudget
		return budgeted{backtracking}, nil
	}
	d.notice("the pattern " + shown(pattern) + " is not understood, so it is not checked")
	return anyText(pattern), nil
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
