package a2aclient

import (
	"errors"
	"io"
)

const (
	pileSmall = 64 << 10 // one buffer, used again and again
	pileBlock = 4 << 20  // the largest block of a large text
)

// pile collects bytes of unknown number. Small texts share one buffer; large
// ones grow by blocks and are joined once, so that a text of 32 MiB costs one
// copy and twice its size, where doubling would cost three.
type pile struct {
	small  []byte
	blocks [][]byte
	n      int
}

func (p *pile) add(b []byte) {
	p.n += len(b)
	if p.blocks == nil && p.n <= pileSmall {
		p.small = append(p.small, b...)
		return
	}
	for len(b) > 0 {
		last := len(p.blocks) - 1
		if last < 0 || len(p.blocks[last]) == cap(p.blocks[last]) {
			p.blocks = append(p.blocks, make([]byte, 0, min(max(p.n, pileSmall), pileBlock)))
			last++
		}
		room := cap(p.blocks[last]) - len(p.blocks[last])
		n := min(room, len(b))
		p.blocks[last] = append(p.blocks[last], b[:n]...)
		b = b[n:]
	}
}

// take is a copy of all bytes, for the caller to keep; the pile is empty then.
// cut bytes are left off at the end.
func (p *pile) take(cut int) []byte {
	all := make([]byte, p.n)
	n := copy(all, p.small)
	for i, block := range p.blocks {
		n += copy(all[n:], block)
		p.blocks[i] = nil
	}
	p.reset()
	return all[:n-cut]
}

func (p *pile) reset() { p.small, p.blocks, p.n = p.small[:0], nil, 0 }

// readAll reads r up to limit bytes; more is reported by over.
func readAll(r io.Reader, limit int) (all []byte, over bool, err error) {
	var p pile
	chunk := make([]byte, 32<<10)
	for {
		n, err := r.Read(chunk)
		p.add(chunk[:n])
		switch {
		case p.n > limit:
			return p.take(0)[:limit], true, nil
		case errors.Is(err, io.EOF):
			return p.take(0), false, nil
		case err != nil:
			return p.take(0), false, err
		}
	}
}
