package a2aclient

import (
	"context"
	"io"
	"sync/atomic"
	"time"

	"a2aform/internal/limit"
)

// framer reads the body of a stream and cuts it into events, while the pump
// decodes those before.
type framer struct {
	body   io.Reader
	heard  *atomic.Int64 // when the last byte came
	parser sseParser

	head   []byte // the first bytes, to show when nothing could be read
	bytes  int64
	frames frames
	spare  []sseEvent // of the last frames but one, which have been read
}

// frames are the events of one read; err ends the stream: the body's own error,
// or [errEventTooLarge].
type frames struct {
	events []sseEvent
	at     time.Time // when the bytes came
	err    error
}

const (
	readSize = 64 << 10
	headSize = 16 << 10 // far more than is shown: a secret must not be cut before it is masked
)

func newFramer(body io.Reader, heard *atomic.Int64) framer {
	return framer{body: body, heard: heard, parser: newParser(limit.ReplyBytes.Int())}
}

// run reads until the stream or the context ends.
func (f *framer) run(ctx context.Context, out chan<- frames) {
	chunk := make([]byte, readSize)
	for {
		n, err := f.body.Read(chunk)
		now := time.Now()
		f.heard.Store(now.UnixNano())
		f.take(chunk[:n], err)
		if f.frames.at = now; len(f.frames.events) == 0 && f.frames.err == nil {
			continue
		}
		select {
		case out <- f.frames:
		case <-ctx.Done():
			return
		}
		if f.frames.err != nil {
			return
		}
		f.next()
	}
}

// next begins other frames, in the memory of those before the last: as the
// channel holds none, whoever took the last has read those to their end.
func (f *framer) next() {
	read := f.spare
	clear(read)
	f.spare, f.frames = f.frames.events, frames{events: read[:0]}
}

// take cuts what was read.
func (f *framer) take(chunk []byte, err error) {
	f.bytes += int64(len(chunk))
	f.head = append(f.head, chunk[:min(len(chunk), headSize-len(f.head))]...)
	if f.frames.err = f.parser.feed(chunk, f.add); f.frames.err != nil || err == nil {
		return
	}
	f.parser.end(f.add)
	f.frames.err = err
}

func (f *framer) add(s sseEvent) { f.frames.events = append(f.frames.events, s) }
