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
	"sync/atomic"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/sse"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
)

// stream is the answer to a call while it is open: a stream of events, or a single reply
// delivered as a stream of one. Its goroutine ends with its context.
type stream struct {
	events   chan streamEvent
	lastByte atomic.Int64 // when the last byte came, in Unix nanoseconds
	close    func()       // ends the request at once
	opened   time.Time

	activated []string // extensions that the agent says it activated
}

// streamEvent is an event, or the error that ends the stream, io.EOF for a clean end.
type streamEvent struct {
	a2a.Event
	err error
}

// timedReader notes when bytes come, of keep-alives too.
type timedReader struct {
	io.Reader
	last *atomic.Int64
}

func (r *timedReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.last.Store(time.Now().UnixNano())
	return n, err
}

// hasEvents reports whether a body that is not labeled as an event stream begins like
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

// isJSONLines reports the media type of JSON values line by line.
func isJSONLines(label string) bool {
	kind := a2a.ParseMediaType(label).Kind
	return slices.Contains([]string{"application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines", "application/jsonlines", "application/json-lines", "application/stream+json", "application/json-seq"}, kind)
}

// mislabeled is the warning of an answer that is not what its header says.
func mislabeled(resp *http.Response, what string) string {
	label := resp.Header.Get("Content-Type")
	if label == "" {
		return "the agent's answer is " + what + ", but its header has no content type; it is read anyway"
	}
	return fmt.Sprintf("the agent's answer is %s, but its header says %s; it is read anyway", what, safe.Text(label).Line(80))
}

// streamDecoder decodes one stream: bytes in, events out.
type streamDecoder struct {
	conn    connection
	resp    *http.Response
	call    *call
	warning string // of the first event
	reader  *sse.Reader
	isLines bool // each line is the data of an event
	decoder a2a.Decoder
	count   int // of events in the whole stream
	skipped int
}

const maxSkipNotices = 3 // of one stream

func (d *streamDecoder) run(ctx context.Context, to chan<- streamEvent) {
	defer closeBody(d.resp)
	next := d.next
	if b, ok := d.resp.Body.(*body); ok && !d.isLines && b.peek() == bodyJSON {
		next = d.readReply
	}
	for {
		e, err := next(ctx)
		e.At = time.Now()
		select {
		case to <- streamEvent{e, err}:
		case <-ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

// readReply reads a body that is labeled as a stream, and is one reply.
func (d *streamDecoder) readReply(ctx context.Context) (a2a.Event, error) {
	if d.count++; d.count > 1 {
		return a2a.Event{}, io.EOF
	}
	e, err := d.conn.readReply(ctx, d.resp, d.call)
	e.EnvelopeWarning = cmp.Or(e.EnvelopeWarning, mislabeled(d.resp, "JSON"))
	return e, err
}

// next is the next event of the stream, or a notice about what is none.
func (d *streamDecoder) next(ctx context.Context) (e a2a.Event, err error) {
	for isEvent := false; !isEvent && err == nil; {
		s, ended := d.reader.Next()
		if ended != nil {
			return a2a.Event{}, d.endError(ended)
		}
		trace(ctx, d.decoder.Credentials, func() Frame { return Frame{Head: safe.Text(eventHead(s.Name)), Body: s.Data} })
		e, isEvent, err = d.decode(s)
	}
	return e, err
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
	head := d.decoder.Credentials.MaskText(d.reader.Head())
	f := replyFault(d.resp, head)
	f.what = fmt.Sprintf("%d bytes came on the stream and none of them was an event: %s", d.reader.Size(), snippet(head))
	return transportError(f, d.call, true, nil)
}

// recordSeparator begins a text of a JSON text sequence (RFC 7464). VoltAgent writes it into the data of an event.
const recordSeparator = "\x1e"

// decode decodes an event of the stream, which may mean nothing.
func (d *streamDecoder) decode(s sse.Event) (e a2a.Event, isEvent bool, err error) {
	var isSeparated bool
	if s.Data, isSeparated = bytes.CutPrefix(s.Data, []byte(recordSeparator)); isSeparated && d.count == 0 {
		d.warning = cmp.Or(d.warning, "the data of the agent's events begins with a record separator (RFC 7464), which is not JSON; it is read anyway")
	}
	r, ok := d.decoder.Reply(s.Data)
	if !ok && !d.decoder.HasTooMany() {
		r, ok = repairedReply(&d.decoder, s.Data)
	}
	switch {
	case d.decoder.HasTooMany():
		d.decoder = a2a.Decoder{}
		freeMemory()
		return e, false, transportError(tooManyFault(), d.call, true, nil)
	case !ok && s.Name == "error":
		return e, false, &Error{Method: d.call.method, HTTPStatus: d.resp.StatusCode, Message: safe.Text(string(d.decoder.Credentials.MaskText(s.Data)))}
	case !ok:
		e, isEvent = d.skip(s.Data)
		return e, isEvent, nil
	case r.Failed == nil && s.Name == "error":
		r.Failed = r.Result
	}
	if r.Failed != nil {
		failure := agentError(r.Failed, d.call)
		failure.HTTPStatus, failure.isEvent = d.resp.StatusCode, true
		return e, false, failure
	}
	if !r.IsEvent {
		e, isEvent = d.skip(s.Data)
		return e, isEvent, nil
	}
	d.count++
	r.Event.EnvelopeWarning = cmp.Or(envelopeWarning(&r, d.call), d.warning)
	d.warning = ""
	return r.Event, true, nil
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
func (d *streamDecoder) skip(data []byte) (notice a2a.Event, isNotice bool) {
	switch strings.ToLower(string(bytes.TrimSpace(data[:min(len(data), 32)]))) {
	case "", "ping", "pong", "[done]", "{}", "null", "keepalive", "keep-alive", "heartbeat":
		return a2a.Event{}, false
	}
	if d.skipped++; d.skipped > maxSkipNotices {
		return a2a.Event{}, false
	}
	text := "something on the stream is not an event and was skipped: " + snippet(d.decoder.Credentials.MaskText(data))
	if d.skipped == maxSkipNotices {
		text += " (further ones are not reported)"
	}
	return a2a.Event{Notice: &a2a.Notice{Kind: a2a.NoticeSkipped, Text: text}}, true
}
