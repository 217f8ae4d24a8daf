package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
)

// Protocol is the outcome in the protocol's own types, exactly as the agent
// sends them: the answering message, or the task, which the agent is asked for
// once more, because a stream only tells of changes.
func (r *Run) Protocol(ctx context.Context) (json.RawMessage, error) {
	s := r.Snapshot()
	switch {
	case s.Reply != nil:
		return s.Reply.Raw, nil
	case r.taskID(s).IsEmpty():
		return nil, errors.New("the agent named no task and sent no message, so there is nothing to print")
	}
	task, err := r.plan.Agent.Get(ctx, r.taskID(s))
	if err != nil {
		return nil, fmt.Errorf("the task ended as %s, but the agent did not give it as a whole: %w", s.Outcome(), err)
	}
	return task.Raw, nil
}
