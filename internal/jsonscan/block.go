package jsonscan

import (
	"encoding/binary"
	"math/bits"
)

// BlockSize is how many bytes are looked at in one step: a bit each of a word.
const BlockSize = 64

// Block is where the structure of 64 bytes lies, a bit a byte. What lies in
// strings is no structure.
type Block struct {
	Open    uint64 // { and [
	Close   uint64 // } and ]
	Strings uint64 // bytes of strings
}

// Blocks reads blocks one after another and keeps what one leaves to the next. It trusts
// brackets and quotes alone.
type Blocks struct {
	inString  uint64 // all ones where the block before ended within a string
	isEscaped uint64 // 1 where its last byte was a backslash that counts
}

const (
	low7         = 0x7f7f7f7f7f7f7f7f
	fold         = 0x2020202020202020 // makes { of [ and } of ]
	openBrackets = '{' * ones
	shutBrackets = '}' * ones
	commas       = ',' * ones
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

// Next is the structure of the 64 bytes of b.
func (s *Blocks) Next(b []byte) Block {
	var k Block
	var quotes, slashes uint64
	_ = b[BlockSize-1]
	for i := range 8 {
		w := binary.LittleEndian.Uint64(b[8*i:])
		folded := w | fold
		shift := 8 * i
		quotes |= gather(same(w, quoteMarks)) << shift
		slashes |= gather(same(w, backslashes)) << shift
		k.Open |= gather(same(folded, openBrackets)) << shift
		k.Close |= gather(same(folded, shutBrackets)) << shift
	}
	if slashes|s.isEscaped != 0 {
		quotes &^= s.escaped(slashes)
	}
	k.Strings = prefixXor(quotes) ^ s.inString
	s.inString = uint64(int64(k.Strings) >> 63) //nolint:gosec // the sign bit, spread over the word
	k.Open &^= k.Strings
	k.Close &^= k.Strings
	return k
}

// escaped are the bytes after a backslash that is not itself escaped.
func (s *Blocks) escaped(slashes uint64) uint64 {
	escaped := s.isEscaped
	slashes &^= escaped
	s.isEscaped = 0
	for slashes != 0 {
		i := bits.TrailingZeros64(slashes)
		if i == BlockSize-1 {
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

// Mask has a bit set for each of the 64 bytes of b that is c.
func Mask(b []byte, c byte) uint64 {
	var m uint64
	pattern := uint64(c) * ones
	for i := range 8 {
		m |= gather(same(binary.LittleEndian.Uint64(b[8*i:]), pattern)) << (8 * i)
	}
	return m
}
