package a2aclient

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/sse"
	"a2aform/internal/limit"
)

// handleStreamEnd continues after a stream that ended too early: with another stream, by
// polling, or by sending again where that is safe. It reports false once it has ended the run.
func (f *follower) handleStreamEnd(err error, refused *Error) bool {
	switch {
	case refused != nil && !f.hasEvents && !f.resumed && f.request != nil && (!f.polling && f.refusesStream(err) || isUnknownMethod(err)):
		if err := f.resend(err, !f.polling); err != nil {
			f.reconcile(err)
			return false
		}
		return true
	case refused != nil:
		f.endRefused(err, refused)
	case f.taskID.IsEmpty():
		f.reconcile(err)
	case f.polling:
		f.poll(err, 0)
	case errors.Is(err, sse.ErrEventTooLarge): // the same event would come again
		if f.notice(a2a.Notice{Kind: a2a.NoticeSkipped, Err: err, Text: "An event is larger than " + limit.ReplyBytes.String() + ", so the stream is closed. " + limit.ReplyBytes.Hint() + "."}) {
			f.poll(err, 0)
		}
	default:
		return f.reconnect(err)
	}
	return false
}

// endRefused ends a run whose agent answered with an error, or sent one on its stream.
func (f *follower) endRefused(err error, refused *Error) {
	isUnnamed := f.taskID.IsEmpty()
	if isUnnamed && refused.isEvent && f.request != nil { // an answer to a task that waits may have been taken
		f.taskID, f.contextID = f.request.TaskID, f.request.ContextID
	}
	switch {
	case f.taskID.IsEmpty():
		f.fail(err)
	case isUnnamed, !f.resumed, f.seen > 0:
		f.breakOff(refused)
	default:
		f.poll(err, 0)
	}
}

// breakOff ends a run whose agent reported an error in the middle of the stream, most often because its code failed. The task is asked
// for once: the agent may have noted how it ended. Where it did not, the error is the end.
func (f *follower) breakOff(failed *Error) {
	text := "The agent broke off: " + failed.Said().Line(0).String()
	if failed.Code != 0 {
		text += fmt.Sprintf(" (%d)", failed.Code)
	}
	if !f.notice(a2a.Notice{Kind: a2a.NoticeFailed, Text: text, Err: failed}) {
		return
	}
	e, err := f.askTask(f.ctx)
	switch {
	case f.ctx.Err() != nil:
		f.unsettled("watching was stopped", context.Cause(f.ctx))
	case err != nil || e.Task == nil:
		f.fail(failed)
	case f.deliver(e) && !f.done():
		f.fail(failed)
	}
}

// reconnect opens a lost stream again. Where that fails, it polls until the run ends, and
// reports false.
func (f *follower) reconnect(cause error) bool {
	if f.restarts++; time.Since(f.stream.opened) >= limit.StallTime.Duration() {
		f.restarts = 0
	}
	for f.attempts < limit.Reconnects.Int() && f.restarts <= limit.Restarts.Int() {
		f.attempts++
		wait := max(reconnectWait(f.attempts), f.waitAsked(cause))
		ok := f.notice(a2a.Notice{
			Kind: a2a.NoticeReconnecting, Attempt: f.attempts, Wait: wait, Err: noEOF(cause),
			Text: fmt.Sprintf("Connection lost. Reconnecting (%d of %d)…", f.attempts, limit.Reconnects.Int()),
		})
		if !ok || !f.sleep(wait) {
			return false
		}
		if cause = f.resubscribe(); cause == nil {
			return true
		}
		if isRefusal(cause) || isUnknownTask(cause) {
			break
		}
	}
	f.poll(cause, 0)
	return false
}

// resubscribe opens a stream of the task that begins with a snapshot.
func (f *follower) resubscribe() error {
	err := f.open(f.agent.taskCall(opSubscribe, f.taskID))
	f.resumed = f.resumed || err == nil
	return err
}

// isRefusal reports whether the agent itself said no, or named another address that
// is not followed, so that asking again the same way is useless.
func isRefusal(err error) bool {
	var e *Error
	var moved *TransportError
	return errors.As(err, &e) && e.HTTPStatus < 500 && e.HTTPStatus != 429 || errors.As(err, &moved) && moved.Status/100 == 3
}

// isUnknownTask reports whether the agent said that it does not know the task, whatever the status of HTTP.
func isUnknownTask(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.isUnknownTask()
}

func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// poll asks for the task until it is settled or paused, at most maxTries times; 0 is no limit.
func (f *follower) poll(cause error, maxTries int) {
	text := "" // nothing is missed where no stream was asked for
	if !f.polling {
		text = "No live stream. Checking the task's status."
	}
	ok := f.notice(a2a.Notice{Kind: a2a.NoticePolling, Text: text, Err: noEOF(cause)})
	fails, quiet, failed := 0, 1, cause
	for n := 0; ok && (maxTries == 0 || n < maxTries); n++ {
		if (n > 0 || f.polling) && !f.sleep(max(f.pollWait(quiet), failWait(fails), f.waitAsked(failed))) {
			return
		}
		quiet++
		e, err := f.askTask(f.ctx)
		if failed = err; err != nil {
			cause = err
			if fails++; f.pollFailed(err, fails) {
				return
			}
			continue
		}
		fails = 0
		if e.Task == nil || !bytes.Equal(e.Raw, f.snapshot) {
			quiet = 1
			ok = f.deliver(e)
		}
		if f.stale = false; f.done() {
			return
		}
	}
	if ok {
		f.unsettled("the agent reported an error on the stream", cause)
	}
}

// pollWait is the time until the next poll, after n answers that said the same.
func (f *follower) pollWait(n int) time.Duration {
	return cmp.Or(f.agent.opts.interval, pollWait(n))
}

// pollFailed ends the run if another try is useless, and reports whether it did.
func (f *follower) pollFailed(err error, fails int) bool {
	isUnknown := isUnknownTask(err)
	switch {
	case f.ctx.Err() != nil:
		f.unsettled("watching was stopped", context.Cause(f.ctx))
	case (isRefusal(err) || isUnknown) && f.state == "" && f.request == nil: // not even a snapshot: there is no such task
		f.fail(err)
	case isUnknown && f.mayAppear(err):
		return false
	case isUnknown:
		f.fail(&UnsettledError{TaskID: f.taskID, ContextID: f.contextID, Last: f.state, What: "the agent does not know the task that it named", Err: err, IsUnknown: true})
	case isRefusal(err), fails == limit.Polls.Int():
		f.unsettled("the status of the task is no longer available", err)
	default:
		return false
	}
	return true
}

// mayAppear reports whether to ask again for a task that the agent does not know: a server may name a task before it has stored it.
// One that answers so as a failure of its own is asked once more, any other for some seconds.
func (f *follower) mayAppear(err error) bool {
	if f.unknown++; f.unknown == 1 {
		f.unknownSince = time.Now()
	}
	var e *Error
	if errors.As(err, &e) && e.HTTPStatus >= http.StatusInternalServerError {
		return f.unknown < 2
	}
	return time.Since(f.unknownSince) < appearTime
}

// sleep waits and reports whether the run goes on.
func (f *follower) sleep(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-f.ctx.Done():
		f.unsettled("watching was stopped", context.Cause(f.ctx))
		return false
	}
}
