package limit

import "bytes"

// Buffer keeps the beginning of what is written to it.
type Buffer struct {
	bytes.Buffer
	Left  int  // bytes that it still takes
	IsCut bool // there was more
}

// Write keeps what it still takes of p, and never fails.
func (b *Buffer) Write(p []byte) (int, error) {
	n := min(len(p), b.Left)
	b.Left -= n
	b.IsCut = b.IsCut || n < len(p)
	b.Buffer.Write(p[:n])
	return len(p), nil
}
