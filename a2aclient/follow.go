package a2aclient

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"a2aform/internal/limit"
)

// follow hands on what the feed brings until it ends, and answers how: nil when
// the run is over though the stream is still open.
func (r *run) follow() error {
	w := &watchdog{run: r, timer: time.NewTimer(limit.QuietTime.Duration()), news: time.Now()}
	defer w.timer.Stop()
	events := 0
	for {
		w.timer.Reset(w.patience())
		select {
		case b := <-r.feed.batches:
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
			w.told, w.alive, w.news = false, false, time.Now()
			if w.overran() {
				return nil
			}
		case <-w.timer.C:
			if w.expired() {
				return nil
			}
		case <-r.ctx.Done():
			return context.Cause(r.ctx)
		}
	}
}

// watchdog minds a stream on which nothing comes.
type watchdog struct {
	run     *run
	timer   *time.Timer
	told    bool      // of this silence
	alive   bool      // the notice was given that only keep-alives have come since the last event
	checked time.Time // when the task was last asked for
	news    time.Time // when the last event came
	since   time.Time // when the run could first be over; zero while it could not
}

// silent is how long not a byte has come, signs of life included.
func (w *watchdog) silent() time.Duration {
	return time.Since(time.Unix(0, w.run.feed.heard.Load()))
}

// unchecked is how long it has been silent since the task was asked for.
func (w *watchdog) unchecked() time.Duration {
	return min(w.silent(), time.Since(w.checked))
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

func (w *watchdog) over() bool { return w.run.done() && !w.run.stale }

// overran notes since when the run could be over, and reports whether that is so
// long ago that it ends though events still come. Of what a settled task loses by
// that it is told.
func (w *watchdog) overran() bool {
	switch {
	case !w.over():
		w.since = time.Time{}
	case w.since.IsZero():
		w.since = w.news
	case time.Since(w.since) >= maxGrace:
		if w.run.state.Settled() {
			w.run.notice(Notice{Kind: NoticeUnchecked, Text: "the task has ended and the agent goes on sending: what comes later is not waited for"})
		}
		return true
	}
	return false
}

// patience is the time until the next thing is due.
func (w *watchdog) patience() time.Duration {
	switch {
	case w.over():
		return max(w.grace()-time.Since(w.news), time.Millisecond)
	case w.told:
		return max(limit.StallTime.Duration()-w.unchecked(), time.Millisecond)
	}
	wait := limit.QuietTime.Duration() - w.silent()
	if !w.alive {
		wait = min(wait, limit.StallTime.Duration()-time.Since(w.news))
	}
	return max(wait, time.Millisecond)
}

// expired does what is due and reports whether the run is over.
func (w *watchdog) expired() bool {
	silent := w.silent()
	switch {
	case w.over():
		return time.Since(w.news) >= w.grace()
	case !w.told && silent >= limit.QuietTime.Duration():
		w.told = true
		return !w.run.notice(Notice{
			Kind: NoticeStalled, Wait: silent,
			Text: fmt.Sprintf("nothing has come from the agent for %d seconds", int(silent.Seconds())),
		})
	case !w.told && !w.alive && time.Since(w.news) >= limit.StallTime.Duration():
		w.alive = true
		return !w.run.notice(Notice{
			Kind: NoticeStalled, Wait: time.Since(w.news),
			Text: fmt.Sprintf("The agent has sent only keep-alives for %d seconds. The connection is open, and the task may still go on.", int(time.Since(w.news).Seconds())),
		})
	case w.told && !w.run.taskID.IsEmpty() && w.unchecked() >= limit.StallTime.Duration():
		w.checked = time.Now()
		return w.run.check()
	case w.told && w.unchecked() >= limit.StallTime.Duration():
		w.checked = time.Now()
		return w.run.seek(silent)
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
