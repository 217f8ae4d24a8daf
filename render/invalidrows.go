package render

import (
	"context"
	"fmt"

	"a2aform/internal/jsonscan"
	"a2aform/internal/ojson"
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
	return fmt.Sprintf("%s cannot be read as JSON and %s, %s %d", count(e.Count, e.What), fate, which, e.First)
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
	if !t.isLazy() {
		return
	}
	for i := range t.Rows() {
		if !t.isJSON(i) {
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

// isLazy reports whether rows are read only as they are looked at, and may then
// turn out to be no JSON.
func (e extract) isLazy() bool {
	if len(e.parts) == 0 {
		return false
	}
	parts := e.parts
	if picked, ok := parts[0].(*pickedRows); ok {
		parts = picked.grid.parts
	}
	for _, part := range parts {
		if _, lazy := part.(*indexRows); lazy {
			return true
		}
	}
	return false
}

// lazyRow is where a row of a large list is read from; nil for any other row.
func (e extract) lazyRow(row int) (int, *indexRows) {
	part, i := e.at(row)
	if picked, ok := part.(*pickedRows); ok {
		part, i = picked.at(i)
	}
	r, _ := part.(*indexRows)
	return i, r
}

// isJSON reports whether a row is JSON.
func (e extract) isJSON(row int) bool {
	i, r := e.lazyRow(row)
	return r == nil || r.isJSON(i)
}

// validRows reports of each row whether it is JSON. It looks at large lists on all
// processors.
func (e extract) validRows() ([]bool, error) {
	valid := make([]bool, e.Rows())
	if !e.isLazy() {
		for row := range valid {
			valid[row] = true
		}
		return valid, nil
	}
	err := parallelChunks(context.Background(), len(valid), func(_, from, to int) {
		for row := from; row < to; row++ {
			i, r := e.lazyRow(row)
			valid[row] = r == nil || jsonscan.Valid(r.index.Item(i))
		}
	})
	return valid, err
}

// isReadable reports whether what is selected of a row can be read.
func (e extract) isReadable(row int) bool {
	if e.isWhole {
		return e.exactValue(row) != nil
	}
	return e.isJSON(row)
}

// exactValue is a row as it came, also with numbers beyond the limits; nil where it
// cannot be read.
func (e extract) exactValue(row int) *ojson.Value {
	if v := e.Value(row); v != nil {
		return v
	}
	i, r := e.lazyRow(row)
	if r == nil {
		return nil
	}
	v, _ := parseExact(r.index.Item(i))
	return v
}

// raw is the text of a row that cannot be read.
func (e extract) raw(row int) *ojson.Value {
	i, r := e.lazyRow(row)
	if r == nil {
		return nil
	}
	return ojson.NewString(string(r.index.Item(i)))
}

// isJSON reports whether a row is JSON, and remembers it of the last one.
func (r *indexRows) isJSON(i int) bool {
	if r.checked != i+1 {
		r.checked, r.isValid = i+1, jsonscan.Valid(r.index.Item(i))
	}
	return r.isValid
}
