package jsonscan

import (
	"encoding/binary"
	"math/bits"
)

// Skip is the index after the value that starts at i, len(b) where it does not end. Unlike
// [Value] it trusts brackets, quotes and commas alone and checks nothing else.
func Skip(b []byte, i int) int {
	if i >= len(b) {
		return len(b)
	}
	switch b[i] {
	case '"':
		return SkipString(b, i)
	case '{', '[':
		return bracketEnd(b, i)
	}
	return scalarEnd(b, i)
}

// endsScalar are the characters that no number and no keyword holds.
var endsScalar = [256]bool{',': true, '}': true, ']': true, ' ': true, '\n': true, '\r': true, '\t': true}

// scalarEnd is the offset after the number or keyword at i.
func scalarEnd(b []byte, i int) int {
	for ; i+8 <= len(b); i += 8 {
		w := binary.LittleEndian.Uint64(b[i:])
		found := first(w^commas) | first((w|fold)^shutBrackets) | below(w, ' '+1)
		if found == 0 {
			continue
		}
		if i += bits.TrailingZeros64(found) / 8; endsScalar[b[i]] {
			return i
		}
		break // a character that JSON has no use for
	}
	for i < len(b) && !endsScalar[b[i]] {
		i++
	}
	return i
}

// SkipString is [Skip] for a string.
func SkipString(b []byte, i int) int {
	for i = Plain(b, i+1); i < len(b); i = Plain(b, i) {
		switch b[i] {
		case '"':
			return i + 1
		case '\\':
			i++
		}
		i++
	}
	return len(b)
}

// bracketEnd is the offset after the bracket that closes the one at i.
func bracketEnd(b []byte, i int) int {
	for depth := 0; ; {
		if i = nextBracket(b, i); i >= len(b) {
			return len(b)
		}
		switch b[i] {
		case '"':
			i = SkipString(b, i)
			continue
		case '{', '[':
			depth++
		default:
			if depth--; depth == 0 {
				return i + 1
			}
		}
		i++
	}
}

// nextBracket is the offset of the first bracket or quote from i on.
func nextBracket(b []byte, i int) int {
	for ; i+8 <= len(b); i += 8 {
		w := binary.LittleEndian.Uint64(b[i:])
		folded := w | fold
		if found := first(w^quoteMarks) | first(folded^openBrackets) | first(folded^shutBrackets); found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for ; i < len(b); i++ {
		switch b[i] {
		case '"', '{', '[', '}', ']':
			return i
		}
	}
	return len(b)
}
