package jsonscan

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"
)

// String is the index after the string whose quote is at i, -1 where it does not end or
// holds what no string may. Its bytes may be any, as in encoding/json, also no UTF-8.
func String(b []byte, i int) int {
	for i = Plain(b, i+1); i < len(b); i = Plain(b, i) {
		switch c := b[i]; {
		case c == '"':
			return i + 1
		case c < ' ':
			return -1
		case c == '\\':
			if i = escape(b, i+1); i < 0 {
				return -1
			}
			continue
		}
		i++
	}
	return -1
}

const (
	ones        = 0x0101010101010101
	highs       = 0x8080808080808080
	quoteMarks  = '"' * ones
	backslashes = '\\' * ones
)

// first has the highest bit set of the first byte of x that is 0, and of none
// before it.
func first(x uint64) uint64 { return (x - ones) &^ x & highs }

// below has the highest bit set of the first byte of w that is less than c, and
// of none before it.
func below(w, c uint64) uint64 { return (w - c*ones) &^ w & highs }

// stops has the highest bit set of the first quote, backslash or control character of x,
// and of none before it.
func stops(x uint64) uint64 { return first(x^quoteMarks) | first(x^backslashes) | below(x, ' ') }

// Text is [String] for a string that is UTF-8 (RFC 8259 §8.1), and reports whether there
// are escapes in it.
func Text(b []byte, i int) (end int, escaped bool) {
	start, wide := i, uint64(0)
	for i++; i < len(b); {
		if i+8 <= len(b) {
			x := binary.LittleEndian.Uint64(b[i:])
			wide |= x & highs
			stop := stops(x)
			if stop == 0 {
				i += 8
				continue
			}
			i += bits.TrailingZeros64(stop) / 8
		}
		switch c := b[i]; {
		case c == '"':
			if wide != 0 && !utf8.Valid(b[start:i]) {
				return -1, false
			}
			return i + 1, escaped
		case c < ' ':
			return -1, false
		case c == '\\':
			escaped = true
			if i = escape(b, i+1); i < 0 {
				return -1, false
			}
			continue
		case c >= utf8.RuneSelf:
			wide = highs
		}
		i++
	}
	return -1, false
}

// Plain is the index of the next quote, backslash or control character; of the
// last bytes, fewer than eight, it leaves the search to the caller.
func Plain(b []byte, i int) int {
	for ; i+8 <= len(b); i += 8 {
		if stop := stops(binary.LittleEndian.Uint64(b[i:])); stop != 0 {
			return i + bits.TrailingZeros64(stop)/8
		}
	}
	return i
}

// escape is the index after the escape whose letter is at i.
func escape(b []byte, i int) int {
	if i >= len(b) {
		return -1
	}
	switch b[i] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i + 1
	case 'u':
		if i+4 < len(b) && isHex(b[i+1]) && isHex(b[i+2]) && isHex(b[i+3]) && isHex(b[i+4]) {
			return i + 5
		}
	}
	return -1
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// unit is the number of the four hexadecimal digits at i.
func unit(b []byte, i int) rune {
	u := rune(0)
	for _, c := range b[i : i+4] {
		if c > '9' {
			c += 9 // the letters follow from 41 and 61 on, in hexadecimal
		}
		u = u<<4 | rune(c&15)
	}
	return u
}

// letters are what the escapes of one letter mean.
var letters = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// Unescape appends the text of a string to dst. inner is what [String] found, without the
// quotes. ok is false where the string has half of a surrogate pair, which is no text.
func Unescape(dst, inner []byte) (text []byte, ok bool) {
	for {
		at := bytes.IndexByte(inner, '\\')
		if at < 0 {
			return append(dst, inner...), true
		}
		dst = append(dst, inner[:at]...)
		letter := inner[at+1]
		if inner = inner[at+2:]; letter != 'u' {
			dst = append(dst, letters[letter])
			continue
		}
		u := unit(inner, 0)
		if inner = inner[4:]; utf16.IsSurrogate(u) {
			if len(inner) < 6 || inner[0] != '\\' || inner[1] != 'u' {
				return nil, false
			}
			if u = utf16.DecodeRune(u, unit(inner, 2)); u == utf8.RuneError {
				return nil, false
			}
			inner = inner[6:]
		}
		dst = utf8.AppendRune(dst, u)
	}
}
