// Package sse reads server-sent events (WHATWG HTML, section 9.2): bytes come in, however
// the network divides them, and events go out. Events and lines are limited in size. The
// package knows nothing of what an event means.
package sse

import (
	"bytes"
	"errors"

	"a2aform/internal/ojson"
)

// ErrEventTooLarge says that one event is larger than the limit of its [Reader].
var ErrEventTooLarge = errors.New("an event is too large")

// parser splits a stream of server-sent events (WHATWG HTML §9.2.6) however
// its bytes are cut into chunks. Values go straight from the chunk into the
// event; nothing is buffered by line.
type parser struct {
	limit int
	data  []byte // of the event, each line with its end
	name  []byte // of the event
	field []byte // the name of the line's field, as far as it was read

	inValue   bool // after the colon
	skipSpace bool // the one space after the colon may come
	skipLF    bool // the line ended with CR, its LF may come
	hasData   bool
	line      int // bytes of the line
	bom       int // bytes of the byte order mark that were seen; -1 when past
}

// Event is one event of a stream. Its data belongs to the receiver.
type Event struct {
	Name string // of its field "event", "" for none; at most 16 KiB
	Data []byte // of its fields "data", joined by newlines
}

const (
	maxFieldName  = 16       // longer ones are unknown anyway
	maxEventName  = headSize // shown in traces, after masking
	byteOrderMark = "\xef\xbb\xbf"
)

// newParser refuses events and lines that are larger than limit.
func newParser(limit int) parser { return parser{limit: limit} }

// parse parses one chunk and emits the events that end in it.
func (p *parser) parse(chunk []byte, emit func(Event)) error {
	chunk = p.skipBOM(chunk)
	lf, cr := -2, -2 // positions in chunk of the next one, -2 for not looked for yet
	for i := 0; i < len(chunk); {
		if p.skipLF {
			p.skipLF = false
			if chunk[i] == '\n' {
				i++
				continue
			}
		}
		lf, cr = nextIndex(chunk, '\n', i, lf), nextIndex(chunk, '\r', i, cr)
		end := min(lf, cr)
		if err := p.addText(chunk[i:end]); err != nil {
			return err
		}
		if i = end; i < len(chunk) {
			p.skipLF = chunk[i] == '\r'
			i++
			if err := p.endLine(emit); err != nil {
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

func (p *parser) skipBOM(chunk []byte) []byte {
	for p.bom >= 0 && len(chunk) > 0 {
		if p.bom < len(byteOrderMark) && chunk[0] == byteOrderMark[p.bom] {
			p.bom++
			chunk = chunk[1:]
			continue
		}
		if p.bom > 0 && p.bom < len(byteOrderMark) { // no mark after all: these bytes begin a field
			p.field = append(p.field, byteOrderMark[:p.bom]...)
		}
		p.bom = -1
	}
	return chunk
}

// addText takes more of the current line.
func (p *parser) addText(b []byte) error {
	if p.line += len(b); p.line > p.limit+len("data: ") {
		return p.overflow()
	}
	if !p.inValue {
		colon := bytes.IndexByte(b, ':')
		if colon < 0 {
			p.addField(b)
			return nil
		}
		p.addField(b[:colon])
		p.inValue, p.skipSpace = true, true
		b = b[colon+1:]
		if string(p.field) == "event" { // the last one counts
			p.name = p.name[:0]
		}
	}
	if len(b) == 0 {
		return nil
	}
	if p.skipSpace && b[0] == ' ' {
		b = b[1:]
	}
	p.skipSpace = false
	switch string(p.field) {
	case "data":
		if len(p.data)+len(b) > p.limit {
			return p.overflow()
		}
		p.data = appendWithin(p.limit, p.data, b)
	case "event":
		p.name = append(p.name, b[:min(len(b), maxEventName-len(p.name))]...)
	}
	return nil
}

// overflow gives up, and frees what was read.
func (p *parser) overflow() error {
	p.data = nil
	return ErrEventTooLarge
}

func (p *parser) addField(b []byte) {
	p.field = append(p.field, b[:min(len(b), maxFieldName+1-len(p.field))]...)
}

func (p *parser) endLine(emit func(Event)) error {
	switch {
	case !p.inValue && len(p.field) == 0:
		p.dispatch(emit)
	case string(p.field) == "data":
		if len(p.data) > p.limit { // lines count that contain nothing, too
			return p.overflow()
		}
		p.data = appendWithin(p.limit, p.data, []byte{'\n'})
		p.hasData = true
	}
	p.field, p.inValue, p.line = p.field[:0], false, 0
	return nil
}

func (p *parser) dispatch(emit func(Event)) {
	if p.hasData {
		emit(Event{Name: string(p.name), Data: p.data[:len(p.data)-1]}) // without the last newline
	}
	p.data, p.name, p.hasData = nil, p.name[:0], false
}

// end is the event that the stream ended in without its empty line, if its data
// is a whole JSON text: then nothing of it was cut off. The standard drops it,
// but servers forget the line.
func (p *parser) end(emit func(Event)) {
	if bytes.HasPrefix(bytes.TrimLeft(p.data, " \t\r\n"), []byte{'{'}) && ojson.IsValid(p.data) {
		emit(Event{Name: string(p.name), Data: p.data})
	}
}
