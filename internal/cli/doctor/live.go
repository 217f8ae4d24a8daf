package doctor

import (
	"context"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/doctor/live"
	"a2aform/internal/qa/doctor/rule"
	"a2aform/internal/qa/finding"
)

// checkLive adds what the L rules find to a report.
func (o *options) checkLive(ctx context.Context, s *command.Streams, in *received, rules []*rule.Rule, report *finding.Report) error {
	if in.card == nil {
		s.Warn("note: the agent is not checked (--live), because its card is not opened: " + in.err.Error())
		return nil
	}
	agent := live.Agent{Card: in.card}
	dialed, err := in.connect.DialWithNotes(ctx, s, in.card)
	if err == nil {
		defer dialed.Close()
		agent.Dialed = dialed
	} else {
		s.Warn("note: " + err.Error())
	}
	live.Check(in.connect.Traced(ctx, s), agent).AddTo(report, in.data, rules)
	return nil
}
