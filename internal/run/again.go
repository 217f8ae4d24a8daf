package run

import (
	"context"
	"errors"
	"iter"

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
	return !r.taken && !r.offline && (!r.taskID(now).IsEmpty() || now.isUntouched())
}

// isUntouched reports a run whose first message was refused: the agent did
// nothing, so the same message may be sent again.
func (s Snapshot) isUntouched() bool {
	return s.TaskID.IsEmpty() && s.Events == 0 && !errors.Is(s.Err, a2aclient.ErrUnsettled)
}

// Continue follows the task of a paused run further without an answer, as when
// credentials are there that it waited for. It fails with [ErrBusy] where the run
// is not paused.
func (r *Run) Continue() error {
	if r.offline {
		return ErrRecording
	}
	r.mu.Lock()
	if r.state.Phase != Paused {
		r.mu.Unlock()
		return ErrBusy
	}
	r.state.Phase, r.state.Question = Working, nil
	id := r.state.TaskID
	r.mu.Unlock()
	r.exchange(func() iter.Seq2[a2aclient.Event, error] { return r.plan.Agent.Subscribe(r.ctx, id) })
	return nil
}

// MaySendAgain reports a run of whose first message nobody knows what came of it,
// not even a task: only the user can say whether it is sent again, by
// [Run.Again].
func (r *Run) MaySendAgain() bool {
	now := r.Snapshot()
	r.mu.Lock()
	defer r.mu.Unlock()
	return now.Phase == Broken && !r.taken && !r.offline && errors.Is(now.Err, a2aclient.ErrUnsettled) && r.taskID(now).IsEmpty() && now.Events == 0
}

// Again takes up a run that [Run.WantsCredentials] or that [Run.MaySendAgain]: a
// message that was refused or lost is sent, under its old id, and a task that is
// there is followed. What the agent took is never sent a second time, and a run
// is taken up once. A recording stays as it is.
func (r *Run) Again(ctx context.Context) *Run {
	if r.offline {
		return r
	}
	again := r.MaySendAgain()
	r.mu.Lock()
	r.taken = true
	r.mu.Unlock()
	if now := r.Snapshot(); !now.isUntouched() && !again {
		plan := *r.plan
		plan.Private = r.wire.isPrivate()
		return follow(ctx, &plan, r.taskID(now), r.opts)
	}
	return Start(ctx, r.plan, r.opts)
}
