package sse

import (
	"bytes"
	"errors"
	"io"
)

// Reader reads a stream and splits it into events. It is used by one goroutine.
type Reader struct {
	body   io.Reader
	parser parser
	chunk  []byte

	head []byte
	size int64
}

// ReadSize is how many bytes [Reader.Next] reads at once.
const ReadSize = 64 << 10

const headSize = 16 << 10 // far more than is shown: a secret must not be cut before it is masked

// NewReader returns a reader of body that takes events of up to limit bytes.
func NewReader(body io.Reader, limit int) *Reader {
	return &Reader{body: body, parser: newParser(limit), chunk: make([]byte, ReadSize)}
}

// Next reads once and returns the events that end in what came, which may be none. An error
// ends the stream: the body's own, or [ErrEventTooLarge].
func (r *Reader) Next() (events []Event, err error) {
	n, err := r.body.Read(r.chunk)
	chunk := r.chunk[:n]
	r.size += int64(n)
	r.head = append(r.head, chunk[:min(n, headSize-len(r.head))]...)
	add := func(e Event) { events = append(events, e) }
	if tooLarge := r.parser.parse(chunk, add); tooLarge != nil {
		return events, tooLarge
	}
	if err != nil {
		r.parser.end(add)
	}
	return events, err
}

// Head returns the first bytes of the stream, at most 16 KiB, to show where nothing in
// it was an event.
func (r *Reader) Head() []byte { return r.head }

// Size returns how many bytes of the stream have come.
func (r *Reader) Size() int64 { return r.size }

// ReadAll reads r up to limit bytes. Where there are more, over is true and all
// is only their beginning.
func ReadAll(r io.Reader, limit int) (all []byte, over bool, err error) {
	chunk := make([]byte, 32<<10)
	for {
		n, err := r.Read(chunk)
		if len(all)+n > limit {
			return bytes.Clone(all[:min(len(all), headSize)]), true, nil
		}
		all = appendWithin(limit, all, chunk[:n])
		switch {
		case errors.Is(err, io.EOF):
			return all, false, nil
		case err != nil:
			return all, false, err
		}
	}
}

const largeData = 8 << 20

// appendWithin appends b to data, of which there may be up to limit bytes. Large data gets
// space for all of them at once: what is not written to takes no memory, and growing step by
// step would take several times the size.
func appendWithin(limit int, data, b []byte) []byte {
	if len(data) > largeData && len(data)+len(b) > cap(data) {
		data = append(make([]byte, 0, limit+len(b)), data...)
	}
	return append(data, b...)
}
