package a2aclient

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

// Run sends r once and follows what comes of it until the task is settled or
// paused, or the agent has answered with a message. It streams where the card
// says that the agent does, else it polls. A lost stream is opened again, then
// polled; [Event.Notice] says so.
//
// A run that ends without an error has ended in one of those ways. Every other
// end is an error, the last thing yielded: [*Error] where the agent refused,
// [*TransportError] where there was no A2A answer, [*UnsettledError] where the
// outcome is unknown. Breaking off or cancelling ctx closes the request at once
// and leaves the task alone.
func (a *Agent) Run(ctx context.Context, r *Request) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		p, err := a.Preview(r)
		if err != nil {
			yield(Event{}, err)
			return
		}
		a.RunPreviewed(ctx, r, p)(yield)
	}
}

// RunPreviewed is [Agent.Run] of a request as [Agent.Preview] of the same agent has
// encoded it: a large message is in memory once. The preview is used once.
func (a *Agent) RunPreviewed(ctx context.Context, r *Request, p *Preview) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		c := p.call
		p = nil // so that the body can go once it is sent
		run := &run{agent: a, yield: yield, request: r, answering: !r.TaskID.IsEmpty(), polling: !c.stream}
		defer run.start(ctx)()
		if a.protocol.sessions {
			run.runSession(r)
			return
		}
		if err := run.begin(c); err != nil {
			run.reconcile(err)
			return
		}
		if run.noticeExtensions(run.stream.activated) {
			run.watch()
		}
	}
}

// Subscribe follows a task that already exists, as [Agent.Run] does behind the
// send. The first event is a snapshot.
func (a *Agent) Subscribe(ctx context.Context, taskID safe.Raw) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		run := &run{agent: a, yield: yield, taskID: taskID, resumed: true}
		defer run.start(ctx)()
		if a.protocol.sessions {
			run.taskID = safe.Raw{}
			run.followSession(taskID.Exact())
			return
		}
		if err := run.open(a.taskCall(opSubscribe, taskID)); err != nil {
			run.poll(err, 0)
			return
		}
		run.watch()
	}
}

// run is one use of the policy. All decisions and events happen in the caller's goroutine
// alone; others open the first answer and read what comes, and end with its context.
type run struct {
	agent  *Agent
	ctx    context.Context // lives exactly as long as the call
	cancel context.CancelFunc
	yield  func(Event, error) bool
	stream *stream

	request   *Request // what was sent; nil where a task is only followed
	answering bool     // the message answers a paused task
	polling   bool     // no stream was asked for
	resumed   bool     // the stream is a subscription: it begins with a snapshot

	taskID, contextID safe.Raw
	hasEvents         bool // an event has come from the agent
	state             State
	snapshot          []byte // the last task as received
	stale             bool   // the pause that was seen may be the one being answered
	patched           bool   // events of a resumed stream came after the snapshot
	answered          bool   // by a direct message
	final             bool
	stopped           bool // the caller has stopped, or has received the error
	attempts          int  // to open a lost stream, in a row
	restarts          int  // streams in a row that were lost soon
	skipped           int  // events that were rejected
	hasWarned         bool
	waitNoticed       bool // the notice was given that the agent asks to wait too long
}

// start returns what ends the run.
func (r *run) start(ctx context.Context) func() {
	ctx, cancel := context.WithCancel(ctx)
	r.ctx, r.cancel = ctx, cancel
	return func() {
		cancel()
		r.closeFeed()
	}
}

func (r *run) closeFeed() {
	if r.stream != nil {
		r.stream.close()
	}
}

// open replaces the stream by the answer to c. On an error the old one stays.
func (r *run) open(c *call) error {
	f, err := r.agent.open(r.ctx, c)
	if err != nil {
		return err
	}
	r.closeFeed()
	r.stream = f
	return nil
}

// deliver updates the state of the run and passes the event on, unless it is rejected. It
// reports whether the run goes on.
func (r *run) deliver(e Event) bool {
	if !r.warn(e.envelopeWarning) {
		return false
	}
	e.envelopeWarning = ""
	if r.endsUnderOtherID(e) && !r.noticeOtherID(e) {
		return false
	}
	if why := r.reject(e); why != "" {
		return r.skip(why)
	}
	r.updateState(e)
	return r.emit(e)
}

// updateState applies an event to the state of the run.
func (r *run) updateState(e Event) {
	first := r.taskID.IsEmpty()
	r.hasEvents = r.hasEvents || e.Notice == nil
	if !e.TaskID.IsEmpty() && e.Message == nil && !r.endsUnderOtherID(e) {
		r.taskID = e.TaskID
	}
	if !e.ContextID.IsEmpty() {
		r.contextID = e.ContextID
	}
	r.patched = r.patches(e)
	switch {
	case e.Task != nil:
		r.state, r.snapshot = e.Task.Status.State, e.Raw
		r.stale = r.answering && first && r.state.Paused()
	case e.Status != nil:
		r.state, r.final, r.stale = e.Status.State, e.Final, false
	case e.Message != nil && e.Message.Role != RoleUser: // an echo of ours is no answer
		r.answered = r.answered || r.state == "" && (first || r.answering)
	}
}

// emit yields an event to the caller, and sets its time if it has none.
func (r *run) emit(e Event) bool {
	if e.At.IsZero() {
		e.At = time.Now()
	}
	r.stopped = r.stopped || !r.yield(e, nil)
	return !r.stopped
}

// patches reports whether what is known of the task rests on more than a
// snapshot and a stream without gaps.
func (r *run) patches(e Event) bool {
	return r.resumed && e.Task == nil && (r.patched || e.Notice == nil)
}

func (r *run) notice(n Notice) bool {
	return r.deliver(Event{TaskID: r.taskID, ContextID: r.contextID, Notice: &n})
}

// done reports whether a state was seen that may end the run.
func (r *run) done() bool {
	return r.answered || r.state.Settled() || r.state.Paused()
}

// fail ends the run with err, unless the caller has left.
func (r *run) fail(err error) {
	if !r.stopped {
		r.stopped = true
		r.yield(Event{}, err)
	}
}

// unsettled ends the run with what is known of the task.
func (r *run) unsettled(what string, cause error) {
	if errors.Is(cause, io.EOF) {
		cause = nil
	}
	r.fail(&UnsettledError{TaskID: r.taskID, ContextID: r.contextID, Last: r.state, What: what, Err: cause})
}

// watch follows the stream, and those that replace it, to an end.
func (r *run) watch() {
	for {
		err := r.follow()
		var refused *Error
		errors.As(err, &refused)
		switch {
		case r.stopped:
			return
		case r.done() && !r.stale:
			r.confirm()
			return
		case r.ctx.Err() != nil:
			r.unsettled("watching was stopped", context.Cause(r.ctx))
			return
		case !r.recover(err, refused):
			return
		}
	}
}

// confirm asks for the task once more where its stream was opened again: what
// came between the snapshot and the stream may be lost, or have come twice. A
// task that was seen to end stays so whatever is answered.
func (r *run) confirm() {
	if !r.patched {
		return
	}
	ctx, cancel := context.WithTimeout(r.ctx, confirmWait)
	defer cancel()
	e, err := r.askWithRetry(ctx)
	switch {
	case r.ctx.Err() != nil:
	case err == nil && e.Task != nil && e.Task.Status.State == r.state:
		r.deliver(e)
	default:
		r.notice(Notice{
			Kind: NoticeUnchecked, Err: err,
			Text: "the stream was lost for a while, and what came then could not be asked for: some of the task may be missing here",
		})
	}
}

// askWithRetry asks for the task, more than once where the way to it is down.
func (r *run) askWithRetry(ctx context.Context) (e Event, err error) {
	for n := 1; ; n++ {
		e, err = r.askTask(ctx)
		if err == nil || isRefusal(err) {
			return e, err
		}
		select {
		case <-time.After(pollWait(n)):
		case <-ctx.Done():
			return e, err
		}
	}
}

// reconnect opens a lost stream again and reports whether it has; else it has
// brought the run to its end.
func (r *run) reconnect(cause error) bool {
	if r.restarts++; time.Since(r.stream.opened) >= limit.StallTime.Duration() {
		r.restarts = 0
	}
	for r.attempts < limit.Reconnects.Int() && r.restarts <= limit.Restarts.Int() {
		r.attempts++
		wait := max(reconnectWait(r.attempts), r.waitAsked(cause))
		ok := r.notice(Notice{
			Kind: NoticeReconnecting, Attempt: r.attempts, Wait: wait, Err: noEOF(cause),
			Text: fmt.Sprintf("Connection lost. Reconnecting (%d of %d)…", r.attempts, limit.Reconnects.Int()),
		})
		if !ok || !r.sleep(wait) {
			return false
		}
		err := r.open(r.agent.taskCall(opSubscribe, r.taskID))
		if err == nil {
			r.resumed = true
			return true
		}
		cause = err
		if isRefusal(err) {
			break
		}
	}
	r.poll(cause, 0)
	return false
}

// isRefusal reports whether the agent itself said no, or named another address that
// is not followed, so that asking again the same way is useless.
func isRefusal(err error) bool {
	var e *Error
	var moved *TransportError
	return errors.As(err, &e) && e.HTTPStatus < 500 && e.HTTPStatus != 429 || errors.As(err, &moved) && moved.Status/100 == 3
}

func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// poll asks for the task until it is settled or paused, at most so often where
// most is not 0.
func (r *run) poll(cause error, maxTries int) {
	ok := r.notice(Notice{Kind: NoticePolling, Text: "there is no stream: the task is asked for its state", Err: noEOF(cause)})
	fails, quiet, failed := 0, 1, cause
	for n := 0; ok && (maxTries == 0 || n < maxTries); n++ {
		if (n > 0 || r.polling) && !r.sleep(max(pollWait(quiet), failWait(fails), r.waitAsked(failed))) {
			return
		}
		quiet++
		e, err := r.askTask(r.ctx)
		if failed = err; err != nil {
			cause = err
			if fails++; r.pollFailed(err, fails) {
				return
			}
			continue
		}
		fails = 0
		if e.Task == nil || !bytes.Equal(e.Raw, r.snapshot) {
			quiet = 1
			ok = r.deliver(e)
		}
		if r.stale = false; r.done() {
			return
		}
	}
	if ok {
		r.unsettled("the agent reported an error on the stream", cause)
	}
}

// pollFailed ends the run where polling on is useless, and reports whether it
// has.
func (r *run) pollFailed(err error, fails int) bool {
	switch {
	case r.ctx.Err() != nil:
		r.unsettled("watching was stopped", context.Cause(r.ctx))
	case isRefusal(err) && r.state == "" && r.request == nil: // not even a snapshot: there is no such task
		r.fail(err)
	case isRefusal(err), fails == limit.Polls.Int():
		r.unsettled("the task can no longer be asked for", err)
	default:
		return false
	}
	return true
}

// sleep waits and reports whether the run goes on.
func (r *run) sleep(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-r.ctx.Done():
		r.unsettled("watching was stopped", context.Cause(r.ctx))
		return false
	}
}
