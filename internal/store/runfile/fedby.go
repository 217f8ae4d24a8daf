package runfile

import (
	"fmt"

	"a2aform/internal/safe"
)

// FedBy says from which other run values of a run's input come, and from where in its result.
type FedBy struct {
	Run     safe.Raw   `json:"run"`              // its id
	Pointer safe.Raw   `json:"pointer,omitzero"` // to the part of its result; empty for all of it
	Rows    []int      `json:"rows,omitempty"`   // of the list there, from 1; none for all of it
	Fields  []safe.Raw `json:"fields,omitempty"` // that were filled in, as the form calls them
}

// maxFed is how many rows, and how many fields, a file names.
const maxFed = 100

// forIndex shortens it so that the head of a file can be listed.
func (f *FedBy) forIndex() *FedBy {
	if f == nil {
		return nil
	}
	short := &FedBy{Run: Truncated(f.Run), Pointer: listed(f.Pointer), Rows: f.Rows[:min(len(f.Rows), maxFed)]}
	for _, field := range f.Fields[:min(len(f.Fields), maxFed)] {
		short.Fields = append(short.Fields, listed(field))
	}
	return short
}

// Part says which part of the result it is, safe to draw: a row, a value, or the field that took it.
func (f *FedBy) Part() string {
	switch {
	case len(f.Rows) == 1:
		return fmt.Sprintf("row %d", f.Rows[0])
	case len(f.Rows) > 1:
		return fmt.Sprintf("%d rows", len(f.Rows))
	case !f.Pointer.IsEmpty():
		return f.Pointer.Line(60).String()
	case len(f.Fields) == 1:
		return f.Fields[0].Line(60).String()
	case len(f.Fields) > 1:
		return fmt.Sprintf("%d fields", len(f.Fields))
	}
	return "result"
}
