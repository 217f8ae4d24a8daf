package a2aclient

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/sse"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
)

// stream is the answer to a call while it is open: a stream of events, or a single reply
// delivered as a stream of one. Its goroutine ends with its context.
type stream struct {
	batches  chan batch
	lastByte atomic.Int64 // when the last byte came, in Unix nanoseconds
	close    func()       // ends the request at once
	opened   time.Time

	activated []string // extensions that the agent says it activated
}

// batch is what one read brought; err ends the stream, io.EOF after a clean end.
type batch struct {
	events []a2a.Event
	err    error
}

// open makes a call and reads its answer, whichever form the agent gives it.
func (a *Agent) open(ctx context.Context, c *call) (*stream, error) {
	ctx, cancel := context.WithCancel(ctx)
	resp, err := a.post(ctx, c)
	if err != nil {
		cancel()
		return nil, err
	}
	s := &stream{close: func() { cancel(); _ = resp.Body.Close() }, opened: time.Now()}
	s.lastByte.Store(s.opened.UnixNano())
	s.activated = activated(resp.Header)
	warning := ""
	if !resp.isStream && resp.hasEvents() {
		resp.isStream, warning = true, mislabelled(resp.Response, "an event stream")
	}
	if resp.isStream {
		s.batches = make(chan batch)
		p := &streamDecoder{stream: s, agent: a, resp: resp.Response, call: c, warning: warning, reader: sse.NewReader(resp.Body, limit.ReplyBytes.Int()), events: *a.decoder()}
		if see, ok := tracer(ctx); ok {
			p.trace = func(s sse.Event) {
				see(maskFrame(a.opts.credentials, Frame{At: p.now, Head: safe.Text(eventHead(s.Name)), Body: s.Data}))
			}
		}
		safego.Go(func() { p.run(ctx) })
		return s, nil
	}
	defer s.close()
	e, err := a.readReply(ctx, resp.Response, c)
	if err != nil {
		return nil, err
	}
	e.At = time.Now()
	s.batches = make(chan batch, 1)
	s.batches <- batch{[]a2a.Event{e}, io.EOF}
	return s, nil
}

// hasEvents reports whether a body that is not labelled as an event stream begins like
// one. It waits for the first bytes, as long as for those of a reply.
func (a answer) hasEvents() bool {
	b, ok := a.Body.(*body)
	if !ok {
		return false
	}
	b.limitTime()
	if b.peek() != bodyEvents {
		return false
	}
	b.unlimitTime()
	return true
}

// mislabelled is the warning of an answer that is not what its header says.
func mislabelled(resp *http.Response, what string) string {
	label := resp.Header.Get("Content-Type")
	if label == "" {
		return "the agent's answer is " + what + ", but its header has no content type; it is read anyway"
	}
	return fmt.Sprintf("the agent's answer is %s, but its header says %s; it is read anyway", what, safe.Text(label).Line(80))
}

// streamDecoder decodes one stream: bytes in, batches of decoded events out.
type streamDecoder struct {
	stream  *stream
	agent   *Agent
	resp    *http.Response
	call    *call
	warning string // of the first event
	reader  *sse.Reader
	events  a2a.Decoder

	trace   func(sse.Event) // called with each event for a trace; nil without one
	batch   batch
	now     time.Time // when the events came
	count   int       // in the whole stream
	skipped int
}

const maxSkipNotices = 3 // of one stream

func (d *streamDecoder) run(ctx context.Context) {
	defer closeBody(d.resp)
	read := d.read
	if b, ok := d.resp.Body.(*body); ok && b.peek() == bodyJSON {
		read = func() { d.readReply(ctx) }
	}
	for d.batch.err == nil {
		d.batch = batch{}
		read()
		if len(d.batch.events) == 0 && d.batch.err == nil {
			continue
		}
		select {
		case d.stream.batches <- d.batch:
		case <-ctx.Done():
			return
		}
	}
}

// readReply reads a body that is labelled as a stream, and is one reply.
func (d *streamDecoder) readReply(ctx context.Context) {
	e, err := d.agent.readReply(ctx, d.resp, d.call)
	d.now = time.Now()
	if d.batch.err = err; err == nil {
		e.EnvelopeWarning = cmp.Or(e.EnvelopeWarning, mislabelled(d.resp, "JSON"))
		d.add(e)
		d.batch.err = io.EOF
	}
}

// read reads once, and decodes the events that came.
func (d *streamDecoder) read() {
	events, err := d.reader.Next()
	d.now = time.Now()
	d.stream.lastByte.Store(d.now.UnixNano())
	for _, s := range events {
		d.decodeEvent(s)
	}
	if err != nil && d.batch.err == nil {
		d.batch.err = d.endError(err)
	}
}

// endError returns how the stream ended. A stream without a single event is never a clean
// end.
func (d *streamDecoder) endError(err error) error {
	switch {
	case errors.Is(err, sse.ErrEventTooLarge):
		f := fault{LayerContent, "an event is larger than " + limit.ReplyBytes.String(), "the task itself may still be available; " + limit.ReplyBytes.Hint()}
		return transportError(f, d.call, true, err)
	case !errors.Is(err, io.EOF):
		return transportError(classify(err, requestURL(d.resp)), d.call, true, err)
	case d.count > 0:
		return io.EOF
	case d.reader.Size() == 0:
		return transportError(fault{LayerContent, "the stream ended without a single event", ""}, d.call, true, nil)
	}
	head := d.events.Credentials.MaskText(d.reader.Head())
	f := replyFault(d.resp, head)
	f.what = fmt.Sprintf("%d bytes came on the stream and none of them was an event: %s", d.reader.Size(), snippet(head))
	return transportError(f, d.call, true, nil)
}

func (d *streamDecoder) decodeEvent(s sse.Event) {
	if d.batch.err != nil { // nothing counts behind an error
		return
	}
	if d.trace != nil {
		d.trace(s)
	}
	r, ok := d.events.Reply(s.Data)
	switch {
	case d.events.HasTooMany():
		d.events = a2a.Decoder{}
		freeMemory()
		d.batch.err = transportError(tooManyFault(), d.call, true, nil)
		return
	case !ok && s.Name == "error":
		d.batch.err = &Error{Method: d.call.method, HTTPStatus: d.resp.StatusCode, Message: safe.Text(string(d.events.Credentials.MaskText(s.Data)))}
		return
	case !ok:
		d.skip(s.Data)
		return
	case r.Failed == nil && s.Name == "error":
		r.Failed = r.Result
	}
	if r.Failed != nil {
		e := agentError(r.Failed, d.call)
		e.HTTPStatus = d.resp.StatusCode
		d.batch.err = e
		return
	}
	if !r.IsEvent {
		d.skip(s.Data)
		return
	}
	d.count++
	r.Event.EnvelopeWarning = cmp.Or(envelopeWarning(&r, d.call), d.warning)
	d.warning = ""
	d.add(r.Event)
}

func (d *streamDecoder) add(e a2a.Event) {
	e.At = d.now
	d.batch.events = append(d.batch.events, e)
}

// eventHead is the head of the frame of an event.
func eventHead(name string) string {
	if name == "" {
		return "event"
	}
	return "event " + name
}

// skip ignores something that is no event, with a notice unless it is one of the
// keep-alives that servers send.
func (d *streamDecoder) skip(data []byte) {
	switch strings.ToLower(string(bytes.TrimSpace(data[:min(len(data), 32)]))) {
	case "", "ping", "pong", "[done]", "{}", "null", "keepalive", "keep-alive", "heartbeat":
		return
	}
	if d.skipped++; d.skipped > maxSkipNotices {
		return
	}
	text := "something on the stream is not an event and was skipped: " + snippet(d.events.Credentials.MaskText(data))
	if d.skipped == maxSkipNotices {
		text += " (further ones are not reported)"
	}
	d.add(a2a.Event{Notice: &a2a.Notice{Kind: a2a.NoticeSkipped, Text: text}})
}
