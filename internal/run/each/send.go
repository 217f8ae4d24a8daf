package each

import (
	"context"
	"slices"
	"strings"
	"sync"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
	"a2aform/render/export"
)

// Result is what came of the message of a row; the zero value where none was sent.
type Result struct {
	IsRunning bool
	Outcome   string // "" as long as the run goes on
	HasFailed bool
	Why       string       // it failed, or what the agent asks
	Answer    *ojson.Value // nil for none
}

// Text is the result on one line.
func (r Result) Text() string {
	switch {
	case r.Why == "":
		return r.Outcome
	case strings.HasPrefix(r.Why, r.Outcome):
		return r.Why
	}
	return r.Outcome + ": " + r.Why
}

// Sending says how the messages of a batch are sent.
type Sending struct {
	Jobs int // messages at the same time
	Run  run.Options
	Wait func(context.Context, *run.Run) error // until a run has ended; nil where nobody answers a question
	Done func(i int, r Result)                 // of a row; may be nil
}

// sending is the part of a batch that changes as it is sent.
type sending struct {
	mu      sync.Mutex
	results []Result
	stopped bool
}

// Results are what came of the rows until now.
func (s *sending) Results() []Result {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.results)
}

// Stop lets no other message be sent; those that were sent come to their end.
func (s *sending) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stopped = true
}

// begin takes a row that is to be sent now, unless no other one is.
func (s *sending) begin(ctx context.Context, i int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped || ctx.Err() != nil {
		return false
	}
	s.results[i].IsRunning = true
	return true
}

func (s *sending) end(i int, r Result) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.results[i] = r
}

// Send sends the messages, each once, until ctx ends or Stop is called, and returns when all runs have ended. Done is not called
// by two goroutines at once.
func (b *Batch) Send(ctx context.Context, how Sending) {
	next, done := make(chan int), make(chan int)
	var group sync.WaitGroup
	for range min(how.Jobs, len(b.Rows)) {
		safego.GoGroup(&group, func() {
			for i := range next {
				if b.begin(ctx, i) {
					b.end(i, sendOne(ctx, b.Rows[i].Plan, how))
					done <- i
				}
			}
		})
	}
	safego.Go(func() {
		defer close(done)
		for i := range b.Rows {
			next <- i
		}
		close(next)
		group.Wait()
	})
	for i := range done {
		if how.Done != nil {
			how.Done(i, b.Results()[i])
		}
	}
}

// sendOne sends a message and waits for what comes of it.
func sendOne(ctx context.Context, plan *run.Plan, how Sending) (result Result) {
	sent := run.Start(ctx, plan, how.Run)
	defer sent.Close()
	wait := how.Wait
	if wait == nil {
		wait = func(ctx context.Context, r *run.Run) error { return r.Wait(context.WithoutCancel(ctx)).Err }
	}
	err := wait(ctx, sent)
	now := sent.Snapshot()
	result.Outcome, result.HasFailed = now.Outcome(), err != nil || now.HasFailed() || now.Phase == run.Paused
	switch {
	case err != nil:
		result.Why = safe.Text(err.Error()).Line(safe.TextLimit()).String()
	case now.HasFailed():
		result.Why = now.Reason().Line(safe.TextLimit()).String()
	case now.Phase == run.Paused:
		result.Why = "the agent asks: " + safe.Text(now.LiveText()).Line(safe.TextLimit()).String()
	}
	result.Answer = answerOf(sent)
	return result
}

// answerOf is the data of a result, else its text; nil for none.
func answerOf(r *run.Run) *ojson.Value {
	if v, err := export.Value(r.Document()); err == nil {
		return v
	}
	var texts []string
	for _, p := range r.Snapshot().ResultParts() {
		if p.Kind == a2a.PartText {
			texts = append(texts, p.Text.Exact())
		}
	}
	if texts == nil {
		return nil
	}
	return ojson.NewString(strings.Join(texts, "\n"))
}
