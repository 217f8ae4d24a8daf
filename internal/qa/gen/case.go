package gen

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"time"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/runner"
	"a2aform/internal/schema"
	"a2aform/internal/schema/message"
)

// Kind says what the schema makes of a value.
type Kind string

// The kinds of cases.
const (
	Valid    Kind = "valid"
	Invalid  Kind = "invalid"
	Disputed Kind = "disputed" // validators differ, so any answer is right
)

// Case is a value with one change from the base value.
type Case struct {
	Name    string       // such as "/nights maximum+1"
	Pointer string       // of the value that is about the keyword; of an invalid one, where the validator finds the fault
	Keyword string       // of JSON Schema
	Change  string       // what is different, such as "maximum+1"
	Kind    Kind         // what the validator says of it
	At      string       // where it differs from the base value
	Value   *ojson.Value // at Pointer; nil where it is left out
	Whole   *ojson.Value // the value that is sent
	Breaks  bool         // the validator rejects it, also where that is disputed
	Also    []string     // where an invalid value breaks the schema besides, such as "/a required"
}

// maxShownValue is how long a value in a label is at most, in bytes.
const maxShownValue = 48

// Label is what is sent, in a few words: `status: "any"`, or the change where the value is long.
func (c *Case) Label() string {
	name, value := strings.TrimPrefix(c.Pointer, "/"), "left out"
	if c.Value != nil {
		value = string(c.Value.Compact())
	}
	if len(value) > maxShownValue {
		value = c.Change
	}
	if name == "" {
		return cmp.Or(value, c.Name)
	}
	return name + ": " + value
}

// JSON is the value that is sent.
func (c *Case) JSON() []byte { return c.Whole.Compact() }

// Expected says how an agent should take the value.
func (c *Case) Expected() string {
	switch c.Kind {
	case Valid:
		return "accepted"
	case Invalid:
		return "rejected"
	}
	return "either"
}

// Options say which cases are made.
type Options struct {
	Base    *ojson.Value // a valid value; nil for the smallest
	Seed    uint64
	Max     int  // cases; 0 for all
	Valid   bool // make cases that the validator accepts, disputed ones among them; without Valid and Invalid both are made
	Invalid bool // make cases that it rejects
	Hazards bool // texts that programs trip over
}

// Limits of a generator.
const (
	maxCases  = 10_000 // that are tried
	maxLevels = 8      // of a value whose keywords are tried
	maxDetour = 2      // branches inside branches that are not those of the base value
)

// errInvalidBase says that the base value is not valid.
var errInvalidBase = errors.New("the base value does not satisfy the schema")

// Generator makes the cases of a schema.
type Generator struct {
	doc     *schema.Document
	options Options
	base    *ojson.Value
	make    *maker

	cases   []Case
	seen    map[string]bool // values, as JSON
	visited map[string]bool // branches whose keywords were tried
	tried   int
	dropped int
}

// New prepares a generator. It fails where there is no valid base value.
func New(doc *schema.Document, o Options) (*Generator, error) {
	if err := doc.Compile(); err != nil {
		return nil, err
	}
	g := &Generator{doc: doc, options: o, base: o.Base, make: newMaker(doc, o.Seed), seen: map[string]bool{}, visited: map[string]bool{}}
	if !o.Valid && !o.Invalid {
		g.options.Valid, g.options.Invalid = true, true
	}
	if g.base == nil {
		var err error
		if g.base, err = Smallest(doc); err != nil {
			return nil, err
		}
	}
	if !isValid(doc.Validate(g.base)) {
		return nil, errInvalidBase
	}
	return g, nil
}

// Base is the value that the cases change.
func (g *Generator) Base() *ojson.Value { return g.base }

// Dropped is how many values were made and not used, because the validator did not confirm what they were made for.
func (g *Generator) Dropped() int { return g.dropped }

// Cases iterates over the cases, the base value first.
func (g *Generator) Cases() iter.Seq[Case] {
	return slices.Values(g.list())
}

func (g *Generator) list() []Case {
	if g.cases == nil {
		p := place{loc: g.doc.Root(), value: g.base, root: func(v *ojson.Value) *ojson.Value { return v }}
		g.valid(p, "", "the base value", g.base)
		g.walk(p)
		g.cases = limitCases(g.cases, g.options.Max)
	}
	return g.cases
}

// limitCases chooses cases so that each location and each keyword has some, and keeps their order.
func limitCases(cases []Case, limit int) []Case {
	if limit <= 0 || len(cases) <= limit {
		return cases
	}
	type rank struct{ index, here, overall int } // how many cases of its keyword come before it
	seen := map[string]int{}
	ranks := make([]rank, len(cases))
	for i, c := range cases {
		keyword := c.Keyword + " " + string(c.Kind)
		here := keyword + " " + c.Pointer
		ranks[i] = rank{i, seen[here], seen[keyword]}
		seen[here]++
		seen[keyword]++
	}
	slices.SortStableFunc(ranks, func(a, b rank) int { return cmp.Or(a.here-b.here, a.overall-b.overall) })
	ranks = ranks[:limit]
	slices.SortFunc(ranks, func(a, b rank) int { return a.index - b.index })
	kept := make([]Case, limit)
	for i, r := range ranks {
		kept[i] = cases[r.index]
	}
	return kept
}

// add validates a case and keeps it. keywords are the keywords that an invalid value may break, the one it is made for first.
func (g *Generator) add(c Case, keywords ...string) bool {
	if c.Whole == nil || g.tried >= maxCases || len(c.Whole.Compact()) > maxText*2 {
		return false
	}
	if c.Kind == Invalid && !g.options.Invalid || c.Kind == Valid && !g.options.Valid {
		return false
	}
	key := string(c.Whole.Compact())
	if g.seen[key] {
		return false
	}
	g.tried++
	if !g.prove(&c, keywords) {
		g.dropped++
		return false
	}
	if c.Breaks && !g.options.Invalid || !c.Breaks && !g.options.Valid {
		return false
	}
	c.Name = nameOf(c.Pointer) + " " + c.Change
	g.seen[key] = true
	g.cases = append(g.cases, c)
	return true
}

func nameOf(pointer string) string {
	if pointer == "" {
		return "(whole)"
	}
	return pointer
}

// prove reports whether the case is as valid or invalid as it is made to be.
func (g *Generator) prove(c *Case, keywords []string) bool {
	broken := g.doc.Broken(c.Whole)
	if slices.ContainsFunc(broken, message.Problem.IsUnchecked) {
		return false
	}
	c.Breaks = len(broken) > 0
	switch c.Kind {
	case Valid:
		return !c.Breaks
	case Disputed:
		return true
	}
	for _, keyword := range keywords {
		if slices.ContainsFunc(broken, func(p message.Problem) bool { return p.Pointer == c.Pointer && p.Keyword == keyword }) {
			c.Keyword = keyword
			c.Also = g.also(c)
			return true
		}
	}
	return false
}

// also lists the other problems of an invalid case. Those of the values that contain the fault are the same fault.
func (g *Generator) also(c *Case) (list []string) {
	for _, p := range g.doc.Validate(c.Whole) {
		if !strings.HasPrefix(c.Pointer+"/", p.Pointer+"/") && !strings.HasPrefix(p.Pointer+"/", c.Pointer+"/") {
			list = append(list, nameOf(p.Pointer)+" "+p.Keyword)
		}
	}
	return list
}

// Row is a value and how the agent took it.
type Row struct {
	Item
	Answer  check.Answer
	Verdict check.Verdict
	Seen    string // the end of the run, which may contain text of the agent
	Run     string // whose file was kept
	Took    time.Duration
	// Violations are the rules that the agent broke besides, Repairs what the client put right.
	Violations []check.Violation
	Repairs    []string
}

// rowOf is the row of a result of one of the cases.
func (p *Pack) rowOf(r *runner.Result) Row {
	row := Row{Item: p.Base, Verdict: r.Verdict, Answer: check.Nothing, Took: r.Took}
	if i := slices.IndexFunc(p.Items, func(item Item) bool { return item.Test == r.Case }); i >= 0 {
		row.Item = p.Items[i]
	}
	if r.Err != nil {
		row.Seen = r.Err.Error()
	}
	for _, a := range r.Attempts {
		row.Run = a.Run
		if a.Result == nil {
			continue
		}
		row.Violations, row.Repairs = a.Violations, a.Repairs
		if a.Answer != "" {
			row.Answer = a.Answer
		}
		if i := slices.IndexFunc(a.Lines, func(l check.Line) bool { return l.Outcome != check.OK }); i >= 0 {
			row.Seen = failed(a.Lines[i])
		} else if row.Seen == "" && len(a.Lines) > 0 {
			row.Seen = a.Lines[0].Seen
		}
	}
	return row
}

// failed says which expectation does not hold: of the state, which has a column of its own, only what was seen.
func failed(l check.Line) string {
	if l.Check == "state" || l.Check == "run" {
		return l.Seen
	}
	return strings.Join(strings.Fields(l.Check+" "+l.At+" expected "+l.Expected+"; seen: "+l.Seen), " ")
}

// TakeBase takes the answer to the base value. Where data of the form makes a task, a message that answers another value says that
// the agent rejects it.
func (p *Pack) TakeBase(row Row) {
	if !p.isTagged || row.Answer != check.Accepted {
		return
	}
	for i := range p.Items {
		test := p.Items[i].Test
		rejection := casefile.Rejection{}
		if test.Rejection != nil {
			rejection = *test.Rejection
		}
		rejection.States = append(slices.Clone(rejection.States), "answered")
		if p.Items[i].Kind == Invalid {
			test.Rejection = &rejection
		}
	}
}

// Cases are the cases, without the case of the base value.
func (p *Pack) Cases() []*casefile.Case {
	list := make([]*casefile.Case, len(p.Items))
	for i, item := range p.Items {
		list[i] = item.Test
	}
	return list
}

// RefusesNothing reports whether the agent accepted all invalid values, of which there are several: that is one finding.
func RefusesNothing(rows []Row) bool {
	n := 0
	for _, row := range rows {
		if row.Kind != Invalid {
			continue
		}
		if row.Answer != check.Accepted {
			return false
		}
		n++
	}
	return n > 1
}

// Run sends the values, the base value first, and returns how the agent took each. Where the agent does not accept the base value,
// the others would say nothing: they are not sent, and accepted is false.
func (p *Pack) Run(ctx context.Context, o runner.Options) (rows []Row, accepted bool) {
	report := o.Report
	o.Report = func(r *runner.Result) {
		rows = append(rows, p.rowOf(r))
		if report != nil {
			report(r)
		}
	}
	runner.Run(ctx, slices.Values([]*casefile.Case{p.Base.Test}), o)
	if len(rows) == 0 || rows[0].Verdict != check.Pass {
		return rows, false
	}
	p.TakeBase(rows[0])
	runner.Run(ctx, slices.Values(p.Cases()), o)
	return rows, true
}
