package a2aclient

import (
	"encoding/binary"
	"math/bits"
)

// wellFormed reports whether b is one JSON text (RFC 8259), as json.Valid does,
// several times as fast.
func wellFormed(b []byte) bool {
	i := checkValue(b, space(b, 0), 0)
	return i >= 0 && space(b, i) == len(b)
}

func space(b []byte, i int) int {
	for i < len(b) && b[i] <= ' ' && (b[i] == ' ' || b[i] == '\n' || b[i] == '\t' || b[i] == '\r') {
		i++
	}
	return i
}

// checkValue is the index behind the value that starts at i, -1 if there is
// none. The other check functions answer in the same way.
func checkValue(b []byte, i, depth int) int {
	if i >= len(b) {
		return -1
	}
	switch b[i] {
	case '"':
		return checkString(b, i)
	case '{':
		return checkObject(b, i, depth+1)
	case '[':
		return checkArray(b, i, depth+1)
	case 't':
		return checkWord(b, i, "true")
	case 'f':
		return checkWord(b, i, "false")
	case 'n':
		return checkWord(b, i, "null")
	}
	return checkNumber(b, i)
}

func checkObject(b []byte, i, depth int) int {
	if depth > maxDepth {
		return -1
	}
	if i = space(b, i+1); i < len(b) && b[i] == '}' {
		return i + 1
	}
	for i < len(b) && b[i] == '"' {
		if i = checkString(b, i); i < 0 {
			return -1
		}
		if i = space(b, i); i >= len(b) || b[i] != ':' {
			return -1
		}
		if i = checkValue(b, space(b, i+1), depth); i < 0 {
			return -1
		}
		if i = space(b, i); i >= len(b) {
			return -1
		}
		if b[i] == '}' {
			return i + 1
		}
		if b[i] != ',' {
			return -1
		}
		i = space(b, i+1)
	}
	return -1
}

func checkArray(b []byte, i, depth int) int {
	if depth > maxDepth {
		return -1
	}
	if i = space(b, i+1); i < len(b) && b[i] == ']' {
		return i + 1
	}
	for {
		if i = checkValue(b, i, depth); i < 0 {
			return -1
		}
		if i = space(b, i); i >= len(b) {
			return -1
		}
		if b[i] == ']' {
			return i + 1
		}
		if b[i] != ',' {
			return -1
		}
		i = space(b, i+1)
	}
}

func checkString(b []byte, i int) int {
	for i = plain(b, i+1); i < len(b); i = plain(b, i) {
		switch c := b[i]; {
		case c == '"':
			return i + 1
		case c < 0x20:
			return -1
		case c == '\\':
			if i = checkEscape(b, i+1); i < 0 {
				return -1
			}
		}
		i++
	}
	return -1
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// plain is the index of the next quote, backslash or control character; of the
// last bytes, fewer than eight, it leaves the search to the caller.
func plain(b []byte, i int) int {
	for i+8 <= len(b) {
		x := binary.LittleEndian.Uint64(b[i:])
		quote, slash := x^(ones*'"'), x^(ones*'\\')
		stop := (x-ones*0x20)&^x | (quote-ones)&^quote | (slash-ones)&^slash
		if stop &= highs; stop != 0 {
			return i + bits.TrailingZeros64(stop)/8 // borrows only reach bytes behind the first
		}
		i += 8
	}
	return i
}

// checkEscape is the index of the last byte of the escape whose letter is at i.
func checkEscape(b []byte, i int) int {
	if i >= len(b) {
		return -1
	}
	switch b[i] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i
	case 'u':
		if i+4 < len(b) && isHex(b[i+1]) && isHex(b[i+2]) && isHex(b[i+3]) && isHex(b[i+4]) {
			return i + 4
		}
	}
	return -1
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func checkWord(b []byte, i int, word string) int {
	if len(b)-i < len(word) || string(b[i:i+len(word)]) != word {
		return -1
	}
	return i + len(word)
}

func checkNumber(b []byte, i int) int {
	if b[i] == '-' {
		i++
	}
	if i < len(b) && b[i] == '0' {
		i++
	} else if i = digits(b, i); i < 0 {
		return -1
	}
	if i < len(b) && b[i] == '.' {
		if i = digits(b, i+1); i < 0 {
			return -1
		}
	}
	if i < len(b) && (b[i] == 'e' || b[i] == 'E') {
		if i++; i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		return digits(b, i)
	}
	return i
}

func digits(b []byte, i int) int {
	start := i
	for i < len(b) && '0' <= b[i] && b[i] <= '9' {
		i++
	}
	if i == start {
		return -1
	}
	return i
}
