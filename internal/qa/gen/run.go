package gen

import (
	"context"
	"slices"

	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/runner"
)

// Run sends the values, the base value first, and returns how the agent took each. Where the agent does not accept the base value,
// the others would say nothing: they are not sent, and accepted is false.
func (p *Pack) Run(ctx context.Context, o runner.Options) (rows []Row, accepted bool) {
	report := o.Report
	o.Report = func(r *runner.Result) {
		rows = append(rows, p.RowOf(r))
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
