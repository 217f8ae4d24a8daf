package a2aclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
)

// Run sends r once and follows what comes of it until the task is settled or
// paused, or the agent has answered with a message. It streams where the card
// says that the agent does, else it polls. A lost stream is opened again, then
// polled; [a2a.Event.Notice] says so.
//
// A run that ends without an error has ended in one of those ways. Every other
// end is an error, the last thing yielded: [*Error] where the agent refused,
// [*TransportError] where there was no A2A answer, [*UnsettledError] where the
// outcome is unknown. Breaking off or cancelling ctx closes the request at once
// and leaves the task alone.
func (a *Agent) Run(ctx context.Context, r *Request) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		p, err := a.Preview(r)
		if err != nil {
			yield(a2a.Event{}, err)
			return
		}
		a.RunPreviewed(ctx, r, p)(yield)
	}
}

// RunPreviewed is [Agent.Run] of a request as [Agent.Preview] of the same agent has
// encoded it: a large message is in memory once. The preview is used once.
func (a *Agent) RunPreviewed(ctx context.Context, r *Request, p *Preview) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		c := p.call
		p = nil // so that the body can go once it is sent
		f := &follower{agent: a.spoken(), yield: yield, known: known{request: r}, polling: !c.stream}
		defer f.start(ctx)()
		if a.protocol.sessions {
			f.runSession(r)
			return
		}
		if err := f.begin(c); err != nil {
			f.reconcile(err)
			return
		}
		if f.noticeRedirect() && f.noticeExtensions(f.stream.activated) {
			f.watch()
		}
	}
}

// Subscribe follows an existing task as [Agent.Run] does. The first event is a snapshot.
func (a *Agent) Subscribe(ctx context.Context, taskID safe.Raw) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		a := a.spoken()
		f := &follower{agent: a, yield: yield, known: known{taskID: taskID, resumed: true}}
		defer f.start(ctx)()
		if a.protocol.sessions {
			f.taskID = safe.Raw{}
			f.followSession(taskID.Exact())
			return
		}
		if err := f.open(a.taskCall(opSubscribe, taskID)); err != nil {
			f.poll(err, 0)
			return
		}
		if f.noticeRedirect() {
			f.watch()
		}
	}
}

// follower follows one task, or the answer to one message, to its end. It decides and yields
// in the caller's goroutine; the goroutines that open and read streams end with its context.
type follower struct {
	agent  *Agent
	ctx    context.Context // lives exactly as long as the call
	cancel context.CancelFunc
	yield  func(a2a.Event, error) bool
	stream *stream

	known
	polling  bool // no stream was asked for
	stopped  bool // the caller has stopped, or has received the error
	attempts int  // to open a lost stream, in a row
	// refusedSince is since when nothing listens at the agent's address; zero where something does, or did when it was last asked.
	refusedSince time.Time
	restarts     int // streams in a row that were lost soon
	seen         int // events of the stream
	skipped      int // events that were rejected
	hasWarned    bool
	unknown      int  // answers that there is no such task, the first of them at unknownSince
	waitNoticed  bool // the notice was given that the agent asks to wait too long

	unknownSince time.Time
}

// start gives the run its context, and returns the func that ends the run.
func (f *follower) start(ctx context.Context) func() {
	f.ctx, f.cancel = context.WithCancel(ctx)
	return func() {
		f.cancel()
		f.closeStream()
	}
}

func (f *follower) closeStream() {
	if f.stream != nil {
		f.stream.close()
	}
}

// open replaces the stream by the answer to c. On an error it keeps the old one.
func (f *follower) open(c *call) error {
	s, err := f.agent.conn().open(f.ctx, c)
	if err != nil {
		return err
	}
	f.closeStream()
	f.stream = s
	return nil
}

// deliver updates the state of the run and passes the event on, unless it is rejected. It
// reports whether the run goes on.
func (f *follower) deliver(e a2a.Event) bool {
	if !f.warn(e.EnvelopeWarning) {
		return false
	}
	e.EnvelopeWarning = ""
	if f.endsUnderOtherID(e) && !f.noticeOtherID(e) {
		return false
	}
	if why := f.reject(e); why != "" {
		return f.skip(why)
	}
	f.update(e)
	return f.emit(e)
}

// emit yields an event to the caller, and sets its time if it has none.
func (f *follower) emit(e a2a.Event) bool {
	if e.At.IsZero() {
		e.At = time.Now()
	}
	f.stopped = f.stopped || !f.yield(e, nil)
	return !f.stopped
}

func (f *follower) notice(n a2a.Notice) bool {
	return f.deliver(a2a.Event{TaskID: f.taskID, ContextID: f.contextID, Notice: &n})
}

// fail ends the run with err, unless the caller has left.
func (f *follower) fail(err error) {
	if !f.stopped {
		f.stopped = true
		f.yield(a2a.Event{}, err)
	}
}

// unsettled ends the run with what is known of the task.
func (f *follower) unsettled(what string, cause error) {
	if errors.Is(cause, io.EOF) {
		cause = nil
	}
	f.fail(&UnsettledError{TaskID: f.taskID, ContextID: f.contextID, Last: f.state, What: what, Err: cause})
}

// watch follows the stream, and the streams that replace it, to an end.
func (f *follower) watch() {
	for {
		err := f.follow()
		var refused *Error
		errors.As(err, &refused)
		switch {
		case f.stopped:
			return
		case f.done() && !f.stale:
			f.confirm()
			return
		case f.ctx.Err() != nil:
			f.unsettled("watching was stopped", context.Cause(f.ctx))
			return
		case !f.handleStreamEnd(err, refused):
			return
		}
	}
}

// confirm asks for the task once more if its stream was opened again: what came in between
// may be lost, or have come twice. A task that was seen to end stays so whatever is answered.
func (f *follower) confirm() {
	if !f.patched {
		return
	}
	ctx, cancel := context.WithTimeout(f.ctx, confirmWait)
	defer cancel()
	e, err := f.askWithRetry(ctx)
	switch {
	case f.ctx.Err() != nil:
	case err == nil && e.Task != nil && e.Task.Status.State == f.state:
		f.deliver(e)
	default:
		f.notice(a2a.Notice{
			Kind: a2a.NoticeUnchecked, Err: err,
			Text: "the connection was lost for a while, and the events in between could not be fetched: parts of the task may be missing here",
		})
	}
}

// askWithRetry asks for the task, and again while the agent cannot be reached.
func (f *follower) askWithRetry(ctx context.Context) (e a2a.Event, err error) {
	for n := 1; ; n++ {
		e, err = f.askTask(ctx)
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

// askTask asks for the current state of the run's task. An answer about another task is an
// error.
func (f *follower) askTask(ctx context.Context) (a2a.Event, error) {
	c := f.agent.taskCall(opGet, f.taskID)
	e, err := f.agent.conn().ask(ctx, c)
	if err == nil && f.isForeign(e) {
		return a2a.Event{}, transportError(fault{LayerReply, "the agent returned a different task, " + e.TaskID.Line(80).String(), "check the agent's log"}, c, true, nil)
	}
	return e, err
}

// maxRejectNotices is how many notices of rejected events one run gives.
const maxRejectNotices = 3

// noticeOtherID says that a status of another task is taken as the end of this one.
func (f *follower) noticeOtherID(e a2a.Event) bool {
	text := fmt.Sprintf("The agent ends its answer with the status of another task, %s. It is treated as the end of this task, because it answers this message in the same context.", e.TaskID.Line(80))
	return f.notice(a2a.Notice{Kind: a2a.NoticeOtherID, Text: text})
}

// skip adds a notice of a rejected event, and reports whether the run goes on.
func (f *follower) skip(why string) bool {
	if f.skipped++; f.skipped > maxRejectNotices {
		return !f.stopped
	}
	if f.skipped == maxRejectNotices {
		why += " (further ones are not reported)"
	}
	return f.notice(a2a.Notice{Kind: a2a.NoticeSkipped, Text: why})
}

// warn adds a notice of a fault of an answer's envelope, once for each run.
func (f *follower) warn(warning string) bool {
	if warning == "" || f.hasWarned {
		return true
	}
	f.hasWarned = true
	return f.notice(a2a.Notice{Kind: a2a.NoticeSkipped, Text: warning})
}

// known is what is known of the task that is followed, by its events.
type known struct {
	request *Request // what was sent; nil where a task is only followed
	resumed bool     // the stream is a subscription: it begins with a snapshot

	taskID, contextID safe.Raw
	hasEvents         bool // an event has come from the agent
	state             a2a.State
	snapshot          []byte // the last task as received
	stale             bool   // the pause that was seen may be the one being answered
	patched           bool   // events of a resumed stream came after the snapshot
	answered          bool   // by a direct message
	final             bool
}

// update applies an event.
func (k *known) update(e a2a.Event) {
	isFirst := k.taskID.IsEmpty()
	isAnswer := k.request != nil && !k.request.TaskID.IsEmpty() // to a paused task
	k.hasEvents = k.hasEvents || e.Notice == nil
	if !e.TaskID.IsEmpty() && e.Message == nil && !k.endsUnderOtherID(e) {
		k.taskID = e.TaskID
	}
	if !e.ContextID.IsEmpty() {
		k.contextID = e.ContextID
	}
	k.patched = k.resumed && e.Task == nil && (k.patched || e.Notice == nil)
	switch {
	case e.Task != nil:
		k.state, k.snapshot = e.Task.Status.State, e.Raw
		k.stale = isAnswer && isFirst && k.state.Paused()
	case e.Status != nil:
		k.state, k.final, k.stale = e.Status.State, e.Final, false
	case e.Message != nil && e.Message.Role != a2a.RoleUser: // an echo of ours is no answer
		k.answered = k.answered || k.state == "" && (isFirst || isAnswer)
	}
}

// done reports whether a state was seen that may end the run.
func (k *known) done() bool {
	return k.answered || k.state.Settled() || k.state.Paused()
}

// reject returns why an event must be skipped, "" for an event that counts. It rejects events
// of another task, and events that contradict an end that was seen: a task that has settled
// stays so (A2A 1.0 §4.1.3).
func (k *known) reject(e a2a.Event) string {
	state := e.State()
	switch {
	case k.isForeign(e) && !k.endsUnderOtherID(e):
		return fmt.Sprintf("the agent sent an event for another task, %s; it was ignored", e.TaskID.Line(80))
	case k.state.Settled() && state != "" && state != k.state:
		return fmt.Sprintf("the agent sent %s after the final state %s; it was ignored", state, k.state)
	}
	return ""
}

// isForeign reports an event of another task than the run's.
func (k *known) isForeign(e a2a.Event) bool {
	return !k.taskID.IsEmpty() && !e.TaskID.IsEmpty() && e.TaskID != k.taskID && (e.Task != nil || e.Status != nil || e.Artifact != nil)
}

// endsUnderOtherID reports a status that ends the run although it names another
// task: a final one, in the context of the run, on the stream that answers the
// run's own message. The JavaScript SDKs up to 0.3 make up an id when the agent's
// code throws.
func (k *known) endsUnderOtherID(e a2a.Event) bool {
	return k.isForeign(e) && e.Status != nil && e.Final && e.Status.State.Settled() && !k.state.Settled() &&
		k.request != nil && !k.resumed && !k.contextID.IsEmpty() && e.ContextID == k.contextID
}
