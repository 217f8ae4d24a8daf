package a2aclient

import (
	"encoding/base64"

	"a2aform/internal/ojson"
)

// encoder writes a JSON text, and the commas in it. Values that are JSON already are written byte for byte; the encoder of
// jsontext would take white space out of them, and what is sent would not be what was reviewed.
type encoder struct{ b []byte }

// open begins an object or a list, by its bracket.
func (e *encoder) open(bracket byte) {
	e.separate()
	e.b = append(e.b, bracket)
}

// close ends an object or a list.
func (e *encoder) close(bracket byte) { e.b = append(e.b, bracket) }

// name begins a member of an object.
func (e *encoder) name(name string) {
	e.text(name)
	e.b = append(e.b, ':')
}

// text writes a string.
func (e *encoder) text(s string) {
	e.separate()
	e.b = ojson.NewString(s).Append(e.b)
}

// base64 writes a string of what is before the data, and the data.
func (e *encoder) base64(before string, data []byte) {
	e.separate()
	e.b = append(append(e.b, '"'), before...)
	e.b = append(base64.StdEncoding.AppendEncode(e.b, data), '"')
}

// raw writes a value, or members, as JSON.
func (e *encoder) raw(text []byte) {
	e.separate()
	e.b = append(e.b, text...)
}

// member writes a member that is a string.
func (e *encoder) member(name, value string) {
	e.name(name)
	e.text(value)
}

// rawMember writes a member whose value is JSON.
func (e *encoder) rawMember(name string, value []byte) {
	e.name(name)
	e.raw(value)
}

// object begins a member that is an object.
func (e *encoder) object(name string) {
	e.name(name)
	e.open('{')
}

// list begins a member that is a list.
func (e *encoder) list(name string) {
	e.name(name)
	e.open('[')
}

// separate writes the comma before a value, unless it is the first one or that of a name.
func (e *encoder) separate() {
	if len(e.b) == 0 {
		return
	}
	switch e.b[len(e.b)-1] {
	case '{', '[', ':':
	default:
		e.b = append(e.b, ',')
	}
}
