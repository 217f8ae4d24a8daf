package run

import (
	"context"
	"errors"

	"a2aform/a2aclient"
)

// WantsCredentials is the member of that name of [Run.Snapshot], as it is now.
func (r *Run) WantsCredentials() bool { return r.Snapshot().WantsCredentials }

// CanRetry returns CanRetry of [Snapshot], as it is now.
func (r *Run) CanRetry() bool { return r.Snapshot().CanRetry }

// isUntouched reports a run whose first message was refused: the agent did
// nothing, so the same message may be sent again.
func (s Snapshot) isUntouched() bool {
	return s.TaskID.IsEmpty() && s.Events == 0 && !errors.Is(s.Err, a2aclient.ErrUnsettled)
}

// Continue follows the task of a paused run further without an answer, as when
// credentials are there that it waited for. It fails with [ErrBusy] where the run
// is not paused.
func (r *Run) Continue() error {
	if err := r.lockPaused(); err != nil {
		return err
	}
	r.state.leavePause()
	r.current.replace()
	id := r.state.TaskID
	r.mu.Unlock()
	r.begin(true, r.subscribing(id))
	return nil
}

// Retry takes up a broken run that [Run.WantsCredentials] or that [Run.CanRetry]:
// a message that was refused or lost is sent, under its old id, and a task that is
// there is followed. What the agent took is never sent a second time, and a run is
// taken up once: any other, a recording too, stays as it is, and is what is given.
func (r *Run) Retry(ctx context.Context) *Run {
	now, ok := r.claimRetry()
	switch {
	case !ok:
		return r
	case now.CanRetry || now.isUntouched():
		return Start(ctx, r.plan, r.opts)
	}
	plan := *r.plan
	plan.Private = r.traffic.IsPrivate()
	return follow(ctx, &plan, now.taskID(), r.opts)
}

// claimRetry notes that a run is taken up, which can be only once.
func (r *Run) claimRetry() (now Snapshot, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now = r.snapshot()
	ok = now.WantsCredentials || now.CanRetry
	if ok {
		r.state.taken = true
		r.signal()
	}
	return now, ok
}
