package server

import (
	"context"
	"net/http"
	"time"
)

// keepAlive is how long a stream may be silent before a comment shows that the connection is open.
const keepAlive = 15 * time.Second

// stream answers the sending methods that stream: the task first (v1.0.1 §3.1.2), or the one message that is all.
func (x *call) stream() {
	got, p, ok := x.accept()
	if !ok {
		return
	}
	x.openStream()
	if got.message != nil {
		x.push(x.codec.wrapped("message", x.codec.message(*got.message)))
		return
	}
	x.push(x.codec.wrapped("task", x.codec.task(got.first, p.Configuration.HistoryLength)))
	x.follow(got.task, got.position)
}

// subscribe joins a running task: a snapshot, then what follows. In 1.0 a settled task has nothing to subscribe to
// (v1.0.1 §3.1.6); in 0.3 it is the snapshot alone.
func (x *call) subscribe() {
	t, p, ok := x.find()
	if !ok {
		return
	}
	rec, position := t.snapshot()
	if rec.Status.State.settled() && !x.codec.Old {
		x.fail(unsupported("the task is " + string(rec.Status.State) + "; read it with GetTask"))
		return
	}
	x.openStream()
	x.push(x.codec.wrapped("task", x.codec.task(rec, p.HistoryLength)))
	x.follow(t, position)
}

// follow pushes a task's events until the task rests, the client leaves, or the agent closes.
func (x *call) follow(t *task, position int) {
	ctx, stop := context.WithCancel(x.r.Context())
	defer stop()
	defer context.AfterFunc(x.agent.base, stop)()
	for {
		events, err := x.wait(ctx, t, position)
		if err != nil || len(events) == 0 {
			return
		}
		for _, e := range events {
			x.push(x.codec.event(t.rec.ID, t.rec.ContextID, e))
			if e.Status != nil && e.Status.State.isResting() {
				return
			}
		}
		position += len(events)
	}
}

// wait is task.after with keep-alive lines for as long as it lasts.
func (x *call) wait(ctx context.Context, t *task, position int) ([]Event, error) {
	for {
		quiet, stop := context.WithTimeout(ctx, keepAlive)
		events, err := t.after(quiet, position)
		stop()
		if err == nil || ctx.Err() != nil {
			return events, err
		}
		if _, err := x.w.Write([]byte(": still here\n\n")); err != nil {
			return nil, err
		}
		x.flush()
	}
}

func (x *call) openStream() {
	h := x.w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-cache, no-transform")
	h.Set("X-Accel-Buffering", "no")
	x.w.WriteHeader(http.StatusOK)
	x.flush()
}

// push sends one result as one SSE event. A failed write shows as the end of the request's context.
func (x *call) push(result any) {
	reply := Encode(rpcReply{Version: "2.0", ID: x.id, Result: result})
	line := make([]byte, 0, len(reply)+8)
	line = append(append(append(line, "data: "...), reply...), "\n\n"...)
	if _, err := x.w.Write(line); err == nil {
		x.flush()
	}
}

func (x *call) flush() { _ = http.NewResponseController(x.w).Flush() }
