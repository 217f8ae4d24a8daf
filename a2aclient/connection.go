package a2aclient

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/auth"
	"a2aform/a2aclient/sse"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
)

// connection makes the calls of an agent over HTTP, and reads their answers.
type connection struct {
	protocol  *protocol
	opts      *options
	redirects *redirects
}

func (a *Agent) conn() connection { return connection{a.protocol, &a.opts, &a.learned.redirects} }

// post makes a request, and follows redirects as [call.follows] says. The answer has a 2xx status, and none of our secrets in its
// head; its body is the caller's to close.
func (x connection) post(ctx context.Context, c *call) (answer, error) {
	u, err := url.Parse(c.url)
	if err != nil {
		return answer{}, &TransportError{Layer: LayerConnect, Method: c.method, What: "the card's address is not a URL", Err: err}
	}
	at, status := x.redirects.target(u), 0
	for range limit.Redirects.Int() + 1 {
		resp, err := x.postTo(ctx, c, at)
		var moved *redirectError
		switch {
		case errors.As(err, &moved) && !c.follows(moved.Status, at, moved.to):
			return answer{}, moved.TransportError
		case errors.As(err, &moved):
			at, status = moved.to, moved.Status
			continue
		case err == nil && status != 0:
			x.redirects.add(u, at, status, x.shown(at))
		}
		return resp, err
	}
	circle := transportError(fault{LayerHTTP, "the agent redirects in a loop", "check the agent's log"}, c, false, nil)
	circle.Status = status
	return answer{}, circle
}

// roundTrip makes one request and follows nothing. The answer has none of our secrets in its head.
func (x connection) roundTrip(ctx context.Context, c *call, u *url.URL) (answer, error) {
	req := &http.Request{
		Method: c.verb, URL: u, Host: u.Host, Header: x.protocol.header(c),
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}
	if c.body != nil {
		req.Body, req.ContentLength = noReplayBody{bytes.NewReader(c.body)}, int64(len(c.body))
	}
	x.opts.credentials.Apply(req, c.required)
	wait := limit.HeaderTime.Duration()
	if c.send {
		wait = limit.SendTime.Duration()
	}
	trace(ctx, x.opts.credentials, func() Frame { return x.requestFrame(c, u) })
	resp, err := x.opts.roundTrip(ctx, req, wait)
	if err != nil {
		return answer{}, transportError(classify(err, u), c, resp.sent.Load(), err)
	}
	if location := resp.Header.Get("Location"); location != "" {
		if resp.location, err = u.Parse(location); err == nil {
			resp.location.User = nil
		}
	}
	x.opts.credentials.MaskResponse(resp.Response)
	trace(ctx, x.opts.credentials, func() Frame { return responseFrame(resp.Response) })
	return resp, nil
}

// postTo is [connection.roundTrip], and an error for an answer that is not 2xx.
func (x connection) postTo(ctx context.Context, c *call, u *url.URL) (answer, error) {
	resp, err := x.roundTrip(ctx, c, u)
	if err != nil || resp.StatusCode/100 == 2 {
		return resp, err
	}
	defer closeBody(resp.Response)
	if resp.StatusCode/100 == 3 {
		e := x.redirected(resp.Response, c, u, resp.location)
		if resp.location == nil {
			return answer{}, e
		}
		return answer{}, &redirectError{e, resp.location}
	}
	body, _, _ := readBody(resp.Response, maxErrorBody)
	trace(ctx, x.opts.credentials, func() Frame { return Frame{Head: safe.Text("body"), Body: body} })
	return answer{}, statusError(resp.Response, x.opts.credentials.MaskText(body), c)
}

func transportError(f fault, c *call, sent bool, err error) *TransportError {
	return &TransportError{Layer: f.layer, Method: c.method, What: f.what, Next: f.next, Sent: sent, Err: err}
}

// ask makes a call about a task and reads the whole answer.
func (x connection) ask(ctx context.Context, c *call) (a2a.Event, error) {
	resp, err := x.post(ctx, c)
	if err != nil {
		return a2a.Event{}, err
	}
	defer closeBody(resp.Response)
	return x.readReply(ctx, resp.Response, c)
}

// askRaw makes a call whose answer is no event, and gives its result as it
// came.
func (x connection) askRaw(ctx context.Context, c *call) ([]byte, error) {
	resp, err := x.post(ctx, c)
	if err != nil {
		return nil, err
	}
	defer closeBody(resp.Response)
	r, err := x.readWhole(ctx, resp.Response, c)
	return r.Result, err
}

// decoder reads what the agent answers.
func (x connection) decoder() *a2a.Decoder {
	return &a2a.Decoder{IsWrapped: x.protocol.wrappedData, Credentials: x.opts.credentials}
}

// readWhole reads an answer that is one response. It fails where that is an
// error, or no answer at all.
func (x connection) readWhole(ctx context.Context, resp *http.Response, c *call) (a2a.Reply, error) {
	data, over, err := readBody(resp, limit.ReplyBytes.Int())
	if err != nil {
		return a2a.Reply{}, transportError(classify(err, requestURL(resp)), c, true, err)
	}
	if over {
		f := fault{LayerContent, "the answer is larger than " + limit.ReplyBytes.String(), "ask the agent for less; " + limit.ReplyBytes.Hint()}
		return a2a.Reply{}, transportError(f, c, true, nil)
	}
	trace(ctx, x.opts.credentials, func() Frame { return Frame{Head: safe.Text("body"), Body: data} })
	d := x.decoder()
	r, ok := d.Reply(firstEvent(ojson.Text(data)))
	if !ok {
		again := x.decoder()
		if r, ok = repairedReply(again, firstEvent(ojson.Text(data))); ok || again.HasTooMany() {
			d = again
		}
	}
	if !ok && len(data) > largeReply {
		defer freeMemory()
	}
	if d.HasTooMany() {
		return a2a.Reply{}, transportError(tooManyFault(), c, true, nil)
	}
	if !ok {
		e := transportError(replyFault(resp, x.opts.credentials.MaskText(data)), c, true, nil)
		e.Status = resp.StatusCode
		return a2a.Reply{}, e
	}
	if r.Failed != nil {
		e := agentError(x.opts.credentials.MaskText(r.Failed), c)
		e.HTTPStatus = resp.StatusCode
		return a2a.Reply{}, e
	}
	return r, nil
}

// repairedReply reads a reply that is no JSON only for words in place of numbers, or that is nested more deeply than can be read.
func repairedReply(d *a2a.Decoder, data []byte) (r a2a.Reply, ok bool) {
	data, found := ojson.WithNonNumbers(data)
	data, isCut := ojson.WithoutDepth(data, ojson.ReadableLevels)
	if found == nil && !isCut {
		return r, false
	}
	r, ok = d.Reply(data)
	r.NonNumbers, r.IsCut = found, isCut
	return r, ok
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
func (x connection) readReply(ctx context.Context, resp *http.Response, c *call) (a2a.Event, error) {
	r, err := x.readWhole(ctx, resp, c)
	switch {
	case err != nil:
		return a2a.Event{}, err
	case r.IsEvent:
		r.Event.EnvelopeWarning = envelopeWarning(&r, c)
		return r.Event, nil
	}
	f := fault{LayerReply, "the answer is neither a task nor a message: " + snippet(x.opts.credentials.MaskText(r.Result)), "compare the card's version with the agent's"}
	return a2a.Event{}, transportError(f, c, true, nil)
}

func requestURL(resp *http.Response) *url.URL {
	if resp.Request != nil && resp.Request.URL != nil {
		return resp.Request.URL
	}
	return &url.URL{Host: "the agent"}
}

// requestFrame is a call as it is sent, its credentials masked.
func (x connection) requestFrame(c *call, to *url.URL) Frame {
	header := x.protocol.header(c)
	x.opts.credentials.Preview(header, c.url, c.required)
	address := string(x.opts.credentials.MaskText([]byte(to.String()))) // a redirect may repeat a key
	return Frame{Sent: true, Head: safe.Text(c.verb + " " + address), Header: header, Body: c.body}
}

// open makes a call and reads its answer, whichever form the agent gives it.
func (x connection) open(ctx context.Context, c *call) (*stream, error) {
	ctx, cancel := context.WithCancel(ctx)
	resp, err := x.post(ctx, c)
	if err != nil {
		cancel()
		return nil, err
	}
	s := &stream{close: func() { cancel(); _ = resp.Body.Close() }, opened: time.Now()}
	s.lastByte.Store(s.opened.UnixNano())
	s.activated = activated(resp.Header)
	warning := ""
	if !resp.isStream && resp.hasEvents() {
		resp.isStream, warning = true, mislabeled(resp.Response, "an event stream")
	}
	isLines := !resp.isStream && isJSONLines(resp.Header.Get("Content-Type"))
	if isLines {
		resp.isStream, warning = true, "the agent's answer is JSON lines, not an event stream; it is read anyway"
	}
	if resp.isStream {
		s.events = make(chan streamEvent)
		body := &timedReader{resp.Body, &s.lastByte}
		d := &streamDecoder{conn: x, resp: resp.Response, call: c, warning: warning, reader: sse.NewReader(body, limit.ReplyBytes.Int()), decoder: *x.decoder()}
		if d.isLines = isLines; isLines {
			d.reader = sse.NewLineReader(body, limit.ReplyBytes.Int())
		}
		safego.Go(func() { d.run(ctx, s.events) })
		return s, nil
	}
	defer s.close()
	e, err := x.readReply(ctx, resp.Response, c)
	if err != nil {
		return nil, err
	}
	e.At = time.Now()
	s.events = make(chan streamEvent, 2)
	s.events <- streamEvent{Event: e}
	s.events <- streamEvent{err: io.EOF}
	return s, nil
}

// Frame is one request, answer or event of the traffic, for traces. Its text is untrusted;
// the credentials of the call are masked in all of it.
type Frame struct {
	At     time.Time
	Sent   bool        // by us
	Head   safe.Raw    // "POST https://…", "200 OK", "event"
	Header http.Header // nil for none
	Body   []byte      // as it was, shared and not to be changed; nil for none
}

type traceKey struct{}

// WithTrace returns a context whose calls report every frame to see. It is called from
// several goroutines, and must return at once.
func WithTrace(ctx context.Context, see func(Frame)) context.Context {
	return context.WithValue(ctx, traceKey{}, see)
}

// trace reports a frame to the tracer of the context, if there is one. The secrets of
// the credential set, which may be nil, are masked.
func trace(ctx context.Context, c *auth.CredentialSet, frame func() Frame) {
	if see, ok := ctx.Value(traceKey{}).(func(Frame)); ok {
		f := frame()
		f.At = time.Now()
		see(maskFrame(c, f))
	}
}

// maskFrame masks the secrets that an answer repeats, in its head too: its text is the
// server's own.
func maskFrame(c *auth.CredentialSet, f Frame) Frame {
	if !f.Sent {
		f.Head = safe.Text(string(c.MaskText([]byte(f.Head.Exact()))))
		f.Header, f.Body = c.MaskHeader(f.Header), c.MaskText(f.Body)
	}
	return f
}

// responseFrame is the head of an answer.
func responseFrame(resp *http.Response) Frame {
	return Frame{Head: safe.Text(resp.Status), Header: resp.Header}
}

// redirectError is an answer that names another address.
type redirectError struct {
	*TransportError
	to *url.URL
}

// redirected is the error for an answer with a redirect that is not followed.
func (x connection) redirected(resp *http.Response, c *call, from, to *url.URL) *TransportError {
	e := &TransportError{Layer: LayerHTTP, Method: c.method, Status: resp.StatusCode}
	switch {
	case to == nil:
		e.What, e.Next = fmt.Sprintf("the agent redirects (%d) and names no address that can be read", resp.StatusCode), "check the agent's log"
	case auth.Origin(to) != auth.Origin(from):
		e.What = fmt.Sprintf("the agent redirects from %s to %s, which is another origin; a2aform follows redirects within one scheme, host and port only", x.shown(from), x.shown(to))
		e.Next = "if you trust that address, name it with --endpoint URL"
	default:
		e.What = fmt.Sprintf("the agent redirects from %s to %s with status %d, which does not ask to send the request there", x.shown(from), x.shown(to), resp.StatusCode)
		e.Next = "if that is the address for messages, name it with --endpoint URL"
	}
	return e
}

// shown is an address that an agent may have put together, which may repeat a secret.
func (x connection) shown(u *url.URL) string {
	return safe.Text(string(x.opts.credentials.MaskText([]byte(u.String())))).Line(200).String()
}

// follows reports whether a redirect of the call is followed. That is so within one origin alone. A request that is not a GET
// goes on as it is, with its body, where the status asks for that (307 and 308, RFC 9110 §15.4), and where nothing but a
// trailing slash differs: servers redirect so from the path of a mounted application.
func (c *call) follows(status int, from, to *url.URL) bool {
	switch {
	case auth.Origin(to) == "" || auth.Origin(to) != auth.Origin(from):
		return false
	case c.verb == http.MethodGet, status == http.StatusTemporaryRedirect, status == http.StatusPermanentRedirect:
		return true
	case status == http.StatusMovedPermanently, status == http.StatusFound:
		return strings.TrimSuffix(from.EscapedPath(), "/") == strings.TrimSuffix(to.EscapedPath(), "/")
	}
	return false
}

// redirects are the addresses that an agent redirects to, so that they are asked from then on.
type redirects struct {
	mu      sync.Mutex
	targets map[string]*url.URL // by the address of a call
	notice  string              // that no run has given yet; "" for none
}

// maxRedirects bounds how many redirects of an agent are kept: over HTTP+JSON each task has an address.
const maxRedirects = 64

// target is the address to ask in place of u.
func (r *redirects) target(u *url.URL) *url.URL {
	r.mu.Lock()
	defer r.mu.Unlock()
	if to := r.targets[u.String()]; to != nil {
		return to
	}
	return u
}

// add keeps that the agent redirects from one address to another, and that it answered there. A target with a query of its own
// is not kept, as that may repeat a key.
func (r *redirects) add(from, to *url.URL, status int, shown string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if to.RawQuery != from.RawQuery || len(r.targets) == maxRedirects {
		return
	}
	if r.targets == nil {
		r.targets = map[string]*url.URL{}
		r.notice = fmt.Sprintf("The agent redirects to %s (status %d), on the same host and port. Messages go there.", shown, status)
	}
	r.targets[from.String()] = to
}

// takeNotice returns the notice of the first redirect once, "" after that.
func (r *redirects) takeNotice() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	text := r.notice
	r.notice = ""
	return text
}

// noticeRedirect adds the notice that the agent redirects, once for each agent, and reports whether the run goes on.
func (f *follower) noticeRedirect() bool {
	text := f.agent.learned.redirects.takeNotice()
	return text == "" || f.notice(a2a.Notice{Kind: a2a.NoticeRedirected, Text: text})
}
