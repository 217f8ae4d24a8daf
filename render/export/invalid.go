package export

import (
	"fmt"

	"a2aform/render/value"
)

// InvalidError says that some of the exported rows or values are not valid JSON. All
// others were written.
type InvalidError struct {
	What    string // "row" or "value"
	Count   int
	First   int  // of What, from 1
	LeftOut bool // they were left out; else their text is in their place
}

// Error names how many there are, and the first.
func (e *InvalidError) Error() string {
	fate, which := "stand as text in their place", "the first is "+e.What
	switch {
	case e.LeftOut && e.Count == 1:
		fate = "was left out"
	case e.LeftOut:
		fate = "were left out"
	case e.Count == 1:
		fate = "stands as text in its place"
	}
	if e.Count == 1 {
		which = "it is " + e.What
	}
	return fmt.Sprintf("%s cannot be read as JSON and %s, %s %d", value.Count(e.Count, e.What), fate, which, e.First)
}

// noteInvalid records a row or value that is not valid JSON; i counts from 0.
func (e *exporter) noteInvalid(what string, i int, leftOut bool) {
	if e.invalid == nil {
		e.invalid = &InvalidError{What: what, First: i + 1, LeftOut: leftOut}
	}
	e.invalid.Count++
}

// noteTextRows records the rows that are exported as text.
func (e *exporter) noteTextRows(t extract) {
	if !t.IsLazy() {
		return
	}
	for i := range t.Rows() {
		if !t.IsJSON(i) {
			e.noteInvalid("row", i, false)
		}
	}
}

// end is what an export comes to: what stopped it, else what it had to leave.
func (e *exporter) end(err error) error {
	if e.err == nil {
		e.err = e.w.Flush()
	}
	switch {
	case e.err != nil:
		return e.err
	case err == nil && e.invalid != nil:
		return e.invalid
	case err == nil && e.duplicates != nil:
		return e.duplicates
	}
	return err
}

// isReadable reports whether what is selected of a row can be read.
func (e extract) isReadable(row int) bool {
	if e.IsWhole {
		return e.ExactValue(row) != nil
	}
	return e.IsJSON(row)
}
