package a2aclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/internal/limit"
	"a2aform/internal/safego"
)

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
// where the method is a path of its own, HTTP 404 and 405. An agent that gives -32004 on a stream does stream: then its words must be
// about that, as the SDK for JavaScript has the same code for an event that it did not expect of the agent, which has acted.
func (f *follower) refusesStream(err error) bool {
	var e *Error
	if !errors.As(err, &e) {
		return false
	}
	switch {
	case e.Code == CodeMethodNotFound:
		return true
	case e.Code == CodeUnsupported, e.Reason.Exact() == "UNSUPPORTED_OPERATION":
		return !e.isEvent || strings.Contains(strings.ToLower(e.Message.Exact()), "streaming")
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
