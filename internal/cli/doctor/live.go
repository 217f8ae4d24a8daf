package doctor

import (
	"context"
	"slices"
	"strings"
	"time"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/conform"
	"a2aform/internal/qa/doctor/live"
	"a2aform/internal/qa/doctor/rule"
	"a2aform/internal/qa/finding"
)

// messageTime is how long the answer to one message is waited for.
const messageTime = time.Minute

// checkLive adds what the rules about the agent itself find to a report.
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
	ctx = in.connect.Traced(ctx, s)
	found := live.Check(ctx, agent)
	found.AddTo(report, in.data, rules)
	isAway := slices.ContainsFunc(found.Findings, func(f live.Finding) bool { return f.Rule == "L01" })
	if !isAway && slices.ContainsFunc(rules, sendsMessages) {
		conform.Run(ctx, dialed, messageTime).AddTo(report, in.data, rules)
	}
	return ctx.Err()
}

// sendsMessages reports the rules that are checked by messages.
func sendsMessages(r *rule.Rule) bool { return r.Live && !strings.HasPrefix(r.ID, "L") }

// checkProtected refuses to send messages to an agent of a protected environment without --yes.
func (o *options) checkProtected(ref string) error {
	if !o.live || o.yes {
		return nil
	}
	if err := o.environments.Read(); err != nil {
		return err
	}
	if in := o.environments.ProtectedAgent(ref); in != nil {
		return command.Usagef("the environment %s is protected, so nothing was sent: --live sends many messages, some with invalid data; allow it with --yes", in.Name)
	}
	return nil
}
