package a2aclient

import (
	"context"
	"strconv"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

// Get asks for the current state of a task.
func (a *Agent) Get(ctx context.Context, taskID safe.Raw) (*a2a.Task, error) {
	if a.protocol.sessions {
		return a.getSession(ctx, taskID.Exact())
	}
	return a.taskOf(ctx, opGet, taskID)
}

// GetWithHistory is [Agent.Get] with the last messages of the task, at most n where n is not
// 0. An agent may keep fewer, or none (A2A 1.0 §3.2.4).
func (a *Agent) GetWithHistory(ctx context.Context, taskID safe.Raw, n int) (*a2a.Task, error) {
	a = a.spoken()
	if n == 0 || a.protocol.sessions {
		return a.Get(ctx, taskID)
	}
	c := a.newCall(opGet, taskID.Exact())
	if a.protocol.rest != nil {
		c.url = withQuery(c.url, "historyLength="+strconv.Itoa(n))
	} else {
		e := a.openBody(c, NewID(), 0)
		e.member("id", taskID.Exact())
		e.rawMember("historyLength", strconv.AppendInt(nil, int64(n), 10))
		c.body = a.protocol.closeBody(e)
	}
	return a.askTask(ctx, c)
}

// Cancel asks the agent to cancel a task. The task that it answers may still
// be working (seen at peers): only a stream or [Agent.Get] knows the outcome.
func (a *Agent) Cancel(ctx context.Context, taskID safe.Raw) (*a2a.Task, error) {
	if a.protocol.sessions {
		return a.endSession(ctx, taskID.Exact())
	}
	return a.taskOf(ctx, opCancel, taskID)
}

func (a *Agent) taskOf(ctx context.Context, op operation, taskID safe.Raw) (*a2a.Task, error) {
	a = a.spoken()
	return a.askTask(ctx, a.taskCall(op, taskID))
}

func (a *Agent) askTask(ctx context.Context, c *call) (*a2a.Task, error) {
	e, err := a.conn().ask(ctx, c)
	if err != nil {
		return nil, err
	}
	if e.Task == nil {
		return nil, transportError(fault{LayerReply, "the answer is not a task: " + snippet(a.opts.credentials.MaskText(e.Raw)), ""}, c, true, nil)
	}
	return e.Task, nil
}
