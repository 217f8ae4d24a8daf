package render

import (
	"bytes"
	"slices"
	"strconv"

	"a2aform/internal/jsonindex"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// If a key occurs several times in one object, the last value counts, and a table
// shows only that one. Notes name the duplicate keys.

// duplicatesOf are the names that come again in an object or in what it holds: a
// note each, pointers as seen from the value.
func duplicatesOf(v *ojson.Value) []schema.Problem { return appendDuplicates(nil, v, "") }

func appendDuplicates(found []schema.Problem, v *ojson.Value, pointer string) []schema.Problem {
	for i, item := range v.Items() {
		if item.Len() > 0 {
			found = appendDuplicates(found, item, ojson.Pointer(pointer, strconv.Itoa(i)))
		}
	}
	members := v.Members()
	if times := countNames(members); times != nil {
		members = uniqueMembers(v)
		for _, m := range members {
			if n := times[m.Name]; n > 1 {
				found = append(found, schema.Problem{Pointer: ojson.Pointer(pointer, m.Name), Message: duplicateText(n)})
			}
		}
	}
	for _, m := range members {
		if m.Value.Len() > 0 {
			found = appendDuplicates(found, m.Value, ojson.Pointer(pointer, m.Name))
		}
	}
	return found
}

// duplicateText says of a name that it came several times.
func duplicateText(times int) string { return "came " + count(times, "time") + "; the last is shown" }

// fewMembers is up to how many names are compared with one another.
const fewMembers = 16

// countNames is how often each name comes; nil where all come once.
func countNames(members []ojson.Member) map[string]int {
	if len(members) <= fewMembers && !slices.ContainsFunc(members, func(m ojson.Member) bool {
		first := slices.IndexFunc(members, func(o ojson.Member) bool { return o.Name == m.Name })
		return members[first].Value != m.Value
	}) {
		return nil
	}
	times := make(map[string]int, len(members))
	for _, m := range members {
		times[m.Name]++
	}
	if len(times) == len(members) {
		return nil
	}
	return times
}

// duplicatesAt are the names that come again in a row. One that is only indexed is
// decoded where there may be some: there are as good as never.
func duplicatesAt(part rows, i int) []schema.Problem {
	switch part := part.(type) {
	case nil:
		return nil
	case *pickedRows:
		return duplicatesAt(part.at(i))
	case *indexRows:
		if !mayHaveDuplicates(part.index.Item(i), maxDepth) {
			return nil
		}
	}
	return duplicatesOf(part.whole(i))
}

// maxDepth is how deep mayHaveDuplicates looks: each level reads again what is in it.
const maxDepth = 8

// mayHaveDuplicates reports a JSON text in which a name may come several times in one
// object. It keeps nothing, and says yes of what it does not look at: names with
// escapes, objects of many members, and what is deeper than looks.
func mayHaveDuplicates(text []byte, depth int) bool {
	var names nameSet
	isObject := len(text) > 0 && text[0] == '{'
	for c := jsonindex.Walk(text); c.Next(); {
		if isObject && (c.IsEscaped() || !names.add(c.Key)) {
			return true
		}
		isContainer := c.Value[0] == '{' || c.Value[0] == '['
		if isContainer && (depth == 0 || mayHaveDuplicates(c.Value, depth-1)) {
			return true
		}
	}
	return false
}

// nameSet is a set of names that allocates nothing. It has space for so many names that
// rows of usual tables fit.
type nameSet struct {
	slots [4 * maxNames]uint8 // numbers of names, from 1; 0 for none
	names [maxNames][]byte
	n     int
}

const maxNames = 64

// add reports whether the name is new. Once the set is full, no name is.
func (s *nameSet) add(name []byte) bool {
	if s.n == maxNames {
		return false
	}
	hash := uint32(2166136261) // FNV-1a
	for _, b := range name {
		hash = (hash ^ uint32(b)) * 16777619
	}
	at := hash % uint32(len(s.slots))
	for s.slots[at] > 0 {
		if bytes.Equal(s.names[s.slots[at]-1], name) {
			return false
		}
		at = (at + 1) % uint32(len(s.slots))
	}
	s.names[s.n] = name
	s.n++
	s.slots[at] = uint8(s.n) //nolint:gosec // at most maxNames
	return true
}

// duplicates are the names that come again in a row, as notes with the row's number.
func (g *Grid) duplicates(row int) []schema.Problem {
	part, at := g.at(row)
	found := duplicatesAt(part, at)
	for i := range found {
		found[i].Pointer = "/" + strconv.Itoa(row) + found[i].Pointer
	}
	return found
}

// Duplicates are the names that come again in what a row has in a column, that of
// the column itself included, as notes that are safe to show.
func (g *Grid) Duplicates(row, col int) []string {
	if col < 0 || col >= len(g.columns) || !g.columns[col].hasToken() {
		return nil
	}
	var notes []string
	part, at := g.at(row)
	for _, p := range ofMember(duplicatesAt(part, at), g.columns[col].token()) {
		notes = append(notes, wording(p))
	}
	return notes
}

// DuplicateKeys returns how many of the rows that were read for the columns have a
// duplicate key.
func (g *Grid) DuplicateKeys() int { return g.duplicateKeys }

// drawDuplicates says below a table which names came again in its rows.
func (g *Grid) drawDuplicates(c *canvas, from, to int) {
	drawn := 0
	for _, p := range g.keys {
		c.prose(wording(p), 0, CautionMark+" ", c.style.Warn)
	}
	for row := from; row < to; row++ {
		for _, p := range g.duplicates(row) {
			if drawn++; drawn <= limit.Problems.Int() {
				c.prose(g.wording(p), 0, CautionMark+" ", c.style.Warn)
			}
		}
	}
	if more := drawn - limit.Problems.Int(); more > 0 {
		c.put(piece{"… " + count(more, "more name") + " that came several times", c.style.Warn})
	}
}

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
	return e.first + "; and so with " + count(e.count-1, "more name")
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
	for _, p := range e.duplicates(row) {
		if e.isWhole || e.hasColumn(ojson.Tokens(p.Pointer)[1]) {
			words = append(words, e.wording(p))
		}
	}
	return words
}

func (e extract) hasColumn(token string) bool {
	return slices.ContainsFunc(e.columns, func(c Column) bool { return !c.hasToken() || c.token() == token })
}

// noteRowDuplicates remembers the names that came again in all rows. Those of a part
// of another block are reported there.
func (e *exporter) noteRowDuplicates(t extract) {
	if t.head.Nested {
		return
	}
	e.noteMapDuplicates(t)
	for row := 0; row < t.Rows() && e.err == nil; row++ {
		e.noteDuplicates(t.duplicateTexts(row))
	}
}

// noteFieldDuplicates is that for an object.
func (e *exporter) noteFieldDuplicates(f *Fields) {
	if !f.head.Nested {
		e.noteDuplicates(valueList{f.value}.duplicateTexts(0))
	}
}

// noteMapDuplicates remembers the keys of a map that came again.
func (e *exporter) noteMapDuplicates(t extract) {
	for _, p := range t.keys {
		e.noteDuplicates([]string{wording(p)})
	}
}
