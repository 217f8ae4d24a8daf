package export

import (
	"fmt"
	"slices"

	"github.com/dustin/go-humanize/english"

	"a2aform/internal/ojson"
	"a2aform/render"
	"a2aform/render/table"
	"a2aform/render/value"
)

// DuplicateKeysError says that an object has a duplicate key, of which only the last
// value was written. Everything else was written.
type DuplicateKeysError struct {
	count int
	first string // where, and how often; safe to show
}

// Error names the first, and how many there are.
func (e *DuplicateKeysError) Error() string {
	if e.count == 1 {
		return e.first
	}
	return e.first + "; and so with " + english.Plural(e.count-1, "more name", "")
}

// noteDuplicates remembers names that came several times.
func (e *exporter) noteDuplicates(words []string) {
	for _, text := range words {
		if e.duplicates == nil {
			e.duplicates = &DuplicateKeysError{first: text}
		}
		e.duplicates.count++
	}
}

// duplicateTexts say which names came again in a row of what is exported.
func (e extract) duplicateTexts(row int) []string {
	var words []string
	for _, p := range e.RowDuplicates(row) {
		if e.IsWhole || e.hasColumn(ojson.Tokens(p.Pointer)[1]) {
			words = append(words, e.Wording(p))
		}
	}
	return words
}

func (e extract) hasColumn(token string) bool {
	return slices.ContainsFunc(e.Columns(), func(c table.Column) bool { return !c.HasToken() || c.Token() == token })
}

// noteRowDuplicates remembers the names that came again in all rows. Those of a part
// of another block are reported there.
func (e *exporter) noteRowDuplicates(t extract) {
	if t.Head().Nested {
		return
	}
	e.noteMapDuplicates(t)
	for row := 0; row < t.Rows() && e.err == nil; row++ {
		e.noteDuplicates(t.duplicateTexts(row))
	}
}

// noteFieldDuplicates is that for an object.
func (e *exporter) noteFieldDuplicates(f *render.Fields) {
	if !f.Head().Nested {
		e.noteDuplicates(valueList{f.Value()}.duplicateTexts(0))
	}
}

// noteMapDuplicates remembers the keys of a map that came again.
func (e *exporter) noteMapDuplicates(t extract) {
	for _, p := range t.MapDuplicates() {
		e.noteDuplicates([]string{value.Wording(p)})
	}
}

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
	return fmt.Sprintf("%s cannot be read as JSON and %s, %s %d", english.Plural(e.Count, e.What, ""), fate, which, e.First)
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
