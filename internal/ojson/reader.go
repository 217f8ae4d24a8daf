package ojson

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Reader reads JSON in one pass, without making values of it: it checks the grammar and returns what is
// asked for as slices of the text.
//
//	for r.Enter('{'); r.Member(); {
//		switch string(r.Key) {
//		case "wanted":
//			wanted = r.Value()
//		default:
//			r.Value()
//		}
//	}
//
// Every member must be consumed, by value or by entering it. After a mistake
// in the text, and where a whole text was read, all methods return false or nil, and Bad is set.
type Reader struct {
	Key []byte // of the current member, escapes undone
	Bad bool   // there was a mistake in the text

	data []byte
	dec  *jsontext.Decoder
}

// NewReader reads a text, which must not be changed meanwhile.
func NewReader(data []byte) Reader {
	return Reader{data: data, dec: jsontext.NewDecoder(bytes.NewBuffer(data), grammar...)}
}

// NewStrictReader reads a text to which a name that an object has twice is a mistake.
func NewStrictReader(data []byte) Reader {
	return Reader{data: data, dec: jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowInvalidUTF8(true))}
}

// Peek is the kind of the next value, as in jsontext: the first character of a bracket, string or keyword, '0' for a
// number, 0 at the end of the text.
func (r *Reader) Peek() byte {
	if r.Bad {
		return 0
	}
	return byte(r.dec.PeekKind())
}

// Start is where the next value begins.
func (r *Reader) Start() int {
	at := r.Offset()
	return at + len(r.data[at:]) - len(bytes.TrimLeft(r.data[at:], " \t\r\n,:"))
}

// Since is what was read from a place on.
func (r *Reader) Since(start int) []byte { return r.data[start:r.Offset():r.Offset()] }

// Offset is where the last token ends.
func (r *Reader) Offset() int { return int(r.dec.InputOffset()) }

// Value consumes the next value and gives it exactly as written.
func (r *Reader) Value() []byte {
	if r.Bad {
		return nil
	}
	value, err := r.dec.ReadValue()
	if err != nil {
		r.Bad = true
		return nil
	}
	return r.Since(r.Offset() - len(value))
}

// Enter goes into the next value if it begins with open ('{' or '['); any
// other value is consumed. Then, Member and Item go on in what is around it.
func (r *Reader) Enter(open byte) bool {
	if r.Peek() != open {
		r.Value()
		return false
	}
	return r.bracket()
}

// bracket reads a bracket, and reports whether there was one.
func (r *Reader) bracket() bool {
	_, err := r.dec.ReadToken()
	r.Bad = err != nil
	return !r.Bad
}

// Member goes to the next member of an object.
func (r *Reader) Member() bool {
	if r.Peek() == '}' {
		r.bracket()
		return false
	}
	if kind, _ := r.dec.StackIndex(r.dec.StackDepth()); kind != '{' {
		r.Bad = true // there is no object
	}
	name := r.Value()
	if r.Bad {
		return false
	}
	if r.Key = name[1 : len(name)-1]; bytes.IndexByte(r.Key, '\\') >= 0 {
		r.Key = []byte(unquote(string(name)))
	}
	return true
}

// Item goes to the next item of an array.
func (r *Reader) Item() bool {
	if r.Peek() == ']' {
		r.bracket()
		return false
	}
	return !r.Bad
}

// Ended reports whether the whole text was read without a mistake.
func (r *Reader) Ended() bool {
	return !r.Bad && len(bytes.TrimLeft(r.data[r.Offset():], " \t\r\n")) == 0
}

// Find returns the value of a member of an object as it is written, of several the last one; nil for none.
func Find(object []byte, name string) (found []byte) {
	r := NewReader(object)
	for r.Enter('{'); r.Member(); {
		if value := r.Value(); string(r.Key) == name {
			found = value
		}
	}
	return found
}

// HasUniqueNames reports whether a text is JSON in which no object has a name twice.
func HasUniqueNames(data []byte) bool {
	return jsontext.Value(data).IsValid(jsontext.AllowInvalidUTF8(true))
}

// IsValid reports whether a text is JSON. Its strings may be no UTF-8.
func IsValid(data []byte) bool { return jsontext.Value(data).IsValid(grammar...) }

// TextOf is the decoded text of a raw string, the literal of a number or boolean
// (seed 000 has a numeric messageId), "" for anything else.
func TextOf(raw []byte) string {
	switch {
	case len(raw) == 0 || strings.IndexByte("{[n", raw[0]) >= 0:
		return ""
	case raw[0] != '"':
		return string(raw)
	}
	return unquote(string(raw))
}

// ByteOrderMark may precede a text (RFC 8259 §8.1 lets readers ignore it).
const ByteOrderMark = "\xef\xbb\xbf"

// IsObject reports whether a raw value is an object.
func IsObject(raw []byte) bool { return len(raw) > 0 && raw[0] == '{' }

// IsString reports whether a raw value is a string.
func IsString(raw []byte) bool { return len(raw) > 0 && raw[0] == '"' }

// IsTrue reports whether a raw value is true.
func IsTrue(raw []byte) bool { return string(raw) == "true" }
