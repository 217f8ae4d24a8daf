package grpc

import (
	"encoding/binary"
	"io"

	"a2aform/a2aclient/sse"
)

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
