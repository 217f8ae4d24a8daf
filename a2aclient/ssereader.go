package a2aclient

import (
	"context"
	"io"
	"sync/atomic"
	"time"

	"a2aform/internal/limit"
)

// sseReader reads the body of a stream and cuts it into events, while the pump
// decodes those before.
type sseReader struct {
	body     io.Reader
	lastByte *atomic.Int64 // when the last byte came
	parser   sseParser

	head  []byte // the first bytes, to show when nothing could be read
	bytes int64
	batch sseBatch
	spare []sseEvent // of the last frames but one, which have been read
}

// sseBatch are the events of one read; err ends the stream: the body's own error,
// or [errEventTooLarge].
type sseBatch struct {
	events []sseEvent
	at     time.Time // when the bytes came
	err    error
}

const (
	readSize = 64 << 10
	headSize = 16 << 10 // far more than is shown: a secret must not be cut before it is masked
)

func newSSEReader(body io.Reader, lastByte *atomic.Int64) sseReader {
	return sseReader{body: body, lastByte: lastByte, parser: newParser(limit.ReplyBytes.Int())}
}

// run reads until the stream or the context ends.
func (r *sseReader) run(ctx context.Context, out chan<- sseBatch) {
	chunk := make([]byte, readSize)
	for {
		n, err := r.body.Read(chunk)
		now := time.Now()
		r.lastByte.Store(now.UnixNano())
		r.split(chunk[:n], err)
		if r.batch.at = now; len(r.batch.events) == 0 && r.batch.err == nil {
			continue
		}
		select {
		case out <- r.batch:
		case <-ctx.Done():
			return
		}
		if r.batch.err != nil {
			return
		}
		r.nextBatch()
	}
}

// nextBatch begins other frames, in the memory of those before the last: as the
// channel holds none, whoever took the last has read those to their end.
func (r *sseReader) nextBatch() {
	read := r.spare
	clear(read)
	r.spare, r.batch = r.batch.events, sseBatch{events: read[:0]}
}

// split cuts what was read.
func (r *sseReader) split(chunk []byte, err error) {
	r.bytes += int64(len(chunk))
	r.head = append(r.head, chunk[:min(len(chunk), headSize-len(r.head))]...)
	if r.batch.err = r.parser.parse(chunk, r.add); r.batch.err != nil || err == nil {
		return
	}
	r.parser.end(r.add)
	r.batch.err = err
}

func (r *sseReader) add(s sseEvent) { r.batch.events = append(r.batch.events, s) }
