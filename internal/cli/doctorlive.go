package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/doctor"
	"a2aform/internal/qa/report"
)

// messageTime is how long the answer to one message is waited for.
const messageTime = time.Minute

// checkLive adds what the rules about the agent itself find to a report.
func (o *doctorOptions) checkLive(ctx context.Context, s *command.Streams, in *received, rules []*doctor.Rule, report *doctor.Report) error {
	live := slices.DeleteFunc(slices.Clone(rules), func(r *doctor.Rule) bool { return !r.Live })
	if in.card == nil {
		s.Warn("note: the agent is not checked (--live), because its card is not opened: " + in.err.Error())
		report.NotAsked(in.data, live, "the card is not opened", "a card that a2aform opens")
		return nil
	}
	agent := doctor.LiveAgent{Card: in.card}
	dialed, err := in.connect.DialWithNotes(ctx, s, in.card)
	if command.IsUntrusted(err) {
		return err
	}
	if err == nil {
		defer dialed.Close()
		agent.Dialed = dialed
	} else {
		s.Warn("note: " + err.Error())
	}
	ctx = in.connect.Traced(ctx, s)
	found := doctor.CheckLive(ctx, agent)
	found.AddTo(report, in.data, rules)
	asking := slices.DeleteFunc(live, func(r *doctor.Rule) bool { return !r.SendsMessages() })
	switch isAway := slices.ContainsFunc(found.Findings, func(f doctor.LiveFinding) bool { return f.Rule == "L01" }); {
	case isAway:
		report.NotAsked(in.data, asking, "no message was sent, see L01", "an agent that answers")
	case len(asking) > 0:
		show, end := o.progress(s)
		begin := func(n int) { s.Warn("note: " + planned(n, o.jobs)) }
		found := doctor.CheckMessages(ctx, dialed, doctor.MessageOptions{Timeout: messageTime, Jobs: o.jobs, Begin: begin, See: show})
		end()
		found.AddTo(report, in.data, rules)
	}
	if ctx.Err() == nil {
		return nil
	}
	err = &stopped{"interrupted before all rules were checked", ctx.Err()}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		err = &stopped{fmt.Sprintf("--timeout %s expired before all rules were checked", o.timeout), ctx.Err()}
	}
	report.Stopped = err.Error()
	return err
}

// planned says how many messages are sent, and how long that takes.
func planned(n, jobs int) string {
	rounds := (n + jobs - 1) / jobs
	return fmt.Sprintf("about %s to the agent, %d at a time (-j): %d s if an answer takes 1 s", report.Counted(n, "message", "messages"), jobs, rounds)
}

// clearLine goes to the start of a terminal's line and clears it.
const clearLine = "\r\x1b[K"

// progress tells on a terminal how far the checks are, in a line that end removes.
func (o *doctorOptions) progress(s *command.Streams) (show func(id string), end func()) {
	if o.format != "text" || !s.OutTTY || s.IsDumb() {
		return func(string) {}, func() {}
	}
	n := 0
	write := func(text string) { _, _ = fmt.Fprint(s.Out, clearLine, ansi.Truncate(text, s.Width()-1, "…")) } // the report can be read without it
	write("Sending messages to the agent…")
	return func(id string) {
		n++
		write(fmt.Sprintf("Checking %s: %s (%d results so far)", id, doctor.FindRule(id).Text, n))
	}, func() { write("") }
}

// checkProtected refuses to send messages to an agent of a protected environment without --yes.
func (o *doctorOptions) checkProtected(ref string) error {
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
