package gen

import (
	"slices"
	"strings"
	"time"

	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/runner"
)

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

// RowOf is the row of a result of one of the cases.
func (p *Pack) RowOf(r *runner.Result) Row {
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
