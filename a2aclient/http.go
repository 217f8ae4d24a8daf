package a2aclient

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/dustin/go-humanize"

	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/auth"
	"a2aform/a2aclient/sse"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

var (
	errHeaderTimeout = errors.New("no answer in time")
	errIdleTimeout   = errors.New("the answer stopped")
	errBodyTimeout   = errors.New("the answer came too slowly")
)

// unsentError is why a request did not leave.
type unsentError struct{ error }

// Unwrap is the cause.
func (e *unsentError) Unwrap() error { return e.error }

// answer is an HTTP response whose body closes the request with it.
type answer struct {
	*http.Response
	sent     *atomic.Bool // bytes of the request had left
	isStream bool         // its body is of server-sent events
	location *url.URL     // that it names
}

// roundTrip makes one request and nothing more: no redirect, no second try. It
// waits for the response's header as long as wait says; the body has no limit
// of time. Closing the body ends the request at once.
func (o options) roundTrip(ctx context.Context, req *http.Request, wait time.Duration) (answer, error) {
	sent := new(atomic.Bool)
	if !o.insecure && isInsecure(req.URL) {
		return answer{sent: sent}, errInsecureHTTP
	}
	ctx, cancel := context.WithCancelCause(ctx)
	trace := &httptrace.ClientTrace{WroteHeaders: func() { sent.Store(true) }}
	timer := time.AfterFunc(wait, func() { cancel(errHeaderTimeout) })
	//nolint:bodyclose // the caller closes it
	resp, err := o.transport.RoundTrip(req.WithContext(httptrace.WithClientTrace(ctx, trace)))
	timer.Stop()
	if err != nil {
		if cause := context.Cause(ctx); cause != nil {
			err = cause
		}
		if !sent.Load() {
			err = &unsentError{err}
		}
		cancel(nil)
		return answer{sent: sent}, err
	}
	resp.Body = &body{ReadCloser: resp.Body, text: ojson.NewTextReader(resp.Body), ctx: ctx, cancel: cancel}
	return answer{resp, sent, a2a.ParseMediaType(resp.Header.Get("Content-Type")).Kind == "text/event-stream", nil}, nil
}

// body ties a response's body to the context of its request.
type body struct {
	io.ReadCloser
	text      io.Reader       // of ReadCloser, in UTF-8
	ctx       context.Context // lives exactly as long as the body
	cancel    context.CancelCauseFunc
	idleTimer *time.Timer // nil for no limit
	bodyTimer *time.Timer // nil for no limit
	head      []byte      // read by peek, and to be read again
	headErr   error       // what ended it
}

// limitTime ends the request when no byte comes for too long, or the last one
// does not.
func (b *body) limitTime() {
	if b.idleTimer != nil {
		return
	}
	b.idleTimer = time.AfterFunc(limit.BodyTime.Duration(), func() { b.cancel(errIdleTimeout) })
	b.bodyTimer = time.AfterFunc(limit.ReplyTime.Duration(), func() { b.cancel(errBodyTimeout) })
}

// unlimitTime takes the limits back: the body is a stream.
func (b *body) unlimitTime() {
	b.idleTimer.Stop()
	b.bodyTimer.Stop()
	b.idleTimer = nil
}

// peek reads as much of the body as tells its kind. Read returns it again.
func (b *body) peek() bodyKind {
	var chunk [512]byte
	for {
		kind, ok := kindOfBody(b.head)
		if ok || b.headErr != nil {
			return kind
		}
		n, err := b.receive(chunk[:])
		b.head, b.headErr = append(b.head, chunk[:n]...), err
	}
}

// bodyKind is what a body is by its first bytes.
type bodyKind int

const (
	bodyOther bodyKind = iota
	bodyJSON
	bodyEvents // server-sent events
)

// maxBlankHead is how much white space may stand before what tells the kind of a body.
const maxBlankHead = 4 << 10

// kindOfBody tells a body's kind by its beginning. It is not ok where more is needed.
func kindOfBody(head []byte) (kind bodyKind, ok bool) {
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	switch {
	case len(text) == 0:
		return bodyOther, len(head) > maxBlankHead
	case text[0] == '{' || text[0] == '[':
		return bodyJSON, true
	}
	for _, field := range [...]string{":", "data:", "event:", "id:", "retry:"} {
		if bytes.HasPrefix(text, []byte(field)) {
			return bodyEvents, true
		}
		if strings.HasPrefix(field, string(text)) {
			return bodyOther, false
		}
	}
	return bodyOther, true
}

// Read gives the true cause where the request was ended from here.
func (b *body) Read(p []byte) (int, error) {
	if len(b.head) > 0 {
		n := copy(p, b.head)
		b.head = b.head[n:]
		return n, nil
	}
	if b.headErr != nil {
		return 0, b.headErr
	}
	return b.receive(p)
}

func (b *body) receive(p []byte) (int, error) {
	n, err := b.text.Read(p)
	if b.idleTimer != nil {
		b.idleTimer.Reset(limit.BodyTime.Duration())
	}
	if err != nil && !errors.Is(err, io.EOF) {
		if cause := context.Cause(b.ctx); cause != nil {
			err = cause
		}
	}
	return n, err
}

// Close ends the request.
func (b *body) Close() error {
	if b.idleTimer != nil {
		b.idleTimer.Stop()
		b.bodyTimer.Stop()
	}
	b.cancel(context.Canceled)
	return b.ReadCloser.Close()
}

// readBody reads a whole reply as [sse.ReadAll] does.
func readBody(resp *http.Response, limited int) (all []byte, over bool, err error) {
	if b, ok := resp.Body.(*body); ok {
		b.limitTime()
	}
	all, over, err = sse.ReadAll(resp.Body, limited)
	if over && limited > largeReply {
		freeMemory()
	}
	return all, over, err
}

// noReplayBody is a request body that net/http cannot rewind, so that it never sends
// the request a second time.
type noReplayBody struct{ io.Reader }

// Close does nothing: the bytes are in memory.
func (noReplayBody) Close() error { return nil }

// closeBody ends a response for which nothing more can go wrong.
func closeBody(resp *http.Response) { _ = resp.Body.Close() }

// proxyError is a proxy that refuses to connect.
type proxyError struct{ status int }

func (e *proxyError) Error() string { return fmt.Sprintf("the proxy answers with %d", e.status) }

// tunnelled checks the proxy's answer to the request for a tunnel. Its text is not the
// agent's, and is not shown.
func tunnelled(_ context.Context, _ *url.URL, _ *http.Request, said *http.Response) error {
	if said.StatusCode == http.StatusOK {
		return nil
	}
	return &proxyError{said.StatusCode}
}

// isOfProxy reports a failure on the way to the proxy, or by it.
func isOfProxy(err error) bool {
	var refused *proxyError
	var op *net.OpError
	return errors.As(err, &refused) || errors.As(err, &op) && (op.Op == "proxyconnect" || strings.HasPrefix(op.Op, "socks "))
}

// proxyFault says that the way to u fails at a proxy of the environment.
func proxyFault(err error, u *url.URL) fault {
	what, next := "cannot be reached", "check HTTPS_PROXY and HTTP_PROXY, or name the agent's host in NO_PROXY"
	var refused *proxyError
	if errors.As(err, &refused) {
		what = fmt.Sprintf("refuses the request with status %d", refused.status)
		if refused.status == http.StatusProxyAuthRequired {
			what = "requires a user name and a password (407)"
			next = "write them into HTTPS_PROXY, as http://NAME:PASSWORD@HOST:PORT"
		}
	}
	return fault{LayerConnect, "the proxy " + proxyOf(u) + "that the environment names " + what, next}
}

// proxyOf is the host of the proxy on the way to u and a space, "" where that is
// not known.
func proxyOf(u *url.URL) string {
	proxy, err := http.ProxyFromEnvironment(&http.Request{URL: u})
	if err != nil || proxy == nil {
		return ""
	}
	return safe.Text(proxy.Host).Line(80).String() + " "
}

// errInsecureHTTP ends a request before anything of it is sent.
var errInsecureHTTP = errors.New("plain http to another machine")

// isInsecure reports whether u is plain HTTP to another machine.
func isInsecure(u *url.URL) bool {
	return u.Scheme == "http" && !auth.IsLoopback(u.Hostname())
}

// waitAsked is how long the agent wants to be left alone, 0 where it does not say, at
// most as long as [limit.RetryAfter]. A notice says once that it asks for more.
func (f *follower) waitAsked(err error) time.Duration {
	var e *Error
	if !errors.As(err, &e) {
		return 0
	}
	asked, _ := ParseRetryAfter(e.RetryAfter.Exact())
	longest := limit.RetryAfter.Duration()
	if asked > longest && !f.waitNoticed {
		f.waitNoticed = true
		f.notice(a2a.Notice{
			Kind: a2a.NoticeRetryLater, Wait: longest,
			Text: fmt.Sprintf("The agent asks to wait %s. Trying again in %s.", retryAfterText(asked), retryAfterText(longest)),
		})
	}
	return min(asked, longest)
}

// maxWait is the longest wait that is read.
const maxWait = 100 * 365 * 24 * time.Hour

// ParseRetryAfter reads the header (RFC 9110 §10.2.3). It is not ok where there is no time in it. A
// time that has passed is no wait.
func ParseRetryAfter(header string) (wait time.Duration, ok bool) {
	n, err := strconv.ParseUint(header, 10, 64)
	switch {
	case err == nil:
		return time.Duration(min(n, uint64(maxWait/time.Second))) * time.Second, true
	case errors.Is(err, strconv.ErrRange):
		return maxWait, true
	}
	at, err := http.ParseTime(header)
	if err != nil {
		return 0, false
	}
	return min(max(time.Until(at), 0), maxWait), true
}

// retryAfterText is a wait for people, rounded.
func retryAfterText(d time.Duration) string {
	const day = 24 * time.Hour
	unit, name := time.Second, "second"
	switch {
	case d >= 2*365*day:
		unit, name = 365*day, "year"
	case d >= 2*day:
		unit, name = day, "day"
	case d >= 2*time.Hour:
		unit, name = time.Hour, "hour"
	case d >= 2*time.Minute:
		unit, name = time.Minute, "minute"
	}
	n := int64((d + unit/2) / unit)
	if n != 1 {
		name += "s"
	}
	return humanize.Comma(n) + " " + name
}
