package a2aclient

import (
	"bytes"
	"encoding/json"
	"slices"

	"a2aform/internal/jsonscan"
	"a2aform/internal/limit"
)

// scanner reads JSON in one pass: it checks the grammar and returns what is
// asked for as slices of the text. Decoding walks it forward and looks back at
// nothing, however large the text.
//
//	if s.enter('{') {
//		for s.member() {
//			switch string(s.key) {
//			case "wanted":
//				wanted = s.value()
//			default:
//				s.value()
//			}
//		}
//	}
//
// Every member must be consumed, by value or by entering it. After a mistake
// in the text all methods answer false or nil and bad is set.
type scanner struct {
	b     []byte
	i     int
	depth int
	key   []byte // of the current member, escapes undone
	first bool   // the container was just entered
	bad   bool
	items int // that were gone to; beyond [limit.ReplyItems] there is no going on
}

// peek is the first byte of the next value, 0 at the end of the text.
func (s *scanner) peek() byte {
	s.i = jsonscan.Space(s.b, s.i)
	if s.bad || s.i >= len(s.b) {
		return 0
	}
	return s.b[s.i]
}

// value consumes the next value and gives it exactly as written.
func (s *scanner) value() []byte {
	if s.bad {
		return nil
	}
	s.i = jsonscan.Space(s.b, s.i)
	start := s.i
	if _, end := shortString(s.b, start); end > 0 {
		s.i = end
		return s.b[start:end:end]
	}
	end := jsonscan.Value(s.b, start, s.depth)
	if end < 0 {
		s.bad = true
		return nil
	}
	s.i = end
	return s.b[start:end:end]
}

// shortString returns the content of the string at i, and the index after it. The index is
// 0 for a string with escapes, or one at the very end of the text.
func shortString(b []byte, i int) (inner []byte, end int) {
	if i >= len(b) || b[i] != '"' {
		return nil, 0
	}
	if end = jsonscan.Plain(b, i+1); end >= len(b) || b[end] != '"' {
		return nil, 0
	}
	return b[i+1 : end], end + 1
}

// enter goes into the next value if it begins with open ('{' or '['); any
// other value is consumed.
func (s *scanner) enter(open byte) bool {
	if s.peek() != open {
		s.value()
		return false
	}
	if s.depth++; s.depth > jsonscan.MaxDepth {
		s.bad = true
		return false
	}
	s.i++
	s.first = true
	return true
}

// member goes to the next member of an object.
func (s *scanner) member() bool {
	if !s.more('}') {
		return false
	}
	end := 0
	if s.key, end = shortString(s.b, s.i); end == 0 {
		if end = s.longKey(); end < 0 {
			s.bad = true
			return false
		}
	}
	if s.i = jsonscan.Space(s.b, end); s.i >= len(s.b) || s.b[s.i] != ':' {
		s.bad = true
		return false
	}
	s.i++
	return true
}

// longKey reads a key that is no short string, and gives the index behind it,
// -1 where there is none.
func (s *scanner) longKey() int {
	if s.i >= len(s.b) || s.b[s.i] != '"' {
		return -1
	}
	end := jsonscan.String(s.b, s.i)
	if end > 0 {
		s.key = unescaped(s.b[s.i:end])
	}
	return end
}

// item goes to the next item of an array.
func (s *scanner) item() bool {
	if !s.more(']') {
		return false
	}
	s.items++
	s.bad = s.bad || s.hasTooMany()
	return !s.bad
}

// manyItems is from how many on a list is counted before it grows.
const manyItems = 64

// growList is the list with room for the items from the current one on, which is not
// read yet, if it has many and is full: growing it step by step would take several times its size.
func growList[T any](s *scanner, list []T) []T {
	if len(list) < manyItems || len(list) < cap(list) {
		return list
	}
	ahead, n := *s, 0
	for ahead.first = true; ahead.item(); n++ {
		ahead.value()
	}
	return slices.Grow(list, n)
}

// hasTooMany reports that the text has more items than anyone needs: each takes a
// hundred times its size in memory.
func (s *scanner) hasTooMany() bool { return s.items > limit.ReplyItems.Int() }

// more passes the comma, or leaves the container at its end.
func (s *scanner) more(end byte) bool {
	c := s.peek()
	switch {
	case s.bad:
		return false
	case c == end:
		s.i++
		s.depth--
		s.first = false
		return false
	case s.first:
		s.first = false
		return true
	case c == ',':
		s.i = jsonscan.Space(s.b, s.i+1)
		return true
	}
	s.bad = true
	return false
}

// ended reports whether the whole text was read without a mistake.
func (s *scanner) ended() bool { return !s.bad && jsonscan.Space(s.b, s.i) == len(s.b) }

// since is what was read from start on.
func (s *scanner) since(start int) []byte { return s.b[start:s.i:s.i] }

func unescaped(literal []byte) []byte {
	inner := literal[1 : len(literal)-1]
	if bytes.IndexByte(inner, '\\') < 0 {
		return inner
	}
	return []byte(text(literal))
}

// text is the decoded text of a string, the literal of a number or boolean
// (seed 000 has a numeric messageId), "" for anything else.
func text(raw []byte) string {
	switch {
	case len(raw) == 0 || raw[0] == '{' || raw[0] == '[' || raw[0] == 'n':
		return ""
	case raw[0] != '"':
		return string(raw)
	}
	if end, escaped := jsonscan.Text(raw, 0); end > 0 && !escaped {
		return string(raw[1 : end-1])
	}
	var s string
	_ = json.Unmarshal(raw, &s)
	return s
}

// byteOrderMark may precede a card (RFC 8259 §8.1 lets readers ignore it).
const byteOrderMark = "\xef\xbb\xbf"

func isObject(raw []byte) bool { return len(raw) > 0 && raw[0] == '{' }
func isString(raw []byte) bool { return len(raw) > 0 && raw[0] == '"' }
func isTrue(raw []byte) bool   { return string(raw) == "true" }
