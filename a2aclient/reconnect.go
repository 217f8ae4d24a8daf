package a2aclient

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/sse"
	"a2aform/internal/limit"
	"a2aform/internal/safego"
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
		cause = f.resubscribe()
		if f.noteListening(cause); cause == nil {
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
		f.noteListening(err)
		if failed = err; err != nil {
			cause = err
			if fails++; f.pollFailed(err, fails) {
				return
			}
			if lost := (*TransportError)(nil); fails == 1 && errors.As(err, &lost) && lost.Layer == LayerConnect {
				ok = f.notice(a2a.Notice{Kind: a2a.NoticeUnreachable, Text: fmt.Sprintf("No answer. Asking again for up to %d seconds.", int(f.patience().Seconds())), Err: noEOF(err)})
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

// pollPatience is for how long a task is asked for that no answer comes to, by the pauses alone.
func pollPatience() (d time.Duration) {
	for n := 1; n < limit.Polls.Int(); n++ {
		d += failWait(n)
	}
	return d
}

// goneTime is for how long an agent is asked for a task at whose address nothing listens: it has ended, and one that is started again
// seldom knows its tasks. A server that is busy, and a network that is away, have all of [pollPatience].
func goneTime() time.Duration { return pollPatience() / 5 }

// noteListening keeps since when nothing listens at the agent's address, by what came of the last question to it.
func (f *follower) noteListening(err error) {
	switch {
	case !errors.Is(err, syscall.ECONNREFUSED):
		f.refusedSince = time.Time{}
	case f.refusedSince.IsZero():
		f.refusedSince = time.Now()
	}
}

// patience is for how long a task is asked for again.
func (f *follower) patience() time.Duration {
	if f.refusedSince.IsZero() {
		return pollPatience()
	}
	return max(goneTime()-time.Since(f.refusedSince), 2*time.Second)
}

// isGone reports that nothing has listened at the agent's address for as long as it is asked there.
func (f *follower) isGone() bool {
	return !f.refusedSince.IsZero() && time.Since(f.refusedSince) >= goneTime()
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
		f.fail(&UnsettledError{TaskID: f.taskID, ContextID: f.contextID, Last: f.state, What: "the agent no longer knows the task that it named", Err: err, IsUnknown: true})
	case isRefusal(err), fails == limit.Polls.Int(), f.isGone():
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

// openFirst makes the call with the message, and adds a notice for as long as no
// answer begins.
func (f *follower) openFirst(c *call) error {
	type opened struct {
		stream *stream
		err    error
	}
	done := make(chan opened, 1)
	safego.Go(func() {
		s, err := f.agent.conn().open(f.ctx, c)
		done <- opened{s, err}
	})
	timer := time.NewTimer(limit.QuietTime.Duration())
	defer timer.Stop()
	for since := time.Now(); ; {
		select {
		case o := <-done:
			f.stream = o.stream
			return o.err
		case <-timer.C:
			timer.Reset(limit.StallTime.Duration())
			if !f.notice(idleNotice(time.Since(since))) {
				f.cancel()
				o := <-done
				f.stream = o.stream
				return o.err
			}
		}
	}
}

// idleNotice says that nothing comes, and that no task is known to ask for.
func idleNotice(d time.Duration) a2a.Notice {
	return a2a.Notice{
		Kind: a2a.NoticeStalled, Wait: d,
		Text: fmt.Sprintf("the agent has sent nothing for %d seconds, and it has not returned a task to check", int(d.Seconds())),
	}
}

// reconcile ends a run whose message has no answer that says what came of it: with the
// error if the agent did not act, else with what can be found out.
func (f *follower) reconcile(err error) {
	what := unknownOutcome(err)
	switch {
	case what == "":
		f.fail(err)
		return
	case f.ctx.Err() != nil || f.stopped:
	case !f.request.TaskID.IsEmpty():
		f.taskID, f.contextID = f.request.TaskID, f.request.ContextID
		f.notice(a2a.Notice{Kind: a2a.NoticeUnchecked, Err: noEOF(err), Text: what + ": checking the task; even if it still waits, the agent may have your answer"})
		f.poll(err, 0)
		return
	case f.findTask(findTries):
		f.notice(a2a.Notice{Kind: a2a.NoticeUnchecked, Err: noEOF(err), Text: what + ", and the agent has a task with the message, which is followed"})
		if !f.done() {
			f.resume(err)
		}
		return
	}
	f.unsettledAs(what, err)
}

// resume follows a task whose stream was lost.
func (f *follower) resume(cause error) {
	if f.polling || f.resubscribe() != nil {
		f.poll(cause, 0)
		return
	}
	f.watch()
}

// unsettledAs ends the run with the ids that the message itself had, where the
// agent gave none.
func (f *follower) unsettledAs(what string, cause error) {
	if f.contextID.IsEmpty() && f.request != nil {
		f.contextID = f.request.ContextID
	}
	if cause == io.EOF { //nolint:errorlint // alone it is a clean end; inside another error it is the cause
		cause = nil
	}
	f.fail(&UnsettledError{TaskID: f.taskID, ContextID: f.contextID, Last: f.state, What: what, Err: cause})
}

// unknownOutcome returns why it is unknown whether the agent acted on a message, "" if the
// error proves that it did not, or is the agent's own answer.
func unknownOutcome(err error) string {
	var lost *TransportError
	switch {
	case isGateway(err):
		return "the message was sent, but a proxy or gateway answered in the agent's place"
	case errors.As(err, &lost) && !lost.Sent:
		return ""
	case errors.As(err, &lost) && (lost.Layer == LayerContent || lost.Layer == LayerReply):
		return "the message was sent, but the answer cannot be read"
	case errors.As(err, &lost):
		return "the message was sent, but its answer was lost"
	case noEOF(err) == nil:
		return "the stream ended before the agent returned a task"
	}
	return ""
}

// isGateway reports an answer that a gateway gives when the agent behind it
// broke off or took too long: the agent may have acted.
func isGateway(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Code == 0 && (e.HTTPStatus == http.StatusBadGateway || e.HTTPStatus == http.StatusGatewayTimeout)
}

// findTask searches the tasks that the agent lists for the one that the message began, by
// the message's id in its history, and takes its state.
func (f *follower) findTask(tries int) bool {
	if f.request == nil || f.agent.protocol.methods[opList] == "" {
		return false
	}
	ctx, cancel := context.WithTimeout(f.ctx, limit.FindTime.Duration())
	defer cancel()
	for n := 1; ; n++ {
		page, err := f.agent.List(ctx, Query{ContextID: f.request.ContextID, history: findHistory})
		if err == nil {
			i := slices.IndexFunc(page.Tasks, f.isOurs)
			if i >= 0 {
				t := page.Tasks[i]
				return f.deliver(a2a.Event{TaskID: t.ID, ContextID: t.ContextID, Task: &t, Raw: t.Raw})
			}
		}
		if n == tries || isRefusal(err) || ctx.Err() != nil || !f.sleep(pollWait(n)) {
			return false
		}
	}
}

func (f *follower) isOurs(t a2a.Task) bool {
	return slices.ContainsFunc(t.History, func(m a2a.Message) bool { return m.ID.Exact() == f.request.MessageID })
}

// findOnIdle searches for the task of an idle stream that has named none. It reports
// whether the run is over.
func (f *follower) findOnIdle(idle time.Duration) bool {
	if f.findTask(1) {
		return f.check()
	}
	return f.stopped || !f.notice(idleNotice(idle))
}

// begin sends the message. Where the agent refuses the streaming method, it sends
// the message once more with the blocking one: the refusal proves that the agent
// executed nothing.
func (f *follower) begin(c *call) error {
	err := f.openFirst(c)
	return f.resend(err, c.stream)
}

// refusesStream reports an error that says that the agent has no such method or does
// not support it: code -32601 or -32004 in any version, HTTP 501, and over HTTP+JSON,
// where the method is a path of its own, HTTP 404 and 405. An agent that gives -32004 on a stream, or has
// streamed before, does stream: then its words must be about that, as the SDK for JavaScript has the same code for an event that it did
// not expect of the agent, which has acted.
func (f *follower) refusesStream(err error) bool {
	var e *Error
	if !errors.As(err, &e) {
		return false
	}
	switch {
	case e.Code == CodeMethodNotFound:
		return true
	case e.Code == CodeUnsupported, e.Reason.Exact() == "UNSUPPORTED_OPERATION":
		return !e.isEvent && !f.agent.learned.streams.Load() || strings.Contains(strings.ToLower(e.Message.Exact()), "streaming")
	case e.Code != 0:
		return false
	case e.HTTPStatus == http.StatusNotImplemented:
		return true
	}
	return f.agent.protocol.rest != nil && (e.HTTPStatus == http.StatusNotFound || e.HTTPStatus == http.StatusMethodNotAllowed)
}

// sendBlocking sends the message with the blocking method, under the same id, after
// the agent refused the streaming one. Where that works, the agent keeps it in mind
// for the messages that follow.
func (f *follower) sendBlocking(cause error) error {
	request := *f.request
	request.Mode = ModePoll
	c, err := f.agent.sendCall(&request)
	if err != nil {
		return err
	}
	f.polling = true
	if err = f.openFirst(c); isUnknownMethod(err) {
		return err // that is not about streaming
	}
	if !f.notice(a2a.Notice{
		Kind: a2a.NoticeNotStreaming, Err: cause,
		Text: "The agent does not stream, although its card says so. It did nothing yet, so the message was sent again without streaming.",
	}) {
		return cause
	}
	if err == nil {
		f.agent.learned.noStream.Store(true)
	}
	return err
}
