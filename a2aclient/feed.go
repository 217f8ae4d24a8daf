package a2aclient

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
)

// feed is one open answer to a call: a stream of events, or a single reply that
// is handed out as a stream of one. Its goroutine ends with its context.
type feed struct {
	batches chan batch
	heard   atomic.Int64 // when the last byte came, in Unix nanoseconds
	close   func()       // ends the request at once
	opened  time.Time

	activated []string // extensions that the agent says it activated
}

// batch is what one read brought; err ends the feed, io.EOF after a clean end.
type batch struct {
	events []Event
	err    error
}

// open makes a call and reads its answer, whichever form the agent gives it.
func (a *Agent) open(ctx context.Context, c *call) (*feed, error) {
	ctx, cancel := context.WithCancel(ctx)
	resp, err := a.post(ctx, c)
	if err != nil {
		cancel()
		return nil, err
	}
	f := &feed{close: func() { cancel(); _ = resp.Body.Close() }, opened: time.Now()}
	f.heard.Store(f.opened.UnixNano())
	f.activated = activated(resp.Header)
	if resp.isStream {
		f.batches = make(chan batch)
		p := &pump{feed: f, resp: resp.Response, call: c, framer: newFramer(resp.Body, &f.heard), decoder: *a.decoder()}
		if see, ok := tracer(ctx); ok {
			p.see = func(s sseEvent) {
				see(a.opts.credentials.hideFrame(Frame{At: p.now, Head: safe.Text(eventHead(s.name)), Body: s.data}))
			}
		}
		safego.Go(func() { p.run(ctx) })
		return f, nil
	}
	defer f.close()
	e, err := a.readReply(ctx, resp.Response, c)
	if err != nil {
		return nil, err
	}
	e.At = time.Now()
	f.batches = make(chan batch, 1)
	f.batches <- batch{[]Event{e}, io.EOF}
	return f, nil
}

// pump reads one stream: bytes in, batches of decoded events out.
type pump struct {
	feed    *feed
	resp    *http.Response
	call    *call
	framer  framer
	decoder decoder

	see     func(sseEvent) // tells who looks at the wire; nil where nobody does
	batch   batch
	spare   []Event   // of the last batch but one, which has been read
	now     time.Time // when the frames came
	events  int       // in the whole stream
	skipped int
}

const skipNotices = 3 // of one stream

func (p *pump) run(ctx context.Context) {
	defer closeBody(p.resp)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	read := make(chan frames)
	safego.Go(func() { p.framer.run(ctx, read) })
	for {
		select {
		case f := <-read:
			p.take(f)
		case <-ctx.Done():
			return
		}
		if len(p.batch.events) == 0 && p.batch.err == nil {
			continue
		}
		select {
		case p.feed.batches <- p.batch:
		case <-ctx.Done():
			return
		}
		if p.batch.err != nil {
			return
		}
		p.next()
	}
}

// next begins another batch, in the memory of the one before the last: as the
// channel holds none, whoever took the last has read that to its end.
func (p *pump) next() {
	read := p.spare
	clear(read)
	p.spare, p.batch = p.batch.events, batch{events: read[:0]}
}

// take turns what was read into the next batch.
func (p *pump) take(f frames) {
	p.now = f.at
	for i, s := range f.events {
		f.events[i] = sseEvent{} // what is refused for its size must not be kept here
		p.emit(s)
	}
	if f.err != nil && p.batch.err == nil {
		p.batch.err = p.ending(f.err)
	}
}

// ending says how the stream ended. A stream without a single event is never a
// clean end.
func (p *pump) ending(err error) error {
	switch {
	case errors.Is(err, errEventTooLarge):
		f := fault{LayerContent, "an event is larger than " + limit.ReplyBytes.String(), "the task itself may still be asked for; " + limit.ReplyBytes.Hint()}
		return wireFault(f, p.call, true, err)
	case !errors.Is(err, io.EOF):
		return wireFault(classify(err, requestURL(p.resp)), p.call, true, err)
	case p.events > 0:
		return io.EOF
	case p.framer.bytes == 0:
		return wireFault(fault{LayerContent, "the stream ended without a single event", ""}, p.call, true, nil)
	}
	head := p.decoder.credentials.hide(p.framer.head)
	f := contentFault(p.resp, head)
	f.what = fmt.Sprintf("%d bytes came on the stream and none of them was an event: %s", p.framer.bytes, snippet(head))
	return wireFault(f, p.call, true, nil)
}

func (p *pump) emit(s sseEvent) {
	if p.batch.err != nil { // nothing counts behind an error
		return
	}
	if p.see != nil {
		p.see(s)
	}
	r, ok := p.decoder.reply(s.data)
	if s.shared && ok && r.event.Status == nil { // a status passes; anything else may be kept
		r, ok = p.decoder.reply(bytes.Clone(s.data))
	}
	switch {
	case p.decoder.crowded():
		p.decoder = decoder{}
		discard()
		p.batch.err = wireFault(crowdedFault(), p.call, true, nil)
		return
	case !ok:
		p.skip(s.data)
		return
	case r.failed == nil && s.name == "error":
		r.failed = r.result
	}
	if r.failed != nil {
		e := agentError(r.failed, p.call)
		e.HTTPStatus = p.resp.StatusCode
		p.batch.err = e
		return
	}
	if !r.isEvent {
		p.skip(s.data)
		return
	}
	p.events++
	r.event.odd = r.odd(p.call)
	p.add(r.event)
}

func (p *pump) add(e Event) {
	e.At = p.now
	p.batch.events = append(p.batch.events, e)
}

// eventHead is the head of the frame of an event.
func eventHead(name string) string {
	if name == "" {
		return "event"
	}
	return "event " + name
}

// skip passes over something that is no event, and says so unless it is one of
// the signs of life that servers send.
func (p *pump) skip(data []byte) {
	switch strings.ToLower(string(bytes.TrimSpace(data[:min(len(data), 32)]))) {
	case "", "ping", "pong", "[done]", "{}", "null", "keepalive", "keep-alive", "heartbeat":
		return
	}
	if p.skipped++; p.skipped > skipNotices {
		return
	}
	text := "something on the stream is not an event and was passed over: " + snippet(p.decoder.credentials.hide(data))
	if p.skipped == skipNotices {
		text += " (more of the kind will not be mentioned)"
	}
	p.add(Event{Notice: &Notice{Kind: NoticeSkipped, Text: text}})
}
