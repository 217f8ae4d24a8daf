package run

import (
	"context"
	"errors"

	"a2aform/a2aclient"
)

// WantsCredentials reports a run that the agent broke off because it does not
// know who asks, and that [Run.Again] can take up with credentials.
func (r *Run) WantsCredentials() bool {
	now := r.Snapshot()
	var refused *a2aclient.Error
	if !errors.As(now.Err, &refused) || !refused.WantsCredentials() {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return !r.taken && (r.taskID(now) != "" || now.isUntouched())
}

// isUntouched reports a run whose first message was refused: the agent did
// nothing, so the same message may be sent again.
func (s Snapshot) isUntouched() bool {
	return s.TaskID == "" && s.Events == 0 && !errors.Is(s.Err, a2aclient.ErrUnsettled)
}

// Again takes up a run that [Run.WantsCredentials]: a message that was refused
// is sent, and a task that is there is followed. What the agent took is never
// sent a second time, and a run is taken up once.
func (r *Run) Again(ctx context.Context) *Run {
	r.mu.Lock()
	r.taken = true
	r.mu.Unlock()
	if now := r.Snapshot(); !now.isUntouched() {
		plan := *r.plan
		plan.Private = r.wire.isPrivate()
		return follow(ctx, &plan, r.taskID(now), r.opts)
	}
	return Start(ctx, r.plan, r.opts)
}
