package plan

import (
	"context"
	"time"

	"a2aform/a2aclient"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
)

// Sender runs one case as often as its caller likes, from several goroutines, without a verdict over all attempts.
type Sender struct {
	*runner
	result *Result
}

// NewSender validates the input of a case for an agent. Of the options it takes Store, Record, Pace and See. Without a record the
// store only says which fields hold no secret, and no attempt is written to the journal.
func NewSender(c *casefile.Case, agent *a2aclient.Agent, o Options) (*Sender, error) {
	s := &Sender{&runner{Options: o, builder: newBuilder(o.Store)}, &Result{Case: c, agent: agent}}
	if !s.records() {
		s.Store = nil
	}
	var err error
	s.result.plan, err = s.builder.build(fillAttempt(c, 1, 1), agent)
	return s, err
}

// Case is the case that the sender runs.
func (s *Sender) Case() *casefile.Case { return s.result.Case }

// Data is the data of the message, and false where it holds a secret.
func (s *Sender) Data() ([]byte, bool) { return s.result.plan.Data, !s.result.plan.Private }

// Send runs the case once. The subject is nil where nothing was sent.
func (s *Sender) Send(ctx context.Context, iteration int) (Attempt, *check.Subject) {
	a := Attempt{Iteration: iteration, Number: 1, Started: time.Now()}
	c := fillAttempt(s.result.Case, iteration, 1)
	f, err := s.start(ctx, job{s.result, iteration - 1}, c)
	if err != nil {
		a.Result = failedToRun(err)
		return a, nil
	}
	subject := s.evaluate(&a, c, f)
	return a, &subject
}
