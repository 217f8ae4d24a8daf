// Package grpc carries A2A 1.0 over gRPC (A2A 1.0 §10) behind an [net/http.RoundTripper].
//
// The JSON of A2A 1.0 is the JSON mapping of its protocol buffers, which the client writes
// and reads for the other bindings. So the package adds only a [Transport]: it takes a request
// whose body is the JSON of the call's message, and answers as an HTTP+JSON agent would, with
// one JSON document, with server-sent events, or with an error and its HTTP status.
package grpc

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"

	"a2aform/a2aclient/a2aproto"
	"a2aform/a2aclient/auth"
	"a2aform/a2aclient/sse"
)

// A RequestError is a request that the messages of A2A cannot carry. Nothing was sent.
type RequestError struct{ Err error }

// Error is one line.
func (e *RequestError) Error() string { return "gRPC cannot carry this request: " + e.Err.Error() }

// Unwrap is the cause.
func (e *RequestError) Unwrap() error { return e.Err }

// An AnswerError is an answer in gRPC that is no answer of A2A.
type AnswerError struct{ Err error }

// Error is one line.
func (e *AnswerError) Error() string { return "not a message of A2A: " + e.Err.Error() }

// Unwrap is the cause.
func (e *AnswerError) Unwrap() error { return e.Err }

// Transport sends the requests that are marked with [ContentType] over gRPC, and any other
// as they are.
type Transport struct {
	base     http.RoundTripper
	http2    http.RoundTripper // base, or its like that speaks HTTP/2 alone
	maxBytes int               // of one message
}

// New is a transport over another one, which it may share with other bindings. A message of
// an answer may have maxBytes.
func New(base http.RoundTripper, maxBytes int) *Transport {
	if t, ok := base.(*Transport); ok {
		base = t.base
	}
	t := &Transport{base: base, http2: base, maxBytes: maxBytes}
	if h, ok := base.(*http.Transport); ok {
		h = h.Clone()
		h.Protocols = new(http.Protocols)
		h.Protocols.SetHTTP2(true)
		h.Protocols.SetUnencryptedHTTP2(true)
		t.http2 = h
	}
	return t
}

// CloseIdleConnections closes the connections that are idle.
func (t *Transport) CloseIdleConnections() {
	for _, rt := range []http.RoundTripper{t.base, t.http2} {
		if c, ok := rt.(interface{ CloseIdleConnections() }); ok {
			c.CloseIdleConnections()
		}
	}
}

// RoundTrip makes one call. What is no gRPC answer, such as a web page or a redirect, is
// returned as it came.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	m, ok := methodOf(req)
	if !ok {
		return t.base.RoundTrip(req)
	}
	document, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	message, err := m.encode(document)
	if err != nil {
		return nil, &RequestError{err}
	}
	// The call ends with its context, and with the body of the answer.
	ctx, cancel := context.WithCancel(req.Context())
	c := &call{method: m, request: req, sender: sender{rt: t.http2, limit: t.maxBytes}, cancel: cancel}
	if err := c.open(ctx, message, t.maxBytes); err != nil {
		c.close()
		return nil, err
	}
	resp, err := c.answer()
	if err != nil {
		c.close()
	}
	return resp, err
}

// call is one call while it is open.
type call struct {
	method  method
	request *http.Request
	sender  sender
	stream  *connect.ServerStreamForClient[frame]
	cancel  context.CancelFunc
}

// open sends the request and waits for the head of the answer. A call with one answer has
// the same form as a stream of one.
func (c *call) open(ctx context.Context, message []byte, maxBytes int) error {
	client := connect.NewClient[frame, frame](&c.sender, c.request.URL.String(), connect.WithGRPC(),
		connect.WithCodec(codec{}), connect.WithReadMaxBytes(maxBytes))
	out := connect.NewRequest(&frame{message})
	for name, values := range c.request.Header {
		if name != "Content-Type" && name != "Accept" {
			out.Header()[name] = values
		}
	}
	stream, err := client.CallServerStream(ctx, out)
	if err != nil {
		return err
	}
	c.stream = stream
	stream.ResponseHeader()
	return c.sender.err
}

func (c *call) close() {
	c.cancel()
	if c.stream != nil && c.sender.other == nil {
		_ = c.stream.Close()
	}
}

// answer is the HTTP response that an HTTP+JSON agent would have given.
func (c *call) answer() (*http.Response, error) {
	if other := c.sender.other; other != nil {
		other.Body = &bound{other.Body, c.cancel}
		return other, nil
	}
	_, ended := c.sender.head.Header["Grpc-Status"]
	if c.method.IsStreamingServer() && !ended {
		body := &events{call: c}
		body.response = c.respond(http.StatusOK, "text/event-stream", body)
		return body.response, nil
	}
	document, err := c.receive()
	if err == nil && !c.method.IsStreamingServer() {
		_, err = c.receive()
		if err == nil {
			return nil, &AnswerError{errors.New("more than one message")}
		}
	}
	switch {
	case errors.Is(err, io.EOF) && (document != nil || c.method.IsStreamingServer()):
	case errors.Is(err, io.EOF):
		return nil, &AnswerError{errors.New("no message")}
	default:
		status, ok := statusOf(err)
		if !ok {
			return nil, err
		}
		resp := c.respond(status.http, "application/json", c.whole(status.document()))
		if wait := status.retryAfter(); wait != "" {
			resp.Header.Set("Retry-After", wait)
		}
		return resp, nil
	}
	kind := "application/json"
	if c.method.IsStreamingServer() {
		kind = "text/event-stream"
	}
	return c.respond(http.StatusOK, kind, c.whole(document)), nil
}

func (c *call) whole(document []byte) io.ReadCloser {
	c.close()
	return io.NopCloser(bytes.NewReader(document))
}

func (c *call) respond(status int, kind string, body io.ReadCloser) *http.Response {
	head := c.sender.head
	resp := &http.Response{
		Status: fmt.Sprintf("%d %s", status, http.StatusText(status)), StatusCode: status,
		Proto: head.Proto, ProtoMajor: head.ProtoMajor, ProtoMinor: head.ProtoMinor,
		Header: head.Header.Clone(), Body: body, ContentLength: -1, Request: c.request, TLS: head.TLS,
	}
	resp.Header.Set("Content-Type", kind)
	resp.Header.Del("Content-Length")
	return resp
}

// receive is the JSON of the next message, [io.EOF] after the last one.
func (c *call) receive() ([]byte, error) {
	if !c.stream.Receive() {
		return nil, endError(c.stream.Err())
	}
	document, err := c.method.decode(c.stream.Msg().data)
	if err != nil {
		return nil, &AnswerError{err}
	}
	return document, nil
}

// endError is why there are no more messages: a status of the agent as it is, and anything
// else without the words of connect.
func endError(err error) error {
	var status *connect.Error
	switch {
	case err == nil:
		return io.EOF
	case connect.IsWireError(err) || !errors.As(err, &status):
		return err
	case status.Code() == connect.CodeResourceExhausted && strings.Contains(status.Message(), "larger than"):
		return sse.ErrEventTooLarge
	}
	return status.Unwrap()
}

// events is the body of a stream: each message is a server-sent event.
type events struct {
	*call
	response *http.Response // whose body it is
	rest     []byte         // of the current event
	count    int
	err      error
}

// Read gives the next bytes.
func (e *events) Read(p []byte) (int, error) {
	for len(e.rest) == 0 {
		if e.err != nil {
			return 0, e.err
		}
		e.next()
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

func (e *events) next() {
	document, err := e.receive()
	if err == nil {
		e.count++
		e.rest = fmt.Appendf(nil, "data: %s\n\n", document)
		return
	}
	e.err = err
	status, ok := statusOf(err)
	switch {
	case !ok:
	case e.count > 0 && status.isLost(): // the agent, or a proxy before it, goes away: the task does not
		e.err = io.ErrUnexpectedEOF
	default:
		// HTTP has its status first, gRPC last: who reads the error finds it there.
		e.response.StatusCode = status.http
		e.err = io.EOF
		e.rest = fmt.Appendf(nil, "event: error\ndata: %s\n\n", status.document())
	}
}

// Close ends the call.
func (e *events) Close() error {
	e.close()
	return nil
}

// bound is a body that ends its call when it is closed.
type bound struct {
	io.ReadCloser
	cancel context.CancelFunc
}

// Close ends the call.
func (b *bound) Close() error {
	b.cancel()
	return b.ReadCloser.Close()
}

var errNotGRPC = errors.New("the answer is not gRPC")

// sender makes the one request of a call, and keeps what came of it: connect would put it
// into words of its own.
type sender struct {
	rt    http.RoundTripper
	limit int            // of one message, in bytes
	head  *http.Response // of an answer in gRPC
	other *http.Response // an answer that is not
	err   error          // no answer at all
}

// Do makes the request.
func (s *sender) Do(req *http.Request) (*http.Response, error) {
	req.GetBody = nil // net/http must not send it twice
	resp, err := s.rt.RoundTrip(req)
	switch {
	case err != nil:
		s.err = err
		return nil, err
	case resp.StatusCode != http.StatusOK || !strings.HasPrefix(resp.Header.Get("Content-Type"), ContentType):
		s.other = resp
		return nil, errNotGRPC
	}
	resp.Body = &frameLimit{ReadCloser: resp.Body, maxBytes: s.limit}
	s.head = resp
	return resp, nil
}

// frame is one message, encoded.
type frame struct{ data []byte }

// codec hands messages through as they are.
type codec struct{}

// Name returns the name of the encoding in the content type.
func (codec) Name() string { return "proto" }

// Marshal is the message as it is.
func (codec) Marshal(message any) ([]byte, error) {
	if f, ok := message.(*frame); ok {
		return f.data, nil
	}
	return nil, fmt.Errorf("%T is not sent", message)
}

// Unmarshal copies a message, as its memory is used again. connect itself reads the status
// of a call by it, which is a message of its own.
func (codec) Unmarshal(data []byte, message any) error {
	switch m := message.(type) {
	case *frame:
		m.data = append([]byte(nil), data...)
		return nil
	case proto.Message:
		return proto.Unmarshal(data, m)
	}
	return fmt.Errorf("%T is not read", message)
}

// frameHead is the size of what is before each message: a flag and its length.
const frameHead = 5

// frameLimit ends a body at the head of a message that is larger than maxBytes. Without it all
// of such a message would be read to be thrown away, which takes as long as the agent likes.
type frameLimit struct {
	io.ReadCloser
	maxBytes int
	head     []byte // of the next message, as far as it was read
	left     int    // bytes of the current message
}

// Read gives the next bytes, and fails with [sse.ErrEventTooLarge].
func (f *frameLimit) Read(p []byte) (int, error) {
	n, err := f.ReadCloser.Read(p)
	for rest := p[:n]; len(rest) > 0; {
		if f.left > 0 {
			skip := min(f.left, len(rest))
			f.left, rest = f.left-skip, rest[skip:]
			continue
		}
		take := min(frameHead-len(f.head), len(rest))
		f.head, rest = append(f.head, rest[:take]...), rest[take:]
		if len(f.head) < frameHead {
			continue
		}
		size := int64(binary.BigEndian.Uint32(f.head[1:]))
		if size > int64(f.maxBytes) {
			return 0, sse.ErrEventTooLarge
		}
		f.left, f.head = int(size), f.head[:0]
	}
	return n, err
}

// ContentType marks the requests that a [Transport] sends over gRPC.
const ContentType = "application/grpc"

// Address is the URL of an interface whose card may name it as gRPC does, by host and port
// alone: over TLS, but for this machine.
func Address(address string) string {
	scheme, rest, hasScheme := strings.Cut(address, "://")
	switch {
	case hasScheme && strings.EqualFold(scheme, "grpcs"):
		return "https://" + rest
	case hasScheme && !strings.EqualFold(scheme, "grpc"), strings.HasPrefix(address, "/"):
		return address
	case !hasScheme:
		rest = address
	}
	if u, err := url.Parse("//" + rest); err == nil && auth.IsLoopback(u.Hostname()) {
		return "http://" + rest
	}
	return "https://" + rest
}

// URL is where a method of the agent at an address is called.
func URL(address, method string) string {
	return strings.TrimSuffix(address, "/") + "/" + a2aproto.Service + "/" + method
}
