package a2aclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"a2aform/a2aclient/sse"
	"a2aform/internal/limit"
	"a2aform/internal/safego"
)

// openFirst makes the call with the message, and adds a notice for as long as no
// answer begins.
func (r *run) openFirst(c *call) error {
	type opened struct {
		stream *stream
		err    error
	}
	done := make(chan opened, 1)
	safego.Go(func() {
		f, err := r.agent.open(r.ctx, c)
		done <- opened{f, err}
	})
	timer := time.NewTimer(limit.QuietTime.Duration())
	defer timer.Stop()
	for since := time.Now(); ; {
		select {
		case o := <-done:
			r.stream = o.stream
			return o.err
		case <-timer.C:
			timer.Reset(limit.StallTime.Duration())
			if !r.notice(idleNotice(time.Since(since))) {
				r.cancel()
				o := <-done
				r.stream = o.stream
				return o.err
			}
		}
	}
}

// idleNotice says that nothing comes, and that no task is known to ask for.
func idleNotice(d time.Duration) Notice {
	return Notice{
		Kind: NoticeStalled, Wait: d,
		Text: fmt.Sprintf("nothing has come from the agent for %d seconds, and it has named no task that could be asked for", int(d.Seconds())),
	}
}

// reconcile ends a run whose message has no answer that says what came of it: with the
// error if the agent did not act, else with what can be found out.
func (r *run) reconcile(err error) {
	what := unknownOutcome(err)
	switch {
	case what == "":
		r.fail(err)
		return
	case r.ctx.Err() != nil || r.stopped:
	case !r.request.TaskID.IsEmpty():
		r.taskID, r.contextID = r.request.TaskID, r.request.ContextID
		r.notice(Notice{Kind: NoticeUnchecked, Err: noEOF(err), Text: what + ": the task is asked for what came of it; where it still waits, the agent may have the answer all the same"})
		r.poll(err, 0)
		return
	case r.findTask(findTries):
		r.notice(Notice{Kind: NoticeUnchecked, Err: noEOF(err), Text: what + ", and the agent has a task with the message: it is followed"})
		if !r.done() {
			r.resume(err)
		}
		return
	}
	r.unsettledAs(what, err)
}

// resume follows a task whose stream was lost.
func (r *run) resume(cause error) {
	if r.polling || r.open(r.agent.taskCall(opSubscribe, r.taskID)) != nil {
		r.poll(cause, 0)
		return
	}
	r.resumed = true
	r.watch()
}

// unsettledAs ends the run with the ids that the message itself had, where the
// agent gave none.
func (r *run) unsettledAs(what string, cause error) {
	if r.contextID.IsEmpty() && r.request != nil {
		r.contextID = r.request.ContextID
	}
	if cause == io.EOF { //nolint:errorlint // alone it is a clean end; inside another error it is the cause
		cause = nil
	}
	r.fail(&UnsettledError{TaskID: r.taskID, ContextID: r.contextID, Last: r.state, What: what, Err: cause})
}

// unknownOutcome returns why it is unknown whether the agent acted on a message, "" if the
// error proves that it did not, or is the agent's own answer.
func unknownOutcome(err error) string {
	var lost *TransportError
	switch {
	case isGateway(err):
		return "the message was sent, and something between here and the agent answered in its place"
	case errors.As(err, &lost) && !lost.Sent:
		return ""
	case errors.As(err, &lost) && (lost.Layer == LayerContent || lost.Layer == LayerReply):
		return "the message was sent, and what came in answer cannot be read"
	case errors.As(err, &lost):
		return "the message was sent and its answer was lost"
	case noEOF(err) == nil:
		return "the stream ended before the agent named a task"
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
func (r *run) findTask(tries int) bool {
	if r.request == nil || r.agent.protocol.methods[opList] == "" {
		return false
	}
	ctx, cancel := context.WithTimeout(r.ctx, limit.FindTime.Duration())
	defer cancel()
	for n := 1; ; n++ {
		page, err := r.agent.List(ctx, Query{ContextID: r.request.ContextID, history: findHistory})
		if err == nil {
			i := slices.IndexFunc(page.Tasks, r.isOurs)
			if i >= 0 {
				t := page.Tasks[i]
				return r.deliver(Event{TaskID: t.ID, ContextID: t.ContextID, Task: &t, Raw: t.Raw})
			}
		}
		if n == tries || isRefusal(err) || ctx.Err() != nil || !r.sleep(pollWait(n)) {
			return false
		}
	}
}

func (r *run) isOurs(t Task) bool {
	return slices.ContainsFunc(t.History, func(m Message) bool { return m.ID.Exact() == r.request.MessageID })
}

// findOnIdle searches for the task of an idle stream that has named none. It reports
// whether the run is over.
func (r *run) findOnIdle(idle time.Duration) bool {
	if r.findTask(1) {
		return r.check()
	}
	return r.stopped || !r.notice(idleNotice(idle))
}

// recover continues after a stream has ended too early: by another stream, by polling, or
// by sending again where that is safe. It reports false once it has ended the run.
func (r *run) recover(err error, refused *Error) bool {
	switch {
	case refused != nil && !r.hasEvents && !r.polling && !r.resumed && r.refusesStream(err):
		if err := r.sendBlocking(err); err != nil {
			r.reconcile(err)
			return false
		}
		return true
	case refused != nil && r.taskID.IsEmpty():
		r.fail(err)
	case r.taskID.IsEmpty():
		r.reconcile(err)
	case refused != nil && !r.resumed:
		r.poll(err, 3) // the agent broke down: its last word may still come
	case r.polling || refused != nil:
		r.poll(err, 0)
	case errors.Is(err, sse.ErrEventTooLarge): // the same event would come again
		if r.notice(Notice{Kind: NoticeSkipped, Err: err, Text: "An event is larger than " + limit.ReplyBytes.String() + ", so the stream is given up. " + limit.ReplyBytes.Hint() + "."}) {
			r.poll(err, 0)
		}
	default:
		return r.reconnect(err)
	}
	return false
}

// begin sends the message. Where the agent refuses the streaming method, it sends
// the message once more with the blocking one: the refusal proves that the agent
// executed nothing.
func (r *run) begin(c *call) error {
	err := r.openFirst(c)
	if c.stream && r.refusesStream(err) {
		return r.sendBlocking(err)
	}
	return err
}

// refusesStream reports an error that says that the agent has no such method or does
// not support it: code -32601 or -32004 in any version, HTTP 501, and over HTTP+JSON,
// where the method is a path of its own, HTTP 404 and 405.
func (r *run) refusesStream(err error) bool {
	var e *Error
	if !errors.As(err, &e) {
		return false
	}
	switch {
	case e.Code == CodeMethodNotFound, e.Code == CodeUnsupported, e.Reason.Exact() == "UNSUPPORTED_OPERATION":
		return true
	case e.Code != 0:
		return false
	case e.HTTPStatus == http.StatusNotImplemented:
		return true
	}
	return r.agent.protocol.rest != nil && (e.HTTPStatus == http.StatusNotFound || e.HTTPStatus == http.StatusMethodNotAllowed)
}

// sendBlocking sends the message with the blocking method, under the same id, after
// the agent refused the streaming one. Where that works, the agent keeps it in mind
// for the messages that follow.
func (r *run) sendBlocking(cause error) error {
	request := *r.request
	request.Mode = ModePoll
	c, err := r.agent.sendCall(&request)
	if err != nil {
		return err
	}
	r.polling = true
	if !r.notice(Notice{
		Kind: NoticeNotStreaming, Err: cause,
		Text: "The agent does not stream, although its card says so. It executed nothing, so the message is sent without streaming.",
	}) {
		return cause
	}
	if err := r.openFirst(c); err != nil {
		return err
	}
	r.agent.noStream.Store(true)
	return nil
}
