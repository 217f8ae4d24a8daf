package jsonindex

import (
	"bytes"

	"a2aform/internal/ojson"
)

// space may be around values (RFC 8259 §2).
const space = " \t\r\n"

// scan finds the items of an index one after another.
type scan struct {
	*Index
	data  []byte       // of the index, or its beginning
	r     ojson.Reader // unless lines are items
	found progress
}

// newScan begins before the first item.
func (x *Index) newScan(data []byte) *scan {
	s := &scan{Index: x, data: data, r: ojson.NewReader(data)}
	if x.shape == Members || x.page != "" {
		s.r.Enter('{')
	}
	if x.page != "" {
		s.r.Member()
	}
	if x.shape == Array {
		s.r.Enter('[')
	}
	return s
}

// run looks at so many more bytes, and at the rest of the item that they end in.
func (s *scan) run(limit int) {
	for stop := s.found.scanned + limit; !s.found.complete && s.found.scanned < stop; {
		switch {
		case s.isLines:
			s.line()
		case s.r.Bad:
			s.itemByBrackets(s.found.scanned)
		default:
			s.item()
		}
	}
}

// line takes the next line. An empty one is no item.
func (s *scan) line() {
	p := &s.found
	line, _, _ := bytes.Cut(s.data[p.scanned:], []byte("\n"))
	if len(bytes.Trim(line, space)) > 0 {
		p.starts, p.end = append(p.starts, p.scanned), p.scanned+len(line)
	}
	p.scanned = min(p.scanned+len(line)+1, len(s.data))
	p.complete = p.scanned == len(s.data)
}

// item takes the next item.
func (s *scan) item() {
	p := &s.found
	start := s.r.Start()
	if s.isEnd(start) {
		s.finish()
		return
	}
	if s.shape != Members || s.r.Member() {
		s.r.Value()
	}
	if s.r.Bad {
		s.itemByBrackets(start)
		return
	}
	p.scanned = s.r.Offset()
	p.starts, p.end = append(p.starts, start), p.scanned
}

// itemByBrackets takes an item from a mistake in the text on, so that one wrong row does not hide those behind it.
// It trusts brackets and quotes alone.
func (s *scan) itemByBrackets(start int) {
	p := &s.found
	separator, last := byte(','), byte(']')
	switch s.shape {
	case Members:
		last = '}'
	case Lines:
		separator, last = '\n', 0
	}
	end, depth, quoted := start, 0, false
	for ; end < len(s.data); end++ {
		c := s.data[end]
		if depth == 0 && !quoted && (c == separator || c == last && s.canEnd(end+1)) {
			break
		}
		switch {
		case quoted && c == '\\':
			end++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
		case depth > 0 && (c == '}' || c == ']'):
			depth--
		}
	}
	end = min(end, len(s.data))
	if item := bytes.TrimLeft(s.data[start:end], space); len(item) > 0 {
		p.starts, p.end = append(p.starts, end-len(item)), end
	}
	p.scanned = min(end+1, len(s.data))
	p.complete = end == len(s.data) || s.data[end] == last
}

// canEnd reports whether the text behind the list may begin at an offset.
func (s *scan) canEnd(offset int) bool {
	return s.page != "" || len(bytes.TrimLeft(s.data[offset:], space)) == 0
}

// isEnd reports whether the list ends at an offset.
func (s *scan) isEnd(offset int) bool {
	switch s.shape {
	case Members:
		return s.r.Peek() == '}'
	case Array:
		return s.r.Peek() == ']'
	}
	return offset == len(s.data)
}

// finish reads what follows the list.
func (s *scan) finish() {
	switch s.shape {
	case Members:
		s.r.Member()
	case Array:
		s.r.Item()
	}
	for s.page != "" && s.r.Member() {
		s.r.Value()
		s.found.hasRest = true
	}
	s.found.isJSON = s.shape != Lines && s.r.Ended()
	s.found.scanned, s.found.complete = len(s.data), true
}
