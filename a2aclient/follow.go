package a2aclient

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

// follow delivers the events of the stream until it ends, and returns how it ended: nil if
// the run is over although the stream is still open.
func (r *run) follow() error {
	w := &watchdog{run: r, timer: time.NewTimer(limit.QuietTime.Duration()), lastEvent: time.Now()}
	defer w.timer.Stop()
	events := 0
	for {
		w.timer.Reset(w.nextTimeout())
		select {
		case b := <-r.stream.batches:
			for _, e := range b.events {
				if !r.deliver(e) {
					return nil
				}
			}
			if b.err != nil {
				return b.err
			}
			if events += len(b.events); events > 1 { // more than a snapshot: the stream works
				r.attempts = 0
			}
			w.stallNoticed, w.keepAliveNoticed, w.lastEvent = false, false, time.Now()
			if w.overran() {
				return nil
			}
		case <-w.timer.C:
			if w.handleTimeout() {
				return nil
			}
		case <-r.ctx.Done():
			return context.Cause(r.ctx)
		}
	}
}

// watchdog minds a stream on which nothing comes.
type watchdog struct {
	run              *run
	timer            *time.Timer
	stallNoticed     bool      // of this silence
	keepAliveNoticed bool      // the notice was given that only keep-alives have come since the last event
	checked          time.Time // when the task was last asked for
	lastEvent        time.Time // when the last event came
	doneSince        time.Time // when the run could first be over; zero while it could not
}

// idle is how long not a byte has come, signs of life included.
func (w *watchdog) idle() time.Duration {
	return time.Since(time.Unix(0, w.run.stream.lastByte.Load()))
}

// sinceCheck is how long it has been silent since the task was asked for.
func (w *watchdog) sinceCheck() time.Duration {
	return min(w.idle(), time.Since(w.checked))
}

// grace is how long a stream may still bring something after the run could be
// over: servers close it, but some send a last artifact late, and some keep the
// stream of a paused task open.
func (w *watchdog) grace() time.Duration {
	if r := w.run; r.state.Paused() && !r.final {
		return pauseGrace
	}
	return settleGrace
}

func (w *watchdog) isDone() bool { return w.run.done() && !w.run.stale }

// overran records since when the run could be over, and reports whether the grace for late
// events has passed. A notice says what a settled task loses by that.
func (w *watchdog) overran() bool {
	switch {
	case !w.isDone():
		w.doneSince = time.Time{}
	case w.doneSince.IsZero():
		w.doneSince = w.lastEvent
	case time.Since(w.doneSince) >= maxGrace:
		if w.run.state.Settled() {
			w.run.notice(Notice{Kind: NoticeUnchecked, Text: "the task has ended and the agent goes on sending: what comes later is not waited for"})
		}
		return true
	}
	return false
}

// nextTimeout is the time until the next thing is due.
func (w *watchdog) nextTimeout() time.Duration {
	switch {
	case w.isDone():
		return max(w.grace()-time.Since(w.lastEvent), time.Millisecond)
	case w.stallNoticed:
		return max(limit.StallTime.Duration()-w.sinceCheck(), time.Millisecond)
	}
	wait := limit.QuietTime.Duration() - w.idle()
	if !w.keepAliveNoticed {
		wait = min(wait, limit.StallTime.Duration()-time.Since(w.lastEvent))
	}
	return max(wait, time.Millisecond)
}

// handleTimeout does what is due and reports whether the run is over.
func (w *watchdog) handleTimeout() bool {
	idle := w.idle()
	switch {
	case w.isDone():
		return time.Since(w.lastEvent) >= w.grace()
	case !w.stallNoticed && idle >= limit.QuietTime.Duration():
		w.stallNoticed = true
		return !w.run.notice(Notice{
			Kind: NoticeStalled, Wait: idle,
			Text: fmt.Sprintf("nothing has come from the agent for %d seconds", int(idle.Seconds())),
		})
	case !w.stallNoticed && !w.keepAliveNoticed && time.Since(w.lastEvent) >= limit.StallTime.Duration():
		w.keepAliveNoticed = true
		return !w.run.notice(Notice{
			Kind: NoticeStalled, Wait: time.Since(w.lastEvent),
			Text: fmt.Sprintf("The agent has sent only keep-alives for %d seconds. The connection is open, and the task may still go on.", int(time.Since(w.lastEvent).Seconds())),
		})
	case w.stallNoticed && !w.run.taskID.IsEmpty() && w.sinceCheck() >= limit.StallTime.Duration():
		w.checked = time.Now()
		return w.run.check()
	case w.stallNoticed && w.sinceCheck() >= limit.StallTime.Duration():
		w.checked = time.Now()
		return w.run.findOnIdle(idle)
	}
	return false
}

// check asks for the task behind a silent stream, and opens the stream again
// where the task still goes on. It reports whether the run is over.
func (r *run) check() bool {
	e, err := r.askTask(r.ctx)
	if err != nil {
		return !r.notice(Notice{Kind: NoticeStalled, Text: "the stream is silent, and the task could not be asked for", Err: err})
	}
	if e.Task == nil || !bytes.Equal(e.Raw, r.snapshot) {
		if !r.deliver(e) {
			return true
		}
	}
	if r.done() && !r.stale {
		return true
	}
	if r.open(r.agent.taskCall(opSubscribe, r.taskID)) == nil {
		r.resumed = true
	}
	return false
}

// maxRejectNotices is how many notices of rejected events one run gives.
const maxRejectNotices = 3

// reject returns why an event must be skipped, "" for those that count. It rejects events
// of another task, and those that contradict an end that was seen: a task that has settled
// stays so (A2A 1.0 §4.1.3).
func (r *run) reject(e Event) string {
	state := e.state()
	switch {
	case r.isForeign(e) && !r.endsUnderOtherID(e):
		return fmt.Sprintf("the agent speaks of another task here, %s: that was passed over", e.TaskID.Line(80))
	case r.state.Settled() && state != "" && state != r.state:
		return fmt.Sprintf("the agent says %s behind %s, which is an end: that was passed over", state, r.state)
	}
	return ""
}

// isForeign reports an event of another task than the run's.
func (r *run) isForeign(e Event) bool {
	return !r.taskID.IsEmpty() && !e.TaskID.IsEmpty() && e.TaskID != r.taskID && (e.Task != nil || e.Status != nil || e.Artifact != nil)
}

// state is what the event says of its task, "" for nothing.
func (e Event) state() State {
	switch {
	case e.Task != nil:
		return e.Task.Status.State
	case e.Status != nil:
		return e.Status.State
	}
	return ""
}

// endsUnderOtherID reports a status that ends the run although it names another
// task: a final one, in the context of the run, on the stream that answers the
// run's own message. The JavaScript SDKs up to 0.3 make up an id when the agent's
// code throws.
func (r *run) endsUnderOtherID(e Event) bool {
	return r.isForeign(e) && e.Status != nil && e.Final && e.Status.State.Settled() && !r.state.Settled() &&
		r.request != nil && !r.resumed && !r.contextID.IsEmpty() && e.ContextID == r.contextID
}

// noticeOtherID says that a status of another task is taken as the end of this one.
func (r *run) noticeOtherID(e Event) bool {
	text := fmt.Sprintf("The agent ends its answer with a status of another task, %s. It is taken as the end of this task: it came in answer to this message, in the same context.", e.TaskID.Line(80))
	return r.notice(Notice{Kind: NoticeOtherID, Text: text})
}

// skip adds a notice of a rejected event, and reports whether the run goes on.
func (r *run) skip(why string) bool {
	if r.skipped++; r.skipped > maxRejectNotices {
		return !r.stopped
	}
	if r.skipped == maxRejectNotices {
		why += " (more of the kind will not be mentioned)"
	}
	return r.notice(Notice{Kind: NoticeSkipped, Text: why})
}

// askTask asks for the current state of the run's task. An answer about another task is an
// error.
func (r *run) askTask(ctx context.Context) (Event, error) {
	c := r.agent.taskCall(opGet, r.taskID)
	e, err := r.agent.ask(ctx, c)
	if err == nil && r.isForeign(e) {
		return Event{}, transportError(fault{LayerReply, "asked for its task, the agent answered another, " + e.TaskID.Line(80).String(), "look at the agent's log"}, c, true, nil)
	}
	return e, err
}

// warn adds a notice of a fault of an answer's envelope, once for each run.
func (r *run) warn(warning string) bool {
	if warning == "" || r.hasWarned {
		return true
	}
	r.hasWarned = true
	return r.notice(Notice{Kind: NoticeSkipped, Text: warning})
}

// envelopeWarning is what is not right about the envelope of an answer to c, though it can be
// read: JSON-RPC 2.0 §5 wants one result, and the id of the call. Simple servers
// answer everything with the same number.
func (r *reply) envelopeWarning(c *call) string {
	switch {
	case r.results > 1:
		return fmt.Sprintf("the agent gave %d results in one answer: the last of them counts", r.results)
	case c.id != "" && r.answers != c.id && strings.Trim(r.answers, "0123456789") != "":
		return "the agent answers with the id of another call, " + safe.Text(r.answers).Line(80).String()
	case c.id != "" && r.version != nil && string(r.version) != `"2.0"`:
		return fmt.Sprintf(`the agent names JSON-RPC version %s in its answers, not "2.0": they are read all the same`, safe.Text(string(r.version)).Line(40))
	}
	return ""
}
