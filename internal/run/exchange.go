package run

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
	"a2aform/internal/store/runfile"
)

// exchange is one request to the agent and what comes in answer. A run has one after
// the other: the first message, each answer to a question, and each time the task is
// followed again.
type exchange struct {
	ctx    context.Context
	cancel context.CancelFunc
	done   chan struct{} // closed when its goroutine has ended

	// The lock of the run is held for these.
	replaced  bool // the next one has begun, so nothing of this one counts any more
	continues bool // it goes on with a paused task: the first snapshot may be older than the answer
}

// replace ends an exchange before the next one begins. The caller holds the lock of
// the run.
func (x *exchange) replace() {
	x.replaced = true
	x.cancel()
}

// drainTime is how long the answer to a question waits until the agent has ended the stream in which it asked. Some servers cancel a task
// whose stream is closed before its end.
const drainTime = time.Second

// drain ends an exchange before the next one begins, but reads its stream to the end if that comes soon. The caller holds the lock of the run.
func (x *exchange) drain() {
	x.replaced = true
	time.AfterFunc(drainTime, x.cancel)
}

// last is the exchange that began last.
func (r *Run) last() *exchange {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.current
}

// sending journals a message and sends it.
func (r *Run) sending(request *a2aclient.Request) func(context.Context) iter.Seq2[a2a.Event, error] {
	return func(ctx context.Context) iter.Seq2[a2a.Event, error] {
		preview, err := r.journal(request)
		if err != nil {
			return func(yield func(a2a.Event, error) bool) { yield(a2a.Event{}, err) }
		}
		return r.plan.Agent.RunPreviewed(ctx, request, preview)
	}
}

// subscribing follows a task that is there.
func (r *Run) subscribing(id safe.Raw) func(context.Context) iter.Seq2[a2a.Event, error] {
	return func(ctx context.Context) iter.Seq2[a2a.Event, error] { return r.plan.Agent.Subscribe(ctx, id) }
}

// begin follows what the agent answers, in a goroutine of its own, once the exchange
// before has ended. It continues a paused task, or not.
func (r *Run) begin(continues bool, open func(context.Context) iter.Seq2[a2a.Event, error]) {
	x := &exchange{done: make(chan struct{}), continues: continues}
	x.ctx, x.cancel = context.WithCancel(r.ctx)
	r.mu.Lock()
	before := r.current
	r.current = x
	r.mu.Unlock()
	r.signal()
	safego.Go(func() {
		defer close(x.done)
		defer x.cancel()
		defer r.guard(x)
		if before != nil {
			<-before.done
		}
		r.createFile()
		r.flush()
		r.follow(x, open(x.ctx))
	})
}

func (r *Run) follow(x *exchange, events iter.Seq2[a2a.Event, error]) {
	for event, err := range events {
		switch {
		case err != nil:
			r.awaitCancel()
			r.finish(x, err)
			return
		case r.counts(x):
			r.apply(event)
			r.updatePause(x, event)
			r.keepChat()
		}
	}
	if r.Snapshot().State.Settled() {
		r.askWhole(x.ctx)
	}
	r.finish(x, nil)
}

// counts reports whether the exchange is still the one that is followed.
func (r *Run) counts(x *exchange) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return !x.replaced
}

// updatePause pauses the run as soon as the agent asks, though its stream may stay
// open, and takes that back where the agent goes on by itself.
func (r *Run) updatePause(x *exchange, e a2a.Event) {
	defer r.flush()
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case x.replaced || e.Task == nil && e.Status == nil:
		return
	case e.Status != nil:
		x.continues = false
	}
	switch asks := r.state.State.Paused(); {
	case asks && r.state.Phase != Paused && !x.continues:
		r.pause()
	case !asks && r.state.Phase == Paused:
		r.state.leavePause()
		r.signal()
	}
}

// pause notes that the agent waits for an answer. The caller holds the lock.
func (r *Run) pause() {
	r.state.pause()
	r.recordStop(runfile.Pause, r.Now())
	r.signal()
	r.signalStop()
}

// EndWait ends a run that the agent has answered in a session that is still active,
// without waiting for more. It reports false where the run is not one.
func (r *Run) EndWait() bool {
	defer r.flush()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.state.offline || !r.snapshot().MoreMayCome {
		return false
	}
	r.current.replace()
	r.state.end(Answered, r.Now())
	r.signal()
	r.signalStop()
	return true
}

// ErrLeft is the error of a run that ended by [Run.Leave].
var ErrLeft = errors.New("you stopped waiting for the answer; the agent may continue")

// Leave ends the run without waiting for the agent any longer. What it does with the task is left to the agent. It reports false where the run
// is over.
func (r *Run) Leave() bool {
	defer r.closeIfOver()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.state.offline || r.state.Phase.IsOver() {
		return false
	}
	r.current.replace()
	r.interrupt(ErrLeft)
	r.signal()
	r.signalStop()
	return true
}

// guard turns a panic of the exchange into a broken run, so that the terminal
// is left in order and the rest of the program goes on.
func (r *Run) guard(x *exchange) {
	if p := recover(); p != nil {
		f := safego.FaultOf(p)
		_, _ = r.opts.Store.KeepFault(f.Report()) // the run says what matters
		r.finish(x, fmt.Errorf("%w while following the task, which may continue on the agent", f))
	}
}

// apply adds one event to the state of the run.
func (r *Run) apply(e a2a.Event) {
	if r.opts.Event != nil && e.Notice == nil {
		r.opts.Event(e)
	}
	defer r.flush()
	r.mu.Lock()
	defer r.mu.Unlock()
	defer r.signal()
	if e.Notice != nil {
		r.recorder.add(runfile.Line{Kind: runfile.Notice, Time: e.At, Text: safe.Text(e.Notice.Text), Extensions: e.Notice.Extensions})
		r.state.applyNotice(e.At, e.Notice)
		return
	}
	r.recorder.event(e, r.state.isRepeat(e), r.state.State)
	r.state.apply(e)
}

// finish takes the end of an exchange. A run is over only where the agent said
// so; everything else is an error that says what happened.
func (r *Run) finish(x *exchange, err error) {
	r.conclude(x, err)
	r.closeIfOver()
}

func (r *Run) conclude(x *exchange, err error) {
	defer r.flush()
	r.mu.Lock()
	defer r.mu.Unlock()
	if x.replaced {
		return
	}
	defer r.signal()
	defer r.signalStop()
	isClosed := err != nil && errors.Is(err, context.Canceled) && r.ctx.Err() != nil
	switch {
	case isClosed && r.state.Phase == Paused: // it waits for an answer, whoever leaves

	case errors.Is(err, a2aclient.ErrUnsettled) && r.state.State.Settled():
		r.state.settle(r.state.State, r.Now()) // the answer to a cancel had a later state than the exchange
	case isClosed:
		r.interrupt(errors.New("a2aform closed the connection; the task continues on the agent"))
	case err != nil:
		r.interrupt(err)
	case r.state.State.Paused():
		if r.state.Phase != Paused || r.state.pausedAt != r.state.Events {
			r.pause()
		}
	case r.state.State.Settled():
		r.state.settle(r.state.State, r.Now())
	case r.state.Reply != nil:
		r.state.end(Answered, r.Now())
	default:
		r.interrupt(a2aclient.ErrUnsettled)
	}
}

// interrupt ends the run by an error. The caller holds the lock.
func (r *Run) interrupt(err error) {
	r.recorder.endResponse()
	r.state.interrupt(err, r.Now())
}

// applyCanceled applies the answer to a cancel, which may leave out what has come already.
// It reports whether a task goes on that is not followed.
func (r *Run) applyCanceled(task *a2a.Task) (unwatched bool) {
	defer r.flush()
	r.mu.Lock()
	defer r.mu.Unlock()
	defer r.signal()
	at := time.Now()
	r.recorder.add(runfile.Line{Kind: runfile.Canceled, Time: at, Raw: task.Raw, Outcome: safe.Text(string(task.Status.State)), Text: task.Status.Said})
	r.state.applyStatus(at, &task.Status, true)
	if r.state.Phase != Paused {
		return false
	}
	r.current.replace()
	r.state.settle(task.Status.State, r.Now())
	if unwatched = r.state.Phase == Paused && !task.Status.State.Paused(); unwatched {
		r.state.Phase = Working
	}
	return unwatched
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

// Retry takes up a broken run whose [Snapshot] wants credentials or can be retried:
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
	plan.Private = r.traffic.isPrivate()
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
