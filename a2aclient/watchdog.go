package a2aclient

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/limit"
)

// follow delivers the events of the stream until it ends, and returns how it ended: nil if
// the run is over although the stream is still open.
func (f *follower) follow() error {
	w := &watchdog{follower: f, timer: time.NewTimer(limit.QuietTime.Duration()), lastEvent: time.Now()}
	defer w.timer.Stop()
	f.seen = 0
	for {
		w.timer.Reset(w.nextTimeout())
		select {
		case e := <-f.stream.events:
			if e.err != nil {
				return e.err
			}
			if !f.deliver(e.Event) {
				return nil
			}
			if f.seen++; f.seen > 1 { // more than a snapshot: the stream works
				f.attempts = 0
				f.agent.learned.streams.Store(true)
			}
			w.stallNoticed, w.keepAliveNoticed, w.lastEvent = false, false, time.Now()
			if w.overran() {
				return nil
			}
		case <-w.timer.C:
			if w.handleTimeout() {
				return nil
			}
		case <-f.ctx.Done():
			return context.Cause(f.ctx)
		}
	}
}

// watchdog decides what to do about a stream on which nothing comes.
type watchdog struct {
	follower         *follower
	timer            *time.Timer
	stallNoticed     bool      // of this silence
	keepAliveNoticed bool      // the notice was given that only keep-alives have come since the last event
	checked          time.Time // when the task was last asked for
	lastEvent        time.Time // when the last event came
	doneSince        time.Time // when the run could first be over; zero while it could not
}

// idle is how long no byte has come; keep-alive lines count too.
func (w *watchdog) idle() time.Duration {
	return time.Since(time.Unix(0, w.follower.stream.lastByte.Load()))
}

// sinceCheck is how long it has been silent since the task was asked for.
func (w *watchdog) sinceCheck() time.Duration {
	return min(w.idle(), time.Since(w.checked))
}

// grace is how long a stream may still bring something after the run could be
// over: servers close it, but some send a last artifact late, and some keep the
// stream of a paused task open.
func (w *watchdog) grace() time.Duration {
	switch f := w.follower; {
	case f.state.Paused() && f.final, !f.state.Paused():
		return settleGrace
	case f.state == a2a.StateAuthRequired:
		return signInGrace
	}
	return pauseGrace
}

func (w *watchdog) isDone() bool { return w.follower.done() && !w.follower.stale }

// overran records since when the run could be over, and reports whether the grace for late
// events has passed. A notice says what a settled task loses by that.
func (w *watchdog) overran() bool {
	switch {
	case !w.isDone():
		w.doneSince = time.Time{}
	case w.doneSince.IsZero():
		w.doneSince = w.lastEvent
	case time.Since(w.doneSince) >= maxGrace && !w.mayGoOn():
		if w.follower.state.Settled() {
			w.follower.notice(a2a.Notice{Kind: a2a.NoticeUnchecked, Text: "the task has ended, but the agent keeps sending; the rest is ignored"})
		}
		return true
	}
	return false
}

// mayGoOn reports a question on a stream that the agent does not end with it: while events follow, it is no end.
func (w *watchdog) mayGoOn() bool {
	return w.follower.state == a2a.StateInputRequired && !w.follower.final
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
		return !w.follower.notice(a2a.Notice{
			Kind: a2a.NoticeStalled, Wait: idle,
			Text: fmt.Sprintf("the agent has sent nothing for %d seconds", int(idle.Seconds())),
		})
	case !w.stallNoticed && !w.keepAliveNoticed && time.Since(w.lastEvent) >= limit.StallTime.Duration():
		w.keepAliveNoticed = true
		return !w.follower.notice(a2a.Notice{
			Kind: a2a.NoticeStalled, Wait: time.Since(w.lastEvent),
			Text: fmt.Sprintf("The agent has sent only keep-alives for %d seconds. The connection is open, and the task may still go on.", int(time.Since(w.lastEvent).Seconds())),
		})
	case w.stallNoticed && !w.follower.taskID.IsEmpty() && w.sinceCheck() >= limit.StallTime.Duration():
		w.checked = time.Now()
		return w.follower.check()
	case w.stallNoticed && w.sinceCheck() >= limit.StallTime.Duration():
		w.checked = time.Now()
		return w.follower.findOnIdle(idle)
	}
	return false
}

// check asks for the task behind a silent stream, and opens the stream again
// where the task still goes on. It reports whether the run is over.
func (f *follower) check() bool {
	e, err := f.askTask(f.ctx)
	if err != nil {
		return !f.notice(a2a.Notice{Kind: a2a.NoticeStalled, Text: "the stream is silent, and the task's status is not available", Err: err})
	}
	if e.Task == nil || !bytes.Equal(e.Raw, f.snapshot) {
		if !f.deliver(e) {
			return true
		}
	}
	if f.done() && !f.stale {
		return true
	}
	_ = f.resubscribe() // else the old stream is followed further
	return false
}
