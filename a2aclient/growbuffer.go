package a2aclient

import (
	"bytes"
	"errors"
	"io"
)

const (
	bufferSmall = 64 << 10 // one buffer, used again and again
	bufferBlock = 2 << 20  // the largest block of a text that is not large yet
	bufferLarge = 8 << 20  // from here on, room for the largest text is taken at once
)

// growBuffer collects bytes of unknown number. Small texts share one buffer; larger
// ones grow by blocks, which are joined once. A large one is moved to a buffer
// that it cannot outgrow, and stays there: what is not written to is not in
// memory yet, where joining would double it.
type growBuffer struct {
	most   int // bytes that may come; beyond them it grows as it can
	small  []byte
	blocks [][]byte
	large  []byte
	n      int
}

func (p *growBuffer) add(b []byte) {
	p.n += len(b)
	switch {
	case p.large != nil:
		p.large = append(p.large, b...)
	case p.n > bufferLarge:
		large := make([]byte, p.n-len(b), max(p.most, p.n)+bufferSmall)
		p.copyTo(large)
		p.small, p.blocks = p.small[:0], nil
		p.large = append(large, b...)
	case p.blocks == nil && p.n <= bufferSmall:
		p.small = append(p.small, b...)
	default:
		p.addBlocks(b)
	}
}

func (p *growBuffer) addBlocks(b []byte) {
	for len(b) > 0 {
		last := len(p.blocks) - 1
		if last < 0 || len(p.blocks[last]) == cap(p.blocks[last]) {
			p.blocks = append(p.blocks, make([]byte, 0, min(max(p.n, bufferSmall), bufferBlock)))
			last++
		}
		room := cap(p.blocks[last]) - len(p.blocks[last])
		n := min(room, len(b))
		p.blocks[last] = append(p.blocks[last], b[:n]...)
		b = b[n:]
	}
}

func (p *growBuffer) copyTo(all []byte) {
	n := copy(all, p.small)
	for i, block := range p.blocks {
		n += copy(all[n:], block)
		p.blocks[i] = nil
	}
}

// take is all bytes, for the caller to keep; the buffer is empty then. cut bytes
// are left off at the end.
func (p *growBuffer) take(cut int) []byte {
	n := p.n - cut
	all := p.large
	if all == nil {
		all = make([]byte, p.n)
		p.copyTo(all)
	}
	p.reset()
	return all[:n:n]
}

// head is a copy of the first bytes.
func (p *growBuffer) head() []byte {
	first := p.small
	if p.large != nil {
		first = p.large
	}
	return bytes.Clone(first[:min(len(first), bufferSmall)])
}

func (p *growBuffer) reset() { p.small, p.blocks, p.large, p.n = p.small[:0], nil, nil, 0 }

// readAll reads r up to limit bytes. Where there are more, over is true and all
// is only their beginning.
func readAll(r io.Reader, limit int) (all []byte, over bool, err error) {
	p := growBuffer{most: limit}
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
