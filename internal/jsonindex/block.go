package jsonindex

import (
	"encoding/binary"
	"math/bits"
)

// blockSize is how many bytes are looked at in one step: a bit each of a word.
const blockSize = 64

// block is where the structure of 64 bytes lies, a bit a byte. What lies in
// strings is no structure.
type block struct {
	open  uint64 // { and [
	shut  uint64 // } and ]
	quiet uint64 // bytes of strings
}

// blocks reads blocks one after another and keeps what one leaves to the next.
type blocks struct {
	inString  uint64 // all ones where the block before ended within a string
	isEscaped uint64 // 1 where its last byte was a backslash that counts
}

const (
	ones         = 0x0101010101010101
	low7         = 0x7f7f7f7f7f7f7f7f
	fold         = 0x2020202020202020 // makes { of [ and } of ]
	quoteMarks   = '"' * ones
	backslashes  = '\\' * ones
	openBrackets = '{' * ones
	shutBrackets = '}' * ones
	commas       = ',' * ones
	highs        = 0x8080808080808080
	// spread gathers the lowest bits of eight bytes in the highest byte.
	spread = 0x0102040810204080
)

// same has the highest bit of each byte of w set that equals the byte repeated
// in pattern.
func same(w, pattern uint64) uint64 {
	x := w ^ pattern
	return ^((x&low7 + low7) | x | low7)
}

// gather makes a byte of the highest bits of eight bytes, the first one lowest.
func gather(m uint64) uint64 { return (m >> 7) * spread >> 56 }

// next is the structure of the 64 bytes of b.
func (s *blocks) next(b []byte) block {
	var k block
	var quotes, slashes uint64
	_ = b[blockSize-1]
	for i := range 8 {
		w := binary.LittleEndian.Uint64(b[8*i:])
		folded := w | fold
		shift := 8 * i
		quotes |= gather(same(w, quoteMarks)) << shift
		slashes |= gather(same(w, backslashes)) << shift
		k.open |= gather(same(folded, openBrackets)) << shift
		k.shut |= gather(same(folded, shutBrackets)) << shift
	}
	if slashes|s.isEscaped != 0 {
		quotes &^= s.escaped(slashes)
	}
	k.quiet = prefixXor(quotes) ^ s.inString
	s.inString = uint64(int64(k.quiet) >> 63) //nolint:gosec // the sign bit, spread over the word
	k.open &^= k.quiet
	k.shut &^= k.quiet
	return k
}

// escaped are the bytes after a backslash that is not itself escaped.
func (s *blocks) escaped(slashes uint64) uint64 {
	escaped := s.isEscaped
	slashes &^= escaped
	s.isEscaped = 0
	for slashes != 0 {
		i := bits.TrailingZeros64(slashes)
		if i == blockSize-1 {
			s.isEscaped = 1
			break
		}
		escaped |= 2 << i
		slashes &^= 3 << i
	}
	return escaped
}

// prefixXor has a bit set where an odd number of bits is set up to there.
func prefixXor(x uint64) uint64 {
	x ^= x << 1
	x ^= x << 2
	x ^= x << 4
	x ^= x << 8
	x ^= x << 16
	return x ^ x<<32
}

// mask has a bit set for each of the 64 bytes of b that is c.
func mask(b []byte, c byte) uint64 {
	var m uint64
	pattern := uint64(c) * ones
	for i := range 8 {
		m |= gather(same(binary.LittleEndian.Uint64(b[8*i:]), pattern)) << (8 * i)
	}
	return m
}
