package a2aclient

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"a2aform/a2aclient/a2a"
	"a2aform/a2aclient/sse"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
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

// agentError reads an error in any of the shapes that agents use: JSON-RPC,
// google.rpc.Status, problem+json.
func agentError(raw []byte, c *call) *Error {
	e := &Error{Method: c.method, versions: c.versions, other: c.other, workshop: c.workshop, grpc: c.grpc}
	if ojson.IsString(raw) {
		e.Message = safe.Text(ojson.TextOf(raw))
		return e
	}
	fallback := map[string]string{}
	s := ojson.NewReader(raw)
	s.Enter('{')
	for s.Member() {
		switch name := string(s.Key); name {
		case "code":
			code := ojson.TextOf(s.Value())
			if n, err := strconv.Atoi(code); err == nil {
				e.Code = n
			} else {
				e.Reason = safe.Text(code)
			}
		case "message":
			e.Message = safe.Text(ojson.TextOf(s.Value()))
		case "data", "details", "detail", "errors", "issues", "invalid-params":
			switch v := s.Value(); {
			case name == "detail" && ojson.IsString(v):
				fallback[name] = ojson.TextOf(v)
			case string(v) != "null" && e.Data == nil:
				e.Data = v
			}
		case "status", "title":
			fallback[name] = ojson.TextOf(s.Value())
		default:
			s.Value()
		}
	}
	for _, name := range []string{"detail", "title"} {
		if e.Message.IsEmpty() {
			e.Message = safe.Text(fallback[name])
		}
	}
	if e.Violations = violationsIn(e.Data); e.Violations == nil {
		var said violationList // zod and pydantic put theirs into the message
		said.addText(e.Message.Exact())
		e.Violations = said
	}
	if reason := a2a.ErrorReason(e.Data); reason != "" {
		e.Reason = safe.Text(reason)
	} else if e.Reason.IsEmpty() {
		e.Reason = safe.Text(fallback["status"])
	}
	return e
}

// statusError reads the answer to a call with a status other than 2xx.
func statusError(resp *http.Response, body []byte, c *call) *Error {
	e := &Error{Method: c.method, workshop: c.workshop, grpc: c.grpc}
	if r, ok := new(a2a.Decoder).Reply(body); ok {
		if r.Failed == nil {
			r.Failed = r.Result
		}
		e = agentError(r.Failed, c)
	}
	if resp.StatusCode == http.StatusPaymentRequired {
		e.payment = paymentOf(resp.Header, body)
	}
	if e.Message.IsEmpty() && e.Violations == nil && e.payment == "" && len(body) > len("{}") {
		if isPage(strings.ToLower(strings.TrimSpace(string(body[:min(len(body), 200)])))) {
			body = bytes.Join(bytes.Fields(pageText(body)), []byte(" "))
		}
		e.Message = safe.Text(string(body[:min(len(body), 4*snippetBytes)]))
	}
	if e.Code == resp.StatusCode { // google.rpc repeats the status there
		e.Code = 0
	}
	e.HTTPStatus = resp.StatusCode
	e.noTask = resp.StatusCode == http.StatusNotFound && e.Code == 0 && strings.Contains(c.method, "/tasks/") &&
		strings.Contains(strings.ToLower(e.Message.Exact()), "task")
	e.Challenge = safe.Text(resp.Header.Get("WWW-Authenticate"))
	e.RetryAfter = safe.Text(resp.Header.Get("Retry-After"))
	return e
}

// ReadEvent reads [a2a.Event.Raw] of an event that the agent sent once, as it was read
// then. Nothing is sent, and when it came is for the caller to say. It is not ok
// where raw is no event of the agent's dialect.
func (a *Agent) ReadEvent(raw json.RawMessage) (e a2a.Event, ok bool) {
	if a.protocol.sessions {
		return readSessionEvent(raw)
	}
	return a.conn().decoder().Event(raw)
}

// readSessionEvent distinguishes the parts of a session by their members: a message has a
// role, an artifact data, and a session neither.
func readSessionEvent(raw []byte) (a2a.Event, bool) {
	s := ojson.NewReader(raw)
	if !s.Enter('{') {
		return a2a.Event{}, false
	}
	var isMessage, isArtifact bool
	for s.Member() {
		switch string(s.Key) {
		case "role":
			isMessage = true
		case "data":
			isArtifact = true
		}
		s.Value()
	}
	e := a2a.Event{Raw: raw}
	switch {
	case s.Bad:
		return e, false
	case isMessage:
		m, _ := readSessionMessage(raw, 0)
		e.Message = &m.Message
	case isArtifact:
		artifact := readSessionArtifact(raw)
		e.Artifact, e.LastChunk = &artifact, true
	default:
		now := readSession(raw)
		e.Status = &a2a.Status{State: now.state(), Said: now.status, Time: now.time}
		return e, !now.status.IsEmpty()
	}
	return e, true
}

// envelopeWarning is what is not right about the envelope of an answer to c, though it can be
// read: JSON-RPC 2.0 §5 wants one result, and the id of the call. Simple servers
// answer everything with the same number.
func envelopeWarning(r *a2a.Reply, c *call) string {
	switch {
	case r.IsCut:
		return fmt.Sprintf("the agent's answer is nested more than 10,000 levels deep, which cannot be read; what lies deeper than level %d is kept as text", ojson.ReadableLevels)
	case r.NonNumbers != nil:
		return "the agent sent " + strings.Join(r.NonNumbers, " and ") + " in place of a number, which JSON does not have; the answer is read anyway"
	case r.Results > 1:
		return fmt.Sprintf("the agent sent %d results in one answer: the last one is used", r.Results)
	case c.id != "" && r.Answers != c.id && strings.Trim(r.Answers, "0123456789") != "":
		return "the agent answers with the id of another request, " + safe.Text(r.Answers).Line(80).String()
	case c.id != "" && r.Version != nil && string(r.Version) != `"2.0"`:
		return fmt.Sprintf(`the agent uses JSON-RPC version %s in its answers, not "2.0"; they are read anyway`, safe.Text(string(r.Version)).Line(40))
	}
	return r.Event.EnvelopeWarning
}
