// Package doctor checks agent cards and their schemas against rules, as they were received: a
// card that no client opens has findings too. The texts of the rules are in rules.toml.
//
// [Check] and [CheckOpened] send and fetch nothing. [CheckLive] asks the agent, and
// [CheckMessages] sends it messages. What comes from outside is made safe before it becomes a
// text of a finding.
package doctor

import (
	"cmp"
	"fmt"
	"slices"

	"a2aform/a2aclient"
	"a2aform/a2aclient/signature"
	"a2aform/internal/safe"
)

// Options say what is checked, and what is known of the card.
type Options struct {
	Source string // the URL or file that the card was read from, "" where it is not known
	Rules  []*Rule
	// Verify checks the signatures of a card; nil knows no keys.
	Verify func(card []byte) ([]signature.Verdict, error)
	// WithoutSchemas leaves out the rules about schemas, which take time.
	WithoutSchemas bool
}

// maxFindings is how many findings of one rule are kept.
const maxFindings = 1000

// Check returns what the rules find in a card. Rules that are not about its dialect, or about
// what it does not have, are neither held nor broken.
func Check(card []byte, o Options) *Report {
	c := newChecker(card, o)
	c.check()
	return c.report()
}

// found is a finding without the texts of its rule.
type found struct {
	rule    string
	level   Level // "" for the rule's own
	pointer string
	offset  int // in the card; -1 for that of the pointer
	what    string
	fix     string // "" for the rule's own
}

// checker collects what is found in a card.
type checker struct {
	card
	options  Options
	rules    map[string]*Rule // that were chosen
	applied  map[string]bool  // rules that could be checked
	found    []found
	counts   map[string]int
	patterns *Patterns

	names      map[string]bool // of the card's schemas
	inputs     map[string]bool // the ones that an input mode names
	examples   []*example
	examplesOf map[string][]*example // by schema
}

func newChecker(data []byte, o Options) *checker {
	c := &checker{options: o, rules: map[string]*Rule{}, applied: map[string]bool{}, counts: map[string]int{}, patterns: &Patterns{}, examplesOf: map[string][]*example{}, inputs: map[string]bool{}}
	if o.Rules == nil {
		o.Rules = AllRules()
	}
	for _, r := range o.Rules {
		c.rules[r.ID] = r
	}
	c.data = data
	return c
}

// apply notes that rules can be checked in this card.
func (c *checker) apply(ids ...string) {
	for _, id := range ids {
		if c.rules[id] != nil {
			c.applied[id] = true
		}
	}
}

// add adds a finding of a rule with its own fix. Untrusted text in args must be made safe before.
func (c *checker) add(id, pointer, format string, args ...any) {
	c.put(found{rule: id, pointer: pointer, offset: -1, what: fmt.Sprintf(format, args...)})
}

// addFix is add with another fix than the rule's own.
func (c *checker) addFix(id, pointer, fix, format string, args ...any) {
	c.put(found{rule: id, pointer: pointer, offset: -1, fix: fix, what: fmt.Sprintf(format, args...)})
}

func (c *checker) put(f found) {
	if c.rules[f.rule] == nil {
		return
	}
	c.applied[f.rule] = true
	f.pointer = c.written(f.pointer)
	if c.counts[f.rule]++; c.counts[f.rule] <= maxFindings {
		c.found = append(c.found, f)
	}
}

// check applies all rules to the card.
func (c *checker) check() {
	if !c.read() {
		return
	}
	c.checkCommon()
	c.checkDialect()
	c.checkNetwork()
	c.checkObjectSchemas()
	c.checkExtensions()
	c.checkExamples()
	if !c.options.WithoutSchemas {
		c.checkSchemas()
	}
}

// report gives the findings their texts and positions.
func (c *checker) report() *Report {
	r := NewReport(c.options.Source)
	pointers := make([]string, 0, len(c.found))
	var offsets []int
	for _, f := range c.found {
		if f.offset < 0 {
			pointers = append(pointers, f.pointer)
		} else {
			offsets = append(offsets, f.offset)
		}
	}
	byPointer, byOffset := LocatePointers(c.data, pointers), locateOffsets(c.data, offsets)
	for _, f := range c.found {
		at := byOffset[f.offset]
		if f.offset < 0 {
			at = byPointer[f.pointer]
		}
		text := c.rules[f.rule]
		r.Findings = append(r.Findings, Finding{
			Rule: f.rule, Level: cmp.Or(f.level, text.Level), Pointer: f.pointer, Line: at.Line, Column: at.Column,
			What: f.what, Why: text.Why, Fix: cmp.Or(f.fix, text.Fix),
		})
	}
	r.sort()
	for id, n := range c.counts {
		if n > maxFindings {
			if r.Omitted == nil {
				r.Omitted = map[string]int{}
			}
			r.Omitted[id] = n - maxFindings
		}
	}
	for id := range c.applied {
		if c.counts[id] == 0 {
			r.Held = append(r.Held, id)
		}
	}
	slices.Sort(r.Held)
	return r
}

// shown is untrusted text as a finding quotes it.
func shown(text string) string { return safe.Text(text).Line(80).String() }

// quoted is shown in quotes.
func quoted(text string) string { return `"` + shown(text) + `"` }

// isA2A reports a card of the specification: 1.0, 0.3 or 0.2.
func (c *checker) isA2A() bool {
	return c.dialect == a2aclient.DialectV10 || c.isOld()
}

func (c *checker) isOld() bool {
	return c.dialect == a2aclient.DialectV03 || c.dialect == a2aclient.DialectV02
}
