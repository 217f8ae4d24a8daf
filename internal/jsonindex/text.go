package jsonindex

import (
	"bytes"

	"a2aform/internal/jsonscan"
)

// recognise finds what the text's list is; nil where it is none.
func (x *Index) recognise() *scan {
	data := x.data
	at := jsonscan.Space(data, 0)
	if at == len(data) {
		return nil
	}
	if isFollowed(data[:min(len(data), 4*firstBytes)], at) {
		x.shape = Lines
		isLines := bytes.IndexByte(data[at:jsonscan.Skip(data, at)], '\n') < 0
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
	end := jsonscan.Skip(text, at)
	next := jsonscan.Space(text, end)
	return next < len(text) && bytes.IndexByte(text[end:next], '\n') >= 0 && bytes.IndexByte([]byte("}],:"), text[next]) < 0
}

// isTable reports whether a value begins as an array of objects or arrays does.
func isTable(value []byte) bool {
	if len(value) == 0 || value[0] != '[' {
		return false
	}
	i := jsonscan.Space(value, 1)
	return i < len(value) && (value[i] == '{' || value[i] == '[')
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

func trim(b []byte) []byte {
	b = b[jsonscan.Space(b, 0):]
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
