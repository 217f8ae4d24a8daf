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
		if s.isLines {
			s.line()
		} else {
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

// item takes the next item. From a mistake in the text on, the rest of the text is the last one.
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
	if p.scanned = s.r.Offset(); s.r.Bad {
		p.scanned, p.complete = len(s.data), true
	}
	if start < len(s.data) {
		p.starts, p.end = append(p.starts, start), p.scanned
	}
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
