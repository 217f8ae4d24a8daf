// Package jsonread reads JSON that an agent sent, in one pass and without decoding what the
// caller skips. What is read is a slice of the text.
package jsonread

import (
	"bytes"
	"encoding/json"

	"a2aform/internal/jsonscan"
	"a2aform/internal/limit"
)

// Reader reads JSON in one pass: it checks the grammar and returns what is
// asked for as slices of the text. Decoding walks it forward and looks back at
// nothing, however large the text.
//
//	if r.Enter('{') {
//		for r.Member() {
//			switch string(r.Key) {
//			case "wanted":
//				wanted = r.Value()
//			default:
//				r.Value()
//			}
//		}
//	}
//
// Every member must be consumed, by value or by entering it. After a mistake
// in the text all methods return false or nil, and Bad is set.
type Reader struct {
	Data  []byte
	Pos   int    // of the next byte to read
	Key   []byte // of the current member, escapes undone
	Bad   bool   // there was a mistake in the text
	Items int    // that were read; at most [limit.ReplyItems]

	depth int
	first bool // the container was just entered
}

// Peek is the first byte of the next value, 0 at the end of the text.
func (r *Reader) Peek() byte {
	r.Pos = jsonscan.Space(r.Data, r.Pos)
	if r.Bad || r.Pos >= len(r.Data) {
		return 0
	}
	return r.Data[r.Pos]
}

// Value consumes the next value and gives it exactly as written.
func (r *Reader) Value() []byte {
	if r.Bad {
		return nil
	}
	r.Pos = jsonscan.Space(r.Data, r.Pos)
	start := r.Pos
	if _, end := shortString(r.Data, start); end > 0 {
		r.Pos = end
		return r.Data[start:end:end]
	}
	end := jsonscan.Value(r.Data, start, r.depth)
	if end < 0 {
		r.Bad = true
		return nil
	}
	r.Pos = end
	return r.Data[start:end:end]
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

// Enter goes into the next value if it begins with open ('{' or '['); any
// other value is consumed.
func (r *Reader) Enter(open byte) bool {
	if r.Peek() != open {
		r.Value()
		return false
	}
	if r.depth++; r.depth > jsonscan.MaxDepth {
		r.Bad = true
		return false
	}
	r.Pos++
	r.first = true
	return true
}

// Member goes to the next member of an object.
func (r *Reader) Member() bool {
	if !r.more('}') {
		return false
	}
	end := 0
	if r.Key, end = shortString(r.Data, r.Pos); end == 0 {
		if end = r.longKey(); end < 0 {
			r.Bad = true
			return false
		}
	}
	if r.Pos = jsonscan.Space(r.Data, end); r.Pos >= len(r.Data) || r.Data[r.Pos] != ':' {
		r.Bad = true
		return false
	}
	r.Pos++
	return true
}

// longKey reads a key that is no short string, and gives the index after it,
// -1 where there is none.
func (r *Reader) longKey() int {
	if r.Pos >= len(r.Data) || r.Data[r.Pos] != '"' {
		return -1
	}
	end := jsonscan.String(r.Data, r.Pos)
	if end > 0 {
		r.Key = unescaped(r.Data[r.Pos:end])
	}
	return end
}

// Item goes to the next item of an array.
func (r *Reader) Item() bool {
	if !r.more(']') {
		return false
	}
	r.Items++
	r.Bad = r.Bad || r.HasTooMany()
	return !r.Bad
}

// HasTooMany reports that the text has more items than anyone needs: each takes a
// hundred times its size in memory.
func (r *Reader) HasTooMany() bool { return r.Items > limit.ReplyItems.Int() }

// more passes the comma, or leaves the container at its end.
func (r *Reader) more(end byte) bool {
	c := r.Peek()
	switch {
	case r.Bad:
		return false
	case c == end:
		r.Pos++
		r.depth--
		r.first = false
		return false
	case r.first:
		r.first = false
		return true
	case c == ',':
		r.Pos = jsonscan.Space(r.Data, r.Pos+1)
		return true
	}
	r.Bad = true
	return false
}

// Ended reports whether the whole text was read without a mistake.
func (r *Reader) Ended() bool { return !r.Bad && jsonscan.Space(r.Data, r.Pos) == len(r.Data) }

// Since is what was read from start on.
func (r *Reader) Since(start int) []byte { return r.Data[start:r.Pos:r.Pos] }

func unescaped(literal []byte) []byte {
	inner := literal[1 : len(literal)-1]
	if bytes.IndexByte(inner, '\\') < 0 {
		return inner
	}
	return []byte(Text(literal))
}

// Text is the decoded text of a string, the literal of a number or boolean
// (seed 000 has a numeric messageId), "" for anything else.
func Text(raw []byte) string {
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

// ByteOrderMark may precede a card (RFC 8259 §8.1 lets readers ignore it).
const ByteOrderMark = "\xef\xbb\xbf"

// IsObject reports whether a value is an object.
func IsObject(raw []byte) bool { return len(raw) > 0 && raw[0] == '{' }

// IsString reports whether a value is a string.
func IsString(raw []byte) bool { return len(raw) > 0 && raw[0] == '"' }

// IsTrue reports whether a value is true.
func IsTrue(raw []byte) bool { return string(raw) == "true" }
