package bench

import (
	"cmp"
	"context"
	"net/http/httptrace"
	"slices"
	"sync/atomic"
	"time"

	"a2aform/internal/qa/check"
	"a2aform/internal/qa/plan"
)

// Sender returns the Send of [Options]: message n runs the case of one of the senders, in turn.
func Sender(list []*plan.Sender) func(context.Context, int) Sample {
	return func(ctx context.Context, n int) Sample {
		var connect atomic.Int64
		ctx = traceConnect(ctx, &connect)
		began := time.Now()
		attempt, subject := list[(n-1)%len(list)].Send(ctx, (n-1)/len(list)+1)
		s := NewSample()
		s.Run, s.Err = attempt.Run, errorOf(&attempt, subject)
		if subject == nil {
			return s
		}
		s.Sent, s.Received = subject.Sent, subject.Received
		if took := connect.Load(); took > 0 {
			s.Set(Connect, time.Duration(took))
		}
		now := subject.Now
		ended := now.Ended
		if !now.Phase.IsOver() { // it asks, as its case expects
			ended = began.Add(attempt.Took)
		}
		for m, at := range map[Metric]time.Time{Headers: subject.Responded, FirstEvent: now.FirstEvent, FirstArtifact: now.FirstArtifact, Settled: ended} {
			if !at.IsZero() {
				s.Set(m, at.Sub(began))
			}
		}
		return s
	}
}

// traceConnect stores how long it takes to make the first connection.
func traceConnect(ctx context.Context, took *atomic.Int64) context.Context {
	var asked atomic.Int64
	begin := time.Now()
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn: func(string) { asked.CompareAndSwap(0, int64(time.Since(begin))+1) },
		GotConn: func(info httptrace.GotConnInfo) {
			if !info.Reused {
				took.CompareAndSwap(0, int64(time.Since(begin))+1-asked.Load())
			}
		},
	})
}

// errorOf says in few words why a message counts as an error, "" where it does not.
func errorOf(a *plan.Attempt, subject *check.Subject) string {
	if a.Verdict == check.Pass {
		return ""
	}
	if subject == nil {
		return "not sent"
	}
	failed := func(name string) bool {
		return slices.ContainsFunc(a.Lines, func(l check.Line) bool { return l.Check == name && l.Outcome != check.OK })
	}
	switch {
	case subject.Timeout:
		return "timeout"
	case failed("state"), failed("turns"):
		return line(subject.Now.OutcomeText())
	case failed("output"), failed("schemas"):
		return "invalid output"
	}
	for _, l := range a.Lines {
		if l.Outcome != check.OK {
			return "expectation " + l.Check
		}
	}
	return cmp.Or(line(subject.Now.Outcome()), "unknown")
}
