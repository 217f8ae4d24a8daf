package export

import (
	"slices"

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
	return e.first + "; and so with " + value.Count(e.count-1, "more name")
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
