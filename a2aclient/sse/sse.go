// Package sse reads server-sent events (WHATWG HTML, section 9.2): bytes come in, however
// the network divides them, and events go out. Events and lines are limited in size. The
// package knows nothing of what an event means.
package sse

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"a2aform/internal/ojson"
)

// ErrEventTooLarge says that one event is larger than the limit of its [Reader].
var ErrEventTooLarge = errors.New("an event is too large")

// Event is one event of a stream. Its data belongs to the receiver.
type Event struct {
	Name string // of its field "event", "" for none; at most 16 KiB
	Data []byte // of its fields "data", joined by newlines
}

// Reader reads a stream and splits it into events. It is used by one goroutine.
type Reader struct {
	source source
	buffer *bufio.Reader
	limit  int
	lines  int  // that were read
	bare   bool // each line is the data of an event
	skipLF bool // the line ended with CR, its LF may come
	err    error
}

// source keeps the beginning of a stream, and counts its bytes.
type source struct {
	io.Reader
	head []byte
	size int64
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	s.size += int64(n)
	s.head = append(s.head, p[:min(n, headSize-len(s.head))]...)
	return n, err
}

// ReadSize is how many bytes a [Reader] reads at once.
const ReadSize = 64 << 10

const (
	headSize      = 16 << 10 // far more than is shown: a secret must not be cut before it is masked
	maxEventName  = headSize // shown in traces, after masking
	byteOrderMark = "\xef\xbb\xbf"
)

// NewReader returns a reader of body that takes events of up to limit bytes.
func NewReader(body io.Reader, limit int) *Reader {
	r := &Reader{source: source{Reader: body}, limit: limit}
	r.buffer = bufio.NewReaderSize(&r.source, ReadSize)
	return r
}

// NewLineReader returns a reader of a body of JSON lines: each line that is not empty is the data of an event.
func NewLineReader(body io.Reader, limit int) *Reader {
	r := NewReader(body, limit)
	r.bare = true
	return r
}

// Next returns the next event. An error ends the stream: the body's own, or
// [ErrEventTooLarge].
func (r *Reader) Next() (Event, error) {
	var name, data []byte
	hasData := false
	for r.err == nil {
		var line []byte
		if r.bare {
			if line, r.err = r.line(); len(line) > 0 && !errors.Is(r.err, ErrEventTooLarge) && (r.err == nil || ojson.IsValid(line)) {
				return Event{Data: line}, nil
			}
			continue
		}
		if line, r.err = r.line(); len(line) == 0 && r.err == nil {
			if hasData {
				return Event{string(name), data}, nil
			}
			name = nil
			continue
		}
		field, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch string(field) {
		case "event": // the last one counts
			name = value[:min(len(value), maxEventName)]
		case "data":
			if hasData {
				value = appendWithin(r.limit, append(data, '\n'), value)
			}
			if data, hasData = value, true; len(data) > r.limit {
				r.err = ErrEventTooLarge
			}
		}
	}
	// Servers forget the empty line at the end. The standard drops the event then; nothing of
	// it was cut off where its data is a whole JSON text.
	if !errors.Is(r.err, ErrEventTooLarge) && bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte{'{'}) && ojson.IsValid(data) {
		return Event{string(name), data}, nil
	}
	return Event{}, r.err
}

// line reads a line, without its end, into memory of its own. An error comes with what was
// read of it.
func (r *Reader) line() (line []byte, err error) {
	for {
		if _, err := r.buffer.Peek(1); err != nil {
			return r.withoutMark(line), err
		}
		chunk, _ := r.buffer.Peek(r.buffer.Buffered())
		if r.skipLF && chunk[0] == '\n' {
			chunk = chunk[1:]
			_, _ = r.buffer.Discard(1)
		}
		r.skipLF = false
		end := bytes.IndexByte(chunk, '\n')
		if end < 0 {
			end = len(chunk)
		}
		if cr := bytes.IndexByte(chunk[:end], '\r'); cr >= 0 {
			end = cr
		}
		if len(line)+end > r.limit+len("data: ") {
			return nil, ErrEventTooLarge
		}
		line = appendWithin(r.limit, line, chunk[:end])
		if end == len(chunk) {
			_, _ = r.buffer.Discard(end)
			continue
		}
		r.skipLF = chunk[end] == '\r'
		_, _ = r.buffer.Discard(end + 1)
		return r.withoutMark(line), nil
	}
}

// withoutMark takes the byte order mark from the first line.
func (r *Reader) withoutMark(line []byte) []byte {
	if r.lines++; r.lines > 1 {
		return line
	}
	return bytes.TrimPrefix(line, []byte(byteOrderMark))
}

// Head returns the first bytes of the stream, at most 16 KiB, to show where nothing in
// it was an event.
func (r *Reader) Head() []byte { return r.source.head }

// Size returns how many bytes of the stream have come.
func (r *Reader) Size() int64 { return r.source.size }

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
