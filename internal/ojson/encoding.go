package ojson

import (
	"bytes"
	"encoding/binary"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// Text returns a text without the byte order mark that may precede it, and in UTF-8 if the mark says that it is UTF-16: Windows
// writes files so. It returns any other text as it is.
func Text(data []byte) []byte {
	order := orderOf(data)
	if order == nil {
		return bytes.TrimPrefix(data, []byte(ByteOrderMark))
	}
	text, _ := appendUTF16(make([]byte, 0, len(data)), data[2:], order, true)
	return text
}

// orderOf is the byte order of UTF-16 by the mark that a text begins with, nil for none.
func orderOf(data []byte) binary.ByteOrder {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		return binary.LittleEndian
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		return binary.BigEndian
	}
	return nil
}

// appendUTF16 appends a text of UTF-16 in UTF-8. It returns what is the beginning of a character, of which the rest may come,
// unless the text ends there.
func appendUTF16(to, data []byte, order binary.ByteOrder, ends bool) (text, rest []byte) {
	for len(data) > 1 {
		r := rune(order.Uint16(data))
		size := 2
		if utf16.IsSurrogate(r) {
			if len(data) < 4 && !ends {
				break
			}
			low := rune(utf8.RuneError)
			if len(data) >= 4 {
				low = rune(order.Uint16(data[2:]))
			}
			if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
				size = 4
			}
		}
		to, data = utf8.AppendRune(to, r), data[size:]
	}
	return to, data
}

// NewTextReader returns a reader of a text that may begin with a byte order mark, as [Text] reads it.
func NewTextReader(r io.Reader) io.Reader { return &textReader{from: r} }

type textReader struct {
	from    io.Reader
	isKnown bool             // the mark was read, or there is none
	order   binary.ByteOrder // nil for a text that is not UTF-16
	rest    []byte           // that was read and not decoded
	text    []byte           // that was decoded and not returned
	err     error
}

// Read implements [io.Reader].
func (t *textReader) Read(p []byte) (int, error) {
	if !t.isKnown {
		t.readMark()
	}
	switch {
	case t.order == nil && len(t.rest) > 0:
		n := copy(p, t.rest)
		t.rest = t.rest[n:]
		return n, nil
	case t.order == nil && t.err != nil:
		return 0, t.err
	case t.order == nil:
		return t.from.Read(p)
	}
	for len(t.text) == 0 && t.err == nil && len(p) > 0 {
		t.decode()
	}
	n := copy(p, t.text)
	t.text = t.text[n:]
	if n == 0 {
		return 0, t.err
	}
	return n, nil
}

// readMark reads as much as tells the encoding.
func (t *textReader) readMark() {
	var mark [len(ByteOrderMark)]byte
	n := 0
	for t.err == nil && (n < 2 || n < len(mark) && string(mark[:n]) == ByteOrderMark[:n]) { // no more: a stream would wait for it
		var more int
		more, t.err = t.from.Read(mark[n:min(max(2, n+1), len(mark))])
		n += more
	}
	t.isKnown = true
	if t.order = orderOf(mark[:n]); t.order == nil {
		t.rest = bytes.TrimPrefix(mark[:n], []byte(ByteOrderMark))
	}
}

// decode reads some more of a text in UTF-16.
func (t *textReader) decode() {
	chunk := make([]byte, 4<<10)
	n, err := t.from.Read(chunk)
	t.err = err
	t.text, t.rest = appendUTF16(t.text, append(t.rest, chunk[:n]...), t.order, err != nil)
}
