package a2aclient

import (
	"bytes"
	"errors"

	"a2aform/internal/jsonscan"
)

// errEventTooLarge says that one event is beyond [limit.ReplyBytes].
var errEventTooLarge = errors.New("an event is too large")

// sseParser splits a stream of server-sent events (WHATWG HTML §9.2.6) however
// its bytes are cut into chunks. Values go straight from the chunk into the
// event; nothing is buffered by line.
type sseParser struct {
	limit int
	data  growBuffer
	free  []byte // memory for small events
	name  []byte // of the event
	field []byte // the name of the line's field, as far as it was read

	inValue   bool // behind the colon
	skipSpace bool // the one space behind the colon may come
	skipLF    bool // the line ended with CR, its LF may come
	hasData   bool
	line      int // bytes of the line
	bom       int // bytes of the byte order mark that were seen; -1 when past
}

// sseEvent is one event; data is the receiver's to keep. Where it is shared, it
// keeps its neighbours, too, so what is meant to be kept for long is copied.
type sseEvent struct {
	name   string
	data   []byte
	shared bool
}

const (
	maxFieldName = 16       // longer ones are unknown anyway
	maxEventName = headSize // shown to who looks at the wire, masked
	byteOrder    = "\xef\xbb\xbf"
)

// newParser refuses events and lines that are larger than limit.
func newParser(limit int) sseParser { return sseParser{limit: limit, data: growBuffer{max: limit}} }

// parse parses one chunk and hands out the events that end in it.
func (s *sseParser) parse(chunk []byte, emit func(sseEvent)) error {
	chunk = s.skipBOM(chunk)
	lf, cr := -2, -2 // positions in chunk of the next one, -2 for not looked for yet
	for i := 0; i < len(chunk); {
		if s.skipLF {
			s.skipLF = false
			if chunk[i] == '\n' {
				i++
				continue
			}
		}
		lf, cr = nextIndex(chunk, '\n', i, lf), nextIndex(chunk, '\r', i, cr)
		end := min(lf, cr)
		if err := s.addText(chunk[i:end]); err != nil {
			return err
		}
		if i = end; i < len(chunk) {
			s.skipLF = chunk[i] == '\r'
			i++
			if err := s.endLine(emit); err != nil {
				return err
			}
		}
	}
	return nil
}

// nextIndex is the next place of c in b from i on, len(b) for none; at is what it
// answered the last time.
func nextIndex(b []byte, c byte, i, at int) int {
	if at >= i {
		return at
	}
	if n := bytes.IndexByte(b[i:], c); n >= 0 {
		return i + n
	}
	return len(b)
}

func (s *sseParser) skipBOM(chunk []byte) []byte {
	for s.bom >= 0 && len(chunk) > 0 {
		if s.bom < len(byteOrder) && chunk[0] == byteOrder[s.bom] {
			s.bom++
			chunk = chunk[1:]
			continue
		}
		if s.bom > 0 && s.bom < len(byteOrder) { // no mark after all: these bytes begin a field
			s.field = append(s.field, byteOrder[:s.bom]...)
		}
		s.bom = -1
	}
	return chunk
}

// addText takes more of the current line.
func (s *sseParser) addText(b []byte) error {
	if s.line += len(b); s.line > s.limit+len("data: ") {
		return s.overflow()
	}
	if !s.inValue {
		colon := bytes.IndexByte(b, ':')
		if colon < 0 {
			s.addField(b)
			return nil
		}
		s.addField(b[:colon])
		s.inValue, s.skipSpace = true, true
		b = b[colon+1:]
		if string(s.field) == "event" { // the last one counts
			s.name = s.name[:0]
		}
	}
	if len(b) == 0 {
		return nil
	}
	if s.skipSpace && b[0] == ' ' {
		b = b[1:]
	}
	s.skipSpace = false
	switch string(s.field) {
	case "data":
		if s.data.n+len(b) > s.limit {
			return s.overflow()
		}
		s.data.add(b)
	case "event":
		s.name = append(s.name, b[:min(len(b), maxEventName-len(s.name))]...)
	}
	return nil
}

// overflow gives up, and frees what was read.
func (s *sseParser) overflow() error {
	large := s.data.n > largeBuffer
	if s.data = (growBuffer{}); large {
		freeMemory()
	}
	return errEventTooLarge
}

func (s *sseParser) addField(b []byte) {
	s.field = append(s.field, b[:min(len(b), maxFieldName+1-len(s.field))]...)
}

var newline = []byte{'\n'}

func (s *sseParser) endLine(emit func(sseEvent)) error {
	switch {
	case !s.inValue && len(s.field) == 0:
		s.dispatch(emit)
	case string(s.field) == "data":
		if s.data.n > s.limit { // lines count that hold nothing, too
			return s.overflow()
		}
		s.data.add(newline)
		s.hasData = true
	}
	s.field, s.inValue, s.line = s.field[:0], false, 0
	return nil
}

func (s *sseParser) dispatch(emit func(sseEvent)) {
	if s.hasData {
		data, shared := s.takeData()
		emit(sseEvent{name: string(s.name), data: data, shared: shared})
	}
	s.data.reset()
	s.name, s.hasData = s.name[:0], false
}

const (
	sharedEvent = 1 << 10  // bytes of the largest event that shares memory with others
	sharedBlock = 16 << 10 // bytes that they share
)

// takeData is the data of the event, without the last newline. Small ones share
// blocks of memory, which is several times as fast.
func (s *sseParser) takeData() (data []byte, shared bool) {
	if s.data.n > sharedEvent {
		return s.data.take(1), false
	}
	if len(s.free) < s.data.n {
		s.free = make([]byte, sharedBlock)
	}
	n := copy(s.free, s.data.small[:s.data.n-1])
	data, s.free = s.free[:n:n], s.free[n:]
	return data, true
}

// end is the event that the stream ended in without its empty line, if its data
// is a whole JSON text: then nothing of it was cut off. The standard drops it,
// but servers forget the line.
func (s *sseParser) end(emit func(sseEvent)) {
	if s.data.n == 0 {
		return
	}
	data := s.data.take(0)
	if isObject(bytes.TrimLeft(data, " \t\r\n")) && jsonscan.Valid(data) {
		emit(sseEvent{name: string(s.name), data: data})
	}
}
