package plain

import (
	"bufio"
	"context"
	"errors"
	"strings"

	"a2aform/internal/run"
)

// Answer asks what the agent of a paused run asks, line by line, and answers it. About is what the run belongs to, safe to write. It fails
// with an [*EndError] where the input ends too early. Of the options it uses those of input and output, and the store.
func Answer(ctx context.Context, o Options, about string, r *run.Run) error {
	now := r.Snapshot()
	t := &terminal{ctx: ctx, in: bufio.NewReader(o.In), out: o.Out, isPiped: o.IsPiped, hasMarks: o.HasMarks, width: o.Wrap, secret: o.Secret}
	s := &session{filler: filler{t}, opts: o, agent: now.Plan.Agent}
	s.printf("%s asks in %s:", now.Plan.Agent.Card().Name.Line(0), about)
	if question := now.Question; question != nil {
		for _, part := range question.Parts {
			if text := strings.TrimSpace(part.Text.Block(0).String()); text != "" {
				s.printf("%s", text)
			}
		}
	}
	return errors.Join(s.answer(r, now), t.err)
}
