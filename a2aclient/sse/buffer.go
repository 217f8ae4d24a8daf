package sse

import (
	"bytes"
	"errors"
	"io"
)

const (
	smallBuffer = 64 << 10 // one buffer, used again and again
	maxBlock    = 2 << 20  // the largest block of a text that is not large yet
	largeBuffer = 8 << 20  // from here on, memory for the largest text is allocated at once
)

// growBuffer collects bytes of unknown number. Small texts share one buffer; larger
// ones grow by blocks, which are joined once. A large one is moved to a buffer
// that it cannot outgrow, and stays there: what is not written to is not in
// memory yet, where joining would double it.
type growBuffer struct {
	max    int // bytes that may come; beyond them it grows as it can
	small  []byte
	blocks [][]byte
	large  []byte
	n      int
}

func (g *growBuffer) add(b []byte) {
	g.n += len(b)
	switch {
	case g.large != nil:
		g.large = append(g.large, b...)
	case g.n > largeBuffer:
		large := make([]byte, g.n-len(b), max(g.max, g.n)+smallBuffer)
		g.copyTo(large)
		g.small, g.blocks = g.small[:0], nil
		g.large = append(large, b...)
	case g.blocks == nil && g.n <= smallBuffer:
		g.small = append(g.small, b...)
	default:
		g.addBlocks(b)
	}
}

func (g *growBuffer) addBlocks(b []byte) {
	for len(b) > 0 {
		last := len(g.blocks) - 1
		if last < 0 || len(g.blocks[last]) == cap(g.blocks[last]) {
			g.blocks = append(g.blocks, make([]byte, 0, min(max(g.n, smallBuffer), maxBlock)))
			last++
		}
		room := cap(g.blocks[last]) - len(g.blocks[last])
		n := min(room, len(b))
		g.blocks[last] = append(g.blocks[last], b[:n]...)
		b = b[n:]
	}
}

func (g *growBuffer) copyTo(all []byte) {
	n := copy(all, g.small)
	for i, block := range g.blocks {
		n += copy(all[n:], block)
		g.blocks[i] = nil
	}
}

// take is all bytes, for the caller to keep; the buffer is empty then. cut bytes
// are left off at the end.
func (g *growBuffer) take(cut int) []byte {
	n := g.n - cut
	all := g.large
	if all == nil {
		all = make([]byte, g.n)
		g.copyTo(all)
	}
	g.reset()
	return all[:n:n]
}

// head is a copy of the first bytes.
func (g *growBuffer) head() []byte {
	first := g.small
	if g.large != nil {
		first = g.large
	}
	return bytes.Clone(first[:min(len(first), smallBuffer)])
}

func (g *growBuffer) reset() { g.small, g.blocks, g.large, g.n = g.small[:0], nil, nil, 0 }

// ReadAll reads r up to limit bytes. Where there are more, over is true and all
// is only their beginning.
func ReadAll(r io.Reader, limit int) (all []byte, over bool, err error) {
	p := growBuffer{max: limit}
	chunk := make([]byte, 32<<10)
	for {
		n, err := r.Read(chunk)
		if p.n+n > limit {
			return p.head(), true, nil
		}
		p.add(chunk[:n])
		switch {
		case errors.Is(err, io.EOF):
			return p.take(0), false, nil
		case err != nil:
			return p.take(0), false, err
		}
	}
}
