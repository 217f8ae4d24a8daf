// Package run is one use of a skill, from payload to outcome, and what it needs:
// an agent with its credentials, signing in, the traffic, commands for a shell.
//
// A [Run] owns its connection: it notes in the journal what it is about to
// send, sends it once, follows the task, gathers artifacts, records every
// frame, and knows how it ended. Screens only watch: they look at a [Snapshot]
// whenever the run wakes them. The run goes on without a watcher; closing it
// ends the connection and leaves the task alone.
//
// The terminal program, the send command and the tests all go through here, so
// that what works in one works in all. The package knows no terminal.
package run

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"a2aform/a2aclient"
	"a2aform/a2aclient/a2a"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
)

// Options are what a run needs from around it.
type Options struct {
	Store  *store.Store // journal and run files; nil keeps none
	Record bool         // write a run file
	// CreateFile starts the run file in place of [store.Store.CreateRun]; nil for that.
	CreateFile func(head runfile.Line) (*runfile.File, error)
	// AfterAnswer writes it only once the user has answered: to look at a task is no run.
	AfterAnswer bool
	// Protocol keeps what [Run.Protocol] needs, and asks for the whole task before
	// the run ends, where its events left out parts.
	Protocol bool
	// Event is called with every event of the agent, in order, before the run shows it.
	Event func(a2a.Event)
	// See is called with every frame of the traffic at once;
	// see also [Run.Traffic].
	See func(a2aclient.Frame)
	// Leaving is called with the id of the plan's message right before it is sent, so that
	// a draft can record it in case of a crash. It is not
	// called without a store.
	Leaving func(messageID string)
}

// Run is one run. Its methods may be called from several goroutines.
type Run struct {
	plan   *Plan
	opts   Options
	ctx    context.Context
	cancel context.CancelFunc
	wake   chan struct{}
	stop   chan struct{} // has a value once the run has paused or ended

	mu        sync.Mutex
	current   *exchange // the last one
	state     state
	canceling chan struct{} // closed once the answer to a cancel was taken; nil where none was asked for

	recorder recorder
	chat     safe.Raw // the context that was kept as the last chat; of the exchanges
	// clock is of a recording; nil for the time of day. It is asked for while the lock is
	// held, and by screens while they draw.
	clock atomic.Pointer[func() time.Time]

	traffic Traffic
	drawn   drawn
}

// Now is the time in the run: in a replay, the time of the recording.
func (r *Run) Now() time.Time {
	if clock := r.clock.Load(); clock != nil {
		return (*clock)()
	}
	return time.Now()
}

func (r *Run) setClock(clock func() time.Time) { r.clock.Store(&clock) }

// ErrBusy says that an answer was given while the agent is not waiting for one.
var ErrBusy = errors.New("the agent is not waiting for an answer")

// errAnotherQuestion says that the question of a form is not the one that the agent asks.
var errAnotherQuestion = errors.New("the agent asks something else by now, so nothing was sent")

// Start sends the plan's message and follows the task until it pauses or ends.
// Nothing is sent if the journal cannot be written: a message without a record
// could be sent twice. The context bounds the whole run.
func Start(ctx context.Context, plan *Plan, opts Options) *Run {
	r := newRun(ctx, plan, Sending, opts)
	r.begin(false, r.sending(plan.Request()))
	return r
}

// Follow watches a task that the agent already has, as [Start] does after the send. It
// sends only the request to follow the task.
func Follow(ctx context.Context, agent *a2aclient.Agent, taskID safe.Raw, opts Options) *Run {
	return follow(ctx, &Plan{Agent: agent}, taskID, opts)
}

func follow(ctx context.Context, plan *Plan, taskID safe.Raw, opts Options) *Run {
	r := newRun(ctx, plan, Working, opts)
	if context := plan.Agent.TaskOf(taskID); !context.IsEmpty() {
		r.state.ContextID = context // there is no task
	} else {
		r.state.TaskID = taskID
	}
	r.begin(false, r.subscribing(taskID))
	return r
}

// newRun returns a run that records the traffic from the beginning.
func newRun(ctx context.Context, plan *Plan, phase Phase, opts Options) *Run {
	ctx, cancel := context.WithCancel(ctx)
	r := &Run{plan: plan, opts: opts, cancel: cancel, wake: make(chan struct{}, 1), stop: make(chan struct{}, 1)}
	r.traffic.Forward = opts.See
	if plan.Private {
		r.traffic.hide()
	}
	r.ctx = a2aclient.WithTrace(ctx, r.see)
	r.state = state{Snapshot: Snapshot{ID: safe.Text(a2aclient.NewID()[:8]), Plan: plan, Phase: phase, Started: time.Now()}, received: received{isWanted: opts.Protocol}}
	r.recorder.on, r.recorder.hidden = opts.Store != nil && opts.Record, plan.Private
	return r
}

// ID names the run among those of this program.
func (r *Run) ID() safe.Raw { return r.state.ID }

// Wake receives a value after something has changed. Several changes may share
// one.
func (r *Run) Wake() <-chan struct{} { return r.wake }

// Stopped receives a value after the run has paused or ended, for whoever gathers
// changes before showing them: these are not to be waited for.
func (r *Run) Stopped() <-chan struct{} { return r.stop }

// Snapshot returns the present state of the run.
func (r *Run) Snapshot() Snapshot {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.snapshot()
}

// snapshot is that for a caller who holds the lock.
func (r *Run) snapshot() Snapshot {
	s := r.state.snapshot()
	_, s.RecordErr = r.recorder.status()
	return s
}

// Wait returns when the run has paused and the agent has had its time to go on by
// itself and to end its stream, when the run has ended, or when ctx is done.
func (r *Run) Wait(ctx context.Context) Snapshot {
	select {
	case <-r.last().done:
	case <-ctx.Done():
	}
	return r.Snapshot()
}

// Close ends the connection, if there still is one. The task at the agent is
// left alone.
func (r *Run) Close() {
	r.cancel()
	<-r.last().done
	r.closeFile()
}

// Answer sends text, or data without a tag, on the task of a paused run. It
// fails with [ErrBusy] where the run is not paused.
func (r *Run) Answer(text string, data []byte) error {
	said := text
	if data != nil {
		said = string(data)
	}
	return r.answer(&a2aclient.Request{Text: text, Data: data}, said, nil)
}

// AnswerWithFiles is [Run.Answer] with text, which may be empty, and files.
func (r *Run) AnswerWithFiles(text string, files []a2aclient.FilePart) error {
	said := []string{text}
	for _, f := range files {
		said = append(said, f.String())
	}
	return r.answer(&a2aclient.Request{Text: text, Files: files}, strings.TrimSpace(strings.Join(said, "\n")), nil)
}

// lockPaused locks the run where it waits for an answer; else the error says why it takes none.
func (r *Run) lockPaused() error {
	if r.state.offline {
		return ErrRecording
	}
	r.mu.Lock()
	if r.state.Phase != Paused {
		r.mu.Unlock()
		return ErrBusy
	}
	return nil
}

// AnswerForm is [Run.Answer] with what was filled in in the form of a question. It fails with errAnotherQuestion where the
// agent asks something else by now. Of an answer with a secret neither it nor anything that comes of it is kept.
func (r *Run) AnswerForm(asked a2a.Form, data []byte, hasSecret bool) error {
	request, said := &a2aclient.Request{Data: data}, string(data)
	if hasSecret {
		if err := r.lockPaused(); err != nil {
			return err
		}
		r.recorder.hide()
		r.mu.Unlock()
		r.traffic.hide()
		said = "(an answer that contains a secret)"
	}
	return r.answer(request, said, &asked)
}

// answer sends a request on the task; asked is the form that it answers, nil for that of the question.
func (r *Run) answer(request *a2aclient.Request, said string, asked *a2a.Form) error {
	if err := r.lockPaused(); err != nil {
		return err
	}
	if now, ok := r.state.Question.Form(); asked != nil && (ok || asked.IsOfCall()) && !asked.Is(now) {
		r.mu.Unlock()
		return errAnotherQuestion
	} else if ok {
		r.plan.answerForm(request, now)
	}
	r.current.drain()
	request.MessageID, request.TaskID, request.ContextID = a2aclient.NewID(), r.state.TaskID, r.state.ContextID
	at := time.Now()
	r.state.forgetSaid()
	r.state.answer(at, safe.Text(said))
	r.recorder.add(runfile.Line{Kind: runfile.Answer, Time: at, Text: safe.Text(said)})
	r.mu.Unlock()
	r.begin(true, r.sending(request))
	return nil
}

// CancelTask asks the agent to cancel the task. The run goes on: what comes of
// it is seen in the task's state. It fails where no task is known yet.
func (r *Run) CancelTask(ctx context.Context) error {
	if r.state.offline {
		return ErrRecording
	}
	now := r.Snapshot()
	id := now.taskID()
	if id.IsEmpty() {
		return errors.New("the agent has not returned a task yet, so there is nothing to cancel")
	}
	defer r.startCanceling()()
	task, err := r.plan.Agent.Cancel(ctx, id)
	if err != nil {
		return fmt.Errorf("cancel: %w", err)
	}
	unwatched := r.applyCanceled(task)
	r.closeIfOver()
	if unwatched {
		r.begin(false, r.subscribing(id))
	}
	return nil
}

// startCanceling notes that a cancel is under way, and returns what notes that
// its answer was taken.
func (r *Run) startCanceling() (taken func()) {
	answered := make(chan struct{})
	r.mu.Lock()
	defer r.mu.Unlock()
	r.canceling = answered
	return func() { close(answered) }
}

// awaitCancel waits for the answer to a cancel: what fails meanwhile may fail
// because the agent has canceled already.
func (r *Run) awaitCancel() {
	r.mu.Lock()
	answered := r.canceling
	r.mu.Unlock()
	if answered == nil {
		return
	}
	select {
	case <-answered:
	case <-r.ctx.Done():
	}
}

// signalStop says that the run has paused or ended.
func (r *Run) signalStop() {
	select {
	case r.stop <- struct{}{}:
	default:
	}
}

// signal wakes whoever watches, at once or the next time they look.
func (r *Run) signal() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}
