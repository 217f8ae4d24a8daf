package a2aclient

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/auth"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

// post makes a request. The answer has a 2xx status, and none of our secrets in its
// head; its body is the caller's to close. A GET follows redirects within its origin, as nothing happens by it;
// anything else follows none.
func (a *Agent) post(ctx context.Context, c *call) (answer, error) {
	u, err := url.Parse(c.url)
	if err != nil {
		return answer{}, &TransportError{Layer: LayerConnect, Method: c.method, What: "the card's address is not a URL", Err: err}
	}
	status := 0
	for range limit.Redirects.Int() {
		resp, err := a.postTo(ctx, c, u)
		var moved *redirectError
		switch {
		case !errors.As(err, &moved):
			return resp, err
		case c.verb != http.MethodGet || auth.Origin(moved.to) != auth.Origin(u):
			return answer{}, moved.TransportError
		}
		u, status = moved.to, moved.Status
	}
	circle := transportError(fault{LayerHTTP, "the agent redirects in a loop", "check the agent's log"}, c, false, nil)
	circle.Status = status
	return answer{}, circle
}

// redirectError is an answer that names another address.
type redirectError struct {
	*TransportError
	to *url.URL
}

// roundTrip makes one request and follows nothing. The answer has none of our secrets in its head.
func (a *Agent) roundTrip(ctx context.Context, c *call, u *url.URL) (answer, error) {
	req := &http.Request{
		Method: c.verb, URL: u, Host: u.Host, Header: a.header(c),
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}
	if c.body != nil {
		req.Body, req.ContentLength = noReplayBody{bytes.NewReader(c.body)}, int64(len(c.body))
	}
	a.opts.credentials.Apply(req, c.required)
	wait := limit.HeaderTime.Duration()
	if c.send {
		wait = limit.SendTime.Duration()
	}
	trace(ctx, a.opts.credentials, func() Frame { return a.requestFrame(c, u) })
	resp, err := a.opts.roundTrip(ctx, req, wait)
	if err != nil {
		return answer{}, transportError(classify(err, u), c, resp.sent.Load(), err)
	}
	resp.location, _ = u.Parse(resp.Header.Get("Location"))
	a.opts.credentials.MaskResponse(resp.Response)
	trace(ctx, a.opts.credentials, func() Frame { return responseFrame(resp.Response) })
	return resp, nil
}

// postTo is [Agent.roundTrip], and an error for an answer that is not 2xx.
func (a *Agent) postTo(ctx context.Context, c *call, u *url.URL) (answer, error) {
	resp, err := a.roundTrip(ctx, c, u)
	if err != nil || resp.StatusCode/100 == 2 {
		return resp, err
	}
	defer closeBody(resp.Response)
	switch {
	case resp.StatusCode/100 == 3 && resp.location != nil && resp.Header.Get("Location") != "":
		return answer{}, &redirectError{redirected(resp.Response, c), resp.location}
	case resp.StatusCode/100 == 3:
		return answer{}, redirected(resp.Response, c)
	}
	body, _, _ := readBody(resp.Response, maxErrorBody)
	trace(ctx, a.opts.credentials, func() Frame { return Frame{Head: safe.Text("body"), Body: body} })
	return answer{}, statusError(resp.Response, a.opts.credentials.MaskText(body), c)
}

func transportError(f fault, c *call, sent bool, err error) *TransportError {
	return &TransportError{Layer: f.layer, Method: c.method, What: f.what, Next: f.next, Sent: sent, Err: err}
}

// redirected refuses a redirect: what was typed and the credentials go to the
// address on the card and to no other.
func redirected(resp *http.Response, c *call) *TransportError {
	return &TransportError{
		Layer: LayerHTTP, Method: c.method, Status: resp.StatusCode,
		What: fmt.Sprintf("the agent redirects to %s; a2aform never forwards a message, or anything to another host",
			safe.Text(resp.Header.Get("Location")).Line(200)),
		Next: "if you trust that address, open the agent there",
	}
}

// ask makes a call about a task and reads the whole answer.
func (a *Agent) ask(ctx context.Context, c *call) (a2a.Event, error) {
	resp, err := a.post(ctx, c)
	if err != nil {
		return a2a.Event{}, err
	}
	defer closeBody(resp.Response)
	return a.readReply(ctx, resp.Response, c)
}

// askRaw makes a call whose answer is no event, and gives its result as it
// came.
func (a *Agent) askRaw(ctx context.Context, c *call) ([]byte, error) {
	resp, err := a.post(ctx, c)
	if err != nil {
		return nil, err
	}
	defer closeBody(resp.Response)
	r, err := a.readWhole(ctx, resp.Response, c)
	return r.Result, err
}

// decoder reads what the agent answers.
func (a *Agent) decoder() *a2a.Decoder {
	return &a2a.Decoder{IsWrapped: a.protocol.wrappedData, Credentials: a.opts.credentials}
}

// readWhole reads an answer that is one response. It fails where that is an
// error, or no answer at all.
func (a *Agent) readWhole(ctx context.Context, resp *http.Response, c *call) (a2a.Reply, error) {
	data, over, err := readBody(resp, limit.ReplyBytes.Int())
	if err != nil {
		return a2a.Reply{}, transportError(classify(err, requestURL(resp)), c, true, err)
	}
	if over {
		f := fault{LayerContent, "the answer is larger than " + limit.ReplyBytes.String(), "ask the agent for less; " + limit.ReplyBytes.Hint()}
		return a2a.Reply{}, transportError(f, c, true, nil)
	}
	trace(ctx, a.opts.credentials, func() Frame { return Frame{Head: safe.Text("body"), Body: data} })
	d := a.decoder()
	r, ok := d.Reply(firstEvent(data))
	if !ok && len(data) > largeReply {
		defer freeMemory()
	}
	if d.HasTooMany() {
		return a2a.Reply{}, transportError(tooManyFault(), c, true, nil)
	}
	if !ok {
		e := transportError(replyFault(resp, a.opts.credentials.MaskText(data)), c, true, nil)
		e.Status = resp.StatusCode
		return a2a.Reply{}, e
	}
	if r.Failed != nil {
		e := agentError(a.opts.credentials.MaskText(r.Failed), c)
		e.HTTPStatus = resp.StatusCode
		return a2a.Reply{}, e
	}
	return r, nil
}

// firstEvent is the first line of data of a server-sent event, where a server answers a
// call that is not streamed with a stream; else data itself.
func firstEvent(data []byte) []byte {
	if kind, _ := kindOfBody(data); kind != bodyEvents {
		return data
	}
	for line := range bytes.Lines(data) {
		if value, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			return value
		}
	}
	return data
}

// readReply reads an answer that is one event.
func (a *Agent) readReply(ctx context.Context, resp *http.Response, c *call) (a2a.Event, error) {
	r, err := a.readWhole(ctx, resp, c)
	switch {
	case err != nil:
		return a2a.Event{}, err
	case r.IsEvent:
		r.Event.EnvelopeWarning = envelopeWarning(&r, c)
		return r.Event, nil
	}
	f := fault{LayerReply, "the answer is neither a task nor a message: " + snippet(a.opts.credentials.MaskText(r.Result)), "compare the card's version with the agent's"}
	return a2a.Event{}, transportError(f, c, true, nil)
}

func requestURL(resp *http.Response) *url.URL {
	if resp.Request != nil && resp.Request.URL != nil {
		return resp.Request.URL
	}
	return &url.URL{Host: "the agent"}
}

// Get asks for the current state of a task.
func (a *Agent) Get(ctx context.Context, taskID safe.Raw) (*a2a.Task, error) {
	if a.protocol.sessions {
		return a.getSession(ctx, taskID.Exact())
	}
	return a.taskOf(ctx, opGet, taskID)
}

// GetWithHistory is [Agent.Get] with the last messages of the task, at most n where n is not
// 0. An agent may keep fewer, or none (A2A 1.0 §3.2.4).
func (a *Agent) GetWithHistory(ctx context.Context, taskID safe.Raw, n int) (*a2a.Task, error) {
	if n == 0 || a.protocol.sessions {
		return a.Get(ctx, taskID)
	}
	c := a.newCall(opGet, taskID.Exact())
	if a.protocol.rest != nil {
		c.url = withQuery(c.url, "historyLength="+strconv.Itoa(n))
	} else {
		b := member(a.openBody(c, NewID(), 0), "id", taskID.Exact())
		c.body = a.closeBody(strconv.AppendInt(append(b, `,"historyLength":`...), int64(n), 10))
	}
	return a.askTask(ctx, c)
}

// Cancel asks the agent to cancel a task. The task that it answers may still
// be working (seen at peers): only a stream or [Agent.Get] knows the outcome.
func (a *Agent) Cancel(ctx context.Context, taskID safe.Raw) (*a2a.Task, error) {
	if a.protocol.sessions {
		return a.endSession(ctx, taskID.Exact())
	}
	return a.taskOf(ctx, opCancel, taskID)
}

func (a *Agent) taskOf(ctx context.Context, op operation, taskID safe.Raw) (*a2a.Task, error) {
	return a.askTask(ctx, a.taskCall(op, taskID))
}

func (a *Agent) askTask(ctx context.Context, c *call) (*a2a.Task, error) {
	e, err := a.ask(ctx, c)
	if err != nil {
		return nil, err
	}
	if e.Task == nil {
		return nil, transportError(fault{LayerReply, "the answer is not a task: " + snippet(a.opts.credentials.MaskText(e.Raw)), ""}, c, true, nil)
	}
	return e.Task, nil
}
