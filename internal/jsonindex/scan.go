package jsonindex

import (
	"math/bits"

	"a2aform/internal/jsonscan"
)

// scan finds the items of one list, a block at a time.
type scan struct {
	data      []byte
	at        int  // bytes that were looked at
	base      int  // depth of the brackets around an item
	separator byte // between items
	isLines   bool // every separator ends an item, whatever brackets are open

	blocks jsonscan.Blocks
	depth  int
	from   int   // after the last separator or the bracket that opens the list
	starts []int // of the items that have ended
	end    int   // after the last of them
	isOver bool
	broken bool
}

func (s *scan) progress() *progress {
	p := &progress{starts: s.starts, end: s.end, scanned: s.at, complete: s.isOver}
	if s.broken {
		p.err = ErrTruncated
	}
	return p
}

// run looks at so many more bytes, or at fewer where the list ends.
func (s *scan) run(limit int) {
	stop := s.at + limit
	for !s.isOver && s.at < stop {
		if s.at+jsonscan.BlockSize > len(s.data) {
			s.last()
			return
		}
		s.block(s.data[s.at : s.at+jsonscan.BlockSize])
		s.at += jsonscan.BlockSize
	}
}

// last looks at what is left when no whole block is.
func (s *scan) last() {
	var padded [jsonscan.BlockSize]byte
	for i := range padded {
		padded[i] = ' '
	}
	copy(padded[:], s.data[s.at:])
	s.block(padded[:])
	if s.at = len(s.data); s.isOver {
		return
	}
	s.isOver, s.broken = true, s.base > 0 || s.depth != 0
	if jsonscan.Space(s.data, s.from) < len(s.data) {
		s.endItem(len(s.data))
	}
	s.end = len(s.data)
}

// block takes 64 bytes at s.at. Most contain no end of an item: they cost only the
// count of their brackets.
func (s *scan) block(b []byte) {
	if s.isLines {
		for rest := jsonscan.Mask(b, s.separator); rest != 0; rest &= rest - 1 {
			s.endItem(s.at + bits.TrailingZeros64(rest))
		}
		return
	}
	k := s.blocks.Next(b)
	shut := bits.OnesCount64(k.Close)
	if s.depth-shut > s.base {
		s.depth += bits.OnesCount64(k.Open) - shut
		return
	}
	s.walk(k, jsonscan.Mask(b, s.separator)&^k.Strings)
}

// walk takes the brackets and separators of a block one by one.
func (s *scan) walk(k jsonscan.Block, separators uint64) {
	for rest := k.Open | k.Close | separators; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest)
		switch bit := uint64(1) << i; {
		case k.Open&bit != 0:
			if s.depth++; s.depth == s.base && len(s.starts) == 0 {
				s.from = s.at + i + 1
			}
		case k.Close&bit != 0:
			if s.depth--; s.depth < s.base {
				s.endItem(s.at + i)
				s.end, s.isOver = s.at+i, true
				return
			}
		case s.depth == s.base:
			s.endItem(s.at + i)
		}
	}
}

// endItem takes what lies between the last separator and the one at offset to.
// Nothing between brackets is no item, nor is an empty line.
func (s *scan) endItem(to int) {
	isBlank := jsonscan.Space(s.data[:to], s.from) == to
	if !isBlank || s.base > 0 && len(s.starts) > 0 {
		s.starts = append(s.starts, s.from)
		s.end = to
	}
	s.from = to + 1
}
