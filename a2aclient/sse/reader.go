package sse

import (
	"context"
	"io"
	"sync/atomic"
	"time"
)

// Reader reads a stream and splits it into events, while its user decodes the ones that
// came before. It is used by one goroutine.
type Reader struct {
	body     io.Reader
	lastByte *atomic.Int64
	parser   parser

	head  []byte
	size  int64
	batch Batch
	spare []Event // of the batch before the last, which has been read
}

// Batch is what one read brought.
type Batch struct {
	Events []Event
	At     time.Time // when the bytes came
	Err    error     // ends the stream: the body's own error, or [ErrEventTooLarge]
}

// ReadSize is how many bytes [Reader.Run] reads at once.
const ReadSize = 64 << 10

const headSize = 16 << 10 // far more than is shown: a secret must not be cut before it is masked

// NewReader returns a reader of body that takes events of up to limit bytes. Run sets
// lastByte to the time of each read, in Unix nanoseconds. Both may be nil where only
// [Reader.Split] is used.
func NewReader(body io.Reader, limit int, lastByte *atomic.Int64) *Reader {
	return &Reader{body: body, lastByte: lastByte, parser: newParser(limit)}
}

// Run reads until the stream or the context ends, and sends each batch that has events
// or an error. out must not be buffered: the memory of a batch is used again once the
// next one has been received.
func (r *Reader) Run(ctx context.Context, out chan<- Batch) {
	chunk := make([]byte, ReadSize)
	for {
		n, err := r.body.Read(chunk)
		now := time.Now()
		r.lastByte.Store(now.UnixNano())
		b := r.Split(chunk[:n], err)
		if b.At = now; len(b.Events) == 0 && b.Err == nil {
			continue
		}
		select {
		case out <- b:
		case <-ctx.Done():
			return
		}
		if b.Err != nil {
			return
		}
	}
}

// Split returns the events that end in a chunk of the stream, which came with err (nil
// for none). The memory of a batch with events is used again by the second call after it
// that has events.
func (r *Reader) Split(chunk []byte, err error) Batch {
	if len(r.batch.Events) > 0 {
		read := r.spare
		clear(read)
		r.spare, r.batch.Events = r.batch.Events, read[:0]
	}
	r.size += int64(len(chunk))
	r.head = append(r.head, chunk[:min(len(chunk), headSize-len(r.head))]...)
	if r.batch.Err = r.parser.parse(chunk, r.add); r.batch.Err != nil || err == nil {
		return r.batch
	}
	r.parser.end(r.add)
	r.batch.Err = err
	return r.batch
}

func (r *Reader) add(e Event) { r.batch.Events = append(r.batch.Events, e) }

// Head returns the first bytes of the stream, at most 16 KiB, to show where nothing in
// it was an event.
func (r *Reader) Head() []byte { return r.head }

// Size returns how many bytes of the stream have come.
func (r *Reader) Size() int64 { return r.size }
