package jsonindex

import "bytes"

// Needle finds a text in bytes, ASCII letters without case.
type Needle struct {
	text []byte // in lower case
	at   int    // of the character that is looked for first: the rarest one
	low  byte   // in lower case
	high byte   // in upper case, the same for what is no letter
}

// NewNeedle is a needle of a text. The empty one is found everywhere.
func NewNeedle(text string) *Needle {
	n := &Needle{text: bytes.Clone([]byte(text))}
	for i, c := range n.text {
		n.text[i] = lower(c)
		if rarity(n.text[i]) > rarity(n.text[n.at]) {
			n.at = i
		}
	}
	if len(n.text) > 0 {
		n.low = n.text[n.at]
		n.high = upper(n.low)
	}
	return n
}

// Index is where the needle begins in b for the first time, -1 for nowhere.
func (n *Needle) Index(b []byte) int {
	if len(n.text) == 0 {
		return 0
	}
	if n.low == n.high && isCaseless(n.text) {
		return bytes.Index(b, n.text)
	}
	low, high := -2, -2
	for i := n.at; i < len(b); {
		low, high = next(b, n.low, i, low), next(b, n.high, i, high)
		i = min(low, high)
		if i >= len(b) {
			return -1
		}
		if start := i - n.at; start+len(n.text) <= len(b) && n.matches(b[start:]) {
			return start
		}
		i++
	}
	return -1
}

// In reports whether the needle is in b.
func (n *Needle) In(b []byte) bool { return n.Index(b) >= 0 }

// Len is the needle's length in bytes.
func (n *Needle) Len() int { return len(n.text) }

func (n *Needle) matches(b []byte) bool {
	for i, c := range n.text {
		if lower(b[i]) != c {
			return false
		}
	}
	return true
}

// next is the next place of c in b from i on, len(b) for none; at is what it
// answered the last time.
func next(b []byte, c byte, i, at int) int {
	if at >= i {
		return at
	}
	if n := bytes.IndexByte(b[i:], c); n >= 0 {
		return i + n
	}
	return len(b)
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func upper(c byte) byte {
	if c >= 'a' && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}

func isCaseless(text []byte) bool {
	for _, c := range text {
		if upper(c) != c {
			return false
		}
	}
	return true
}

// common are characters by how often JSON texts contain them, the most frequent
// ones first; what is not among them is rare.
const common = `"0,1: e2taino3rs5l4d6798c_umh}{p.gyf-bwvkTZ/`

func rarity(c byte) int {
	if i := bytes.IndexByte([]byte(common), c); i >= 0 {
		return i
	}
	return len(common)
}
