package jsonindex

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// recognise finds what the text's list is; nil where it is none.
func (x *Index) recognise() *scan {
	data := x.data
	at := skipSpace(data, 0)
	if at == len(data) {
		return nil
	}
	if isFollowed(data[:min(len(data), 4*firstBytes)], at) {
		x.shape = Lines
		isLines := bytes.IndexByte(data[at:valueEnd(data, at)], '\n') < 0
		return &scan{data: data, at: at, from: at, separator: '\n', isLines: isLines}
	}
	if data[at] == '{' {
		c := Walk(data[at:min(len(data), at+firstBytes)])
		if !c.Next() || !isTable(c.Value) {
			return nil
		}
		x.page = c.Name()
		at += c.Offset()
	}
	if data[at] != '[' {
		return nil
	}
	x.shape = Array
	return &scan{data: data, at: at, base: 1, separator: ','}
}

// isFollowed reports whether the value at an offset ends within the text and
// another value begins on a later line.
func isFollowed(text []byte, at int) bool {
	end := valueEnd(text, at)
	next := skipSpace(text, end)
	return next < len(text) && bytes.IndexByte(text[end:next], '\n') >= 0 && bytes.IndexByte([]byte("}],:"), text[next]) < 0
}

// isTable reports whether a value begins as an array of objects or arrays does.
func isTable(value []byte) bool {
	if len(value) == 0 || value[0] != '[' {
		return false
	}
	i := skipSpace(value, 1)
	return i < len(value) && (value[i] == '{' || value[i] == '[')
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// skipSpace is the first offset from i on that holds no white space.
func skipSpace(b []byte, i int) int {
	for i < len(b) && b[i] <= ' ' && isSpace(b[i]) {
		i++
	}
	return i
}

func trim(b []byte) []byte {
	b = b[skipSpace(b, 0):]
	for len(b) > 0 && isSpace(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}

// trimRest is what follows a list, without the comma before and the bracket
// after it.
func trimRest(b []byte) []byte {
	b = bytes.TrimSuffix(trim(b), []byte("}"))
	return trim(bytes.TrimPrefix(trim(b), []byte(",")))
}

// valueEnd is the offset after the value that begins at i; the length of b
// where it does not end.
func valueEnd(b []byte, i int) int {
	if i >= len(b) {
		return len(b)
	}
	switch b[i] {
	case '"':
		return stringEnd(b, i)
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

// first has the highest bit set of the first byte of x that is 0, and of none
// before it.
func first(x uint64) uint64 { return (x - ones) &^ x & highs }

// below has the highest bit set of the first byte of w that is less than c, and
// of none before it.
func below(w, c uint64) uint64 { return (w - c*ones) &^ w & highs }

// stringEnd is the offset after the string whose quote is at i.
func stringEnd(b []byte, i int) int {
	for i++; i+8 <= len(b); {
		w := binary.LittleEndian.Uint64(b[i:])
		found := first(w^quoteMarks) | first(w^backslashes)
		if found == 0 {
			i += 8
			continue
		}
		if i += bits.TrailingZeros64(found) / 8; b[i] == '"' {
			return i + 1
		}
		i += 2
	}
	for ; i < len(b); i++ {
		switch b[i] {
		case '"':
			return i + 1
		case '\\':
			i++
		}
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
			i = stringEnd(b, i)
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
