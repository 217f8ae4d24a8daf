package table

import (
	"bytes"
	"cmp"
	"unicode"
	"unicode/utf8"
)

// collate orders texts by their letters in lower case, then as they are. It
// reads both side by side, as a sort would otherwise copy each text many times.
func collate(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	if n == len(a) && n == len(b) {
		return 0
	}
	for n > 0 && a[n-1] >= utf8.RuneSelf { // what differs may be part of a character
		n--
	}
	x, y := a[n:], b[n:]
	for len(x) > 0 && len(y) > 0 {
		r, i := lowerRune(x)
		s, j := lowerRune(y)
		if r != s {
			return cmp.Compare(r, s)
		}
		x, y = x[i:], y[j:]
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), bytes.Compare(a[n:], b[n:]))
}

func lowerRune(b []byte) (r rune, size int) {
	if b[0] < utf8.RuneSelf {
		return rune(lower(b[0])), 1
	}
	r, size = utf8.DecodeRune(b)
	return unicode.ToLower(r), size
}
