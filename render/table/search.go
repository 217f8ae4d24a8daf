package table

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"sync"

	"a2aform/internal/jsonindex"
	"a2aform/internal/ojson"
	"a2aform/render/value"
)

// Search finds the rows of a view that contain a text, ASCII letters without case.
// What is found can be asked for while [Search.Run] looks on.
type Search struct {
	view *View
	text *textMatch

	mu       sync.Mutex
	found    [][]int32 // positions in the view, by chunk
	done     []bool
	complete bool
}

// Search is a search for a text that has not begun, see [Search.Run].
func (v *View) Search(text string) *Search {
	n := chunks(v.Rows())
	return &Search{view: v, text: newTextMatch(text), found: make([][]int32, n), done: make([]bool, n)}
}

// Run looks through the rows that the view had when the search was made. It
// belongs in a goroutine of its own, and ends early with ctx, whose error it
// returns.
func (s *Search) Run(ctx context.Context) error {
	rows := min(s.view.Rows(), len(s.found)*chunkRows)
	err := parallelChunks(ctx, rows, func(i, from, to int) {
		var found []int32
		for position := from; position < to; position++ {
			if !goesOn(ctx, position) {
				return
			}
			if s.view.grid.has(s.view.Row(position), s.text) {
				found = append(found, int32(position)) //nolint:gosec // see sorting.read
			}
		}
		s.mu.Lock()
		s.found[i], s.done[i] = found, true
		s.mu.Unlock()
	})
	s.mu.Lock()
	s.complete = err == nil
	s.mu.Unlock()
	return err
}

// Count is how many rows were found by now, how many of them are up to a position, and whether that is all.
func (s *Search) Count(upTo int) (n, at int, complete bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.found {
		n += len(f)
		i, isFound := slices.BinarySearch(f, int32(upTo)) //nolint:gosec // a position in the view
		if at += i; isFound {
			at++
		}
	}
	return n, at, s.complete
}

// Next is the first position that was found from a position on, or up to it
// when looking back. Sure says that none can lie between, because all rows
// there were looked at.
func (s *Search) Next(from int, back bool) (position int, ok, sure bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	step, end := 1, len(s.found)
	if back {
		step, end = -1, -1
	}
	sure = true
	for i := min(max(from, 0)/chunkRows, len(s.found)-1); i != end && i >= 0; i += step {
		sure = sure && s.done[i]
		if p, ok := nearest(s.found[i], int32(from), back); ok { //nolint:gosec // a position in the view
			return int(p), true, sure
		}
	}
	return 0, false, sure
}

// nearest is the first of sorted positions from one on, or the last up to it.
func nearest(sorted []int32, from int32, back bool) (int32, bool) {
	i, exact := slices.BinarySearch(sorted, from)
	if back && !exact {
		i--
	}
	if i < 0 || i >= len(sorted) {
		return 0, false
	}
	return sorted[i], true
}

// Holds reports whether the cell at a position of the view and in a column of
// the table contains the text.
func (s *Search) Holds(position, col int) bool {
	k := s.view.grid.key(s.view.Row(position), &s.view.grid.columns[col])
	return k.kind != value.Absent && s.text.inKey(k)
}

// textMatch finds rows by a text anywhere in their values, ASCII letters
// without case. Names of members do not count.
type textMatch struct {
	needle *jsonindex.Needle
	plain  bool // its characters are written as they are, or else by \u
}

func newTextMatch(text string) *textMatch {
	plain := !strings.ContainsFunc(text, func(r rune) bool {
		return r < ' ' || r > '~' || strings.ContainsRune(`"\/,:[]{}`, r)
	})
	return &textMatch{jsonindex.NewNeedle(text), plain}
}

// inKey reports whether a cell contains the text.
func (m *textMatch) inKey(k key) bool { return m.needle.In(k.text) }

// inValue reports whether one of a row's values contains the text.
func (m *textMatch) inValue(v *ojson.Value) bool {
	switch v.Kind() {
	case ojson.Object:
		for _, member := range v.Members() {
			if m.inKey(keyOf(member.Value, &anyColumn)) {
				return true
			}
		}
	case ojson.Array:
		for _, item := range v.Items() {
			if m.inKey(keyOf(item, &anyColumn)) {
				return true
			}
		}
	default:
		return m.inKey(keyOf(v, &anyColumn))
	}
	return false
}

// anyColumn is a column of which nothing is known.
var anyColumn = Column{format: &value.Format{}}

var unicodeEscape = []byte(`\u`)

// inText is inValue for a row as it is written. Most rows that do not hold the
// text need not be taken apart.
func (m *textMatch) inText(item []byte) bool {
	if m.plain && !m.needle.In(item) && !bytes.Contains(item, unicodeEscape) {
		return false
	}
	r := ojson.NewReader(item)
	next := r.Item
	switch r.Peek() {
	case '{':
		r.Enter('{')
		next = r.Member
	case '[':
		r.Enter('[')
	default:
		return m.inKey(keyOfText(item, &anyColumn))
	}
	for next() {
		if m.inKey(keyOfText(r.Value(), &anyColumn)) {
			return true
		}
	}
	return false
}

func (v *valueRows) has(i int, m *textMatch) bool { return m.inValue(v.items[i]) }

func (r *indexRows) has(i int, m *textMatch) bool { return m.inText(r.index.Item(i)) }

// has reports whether a row of the table contains a text.
func (g *Table) has(row int, m *textMatch) bool {
	part, i := g.at(row)
	return part != nil && part.has(i, m)
}

// Holding reports of cells whether they contain a text, ASCII letters without case.
func Holding(text string) func(value.Cell) bool {
	match := newTextMatch(text)
	return func(c value.Cell) bool { return c.Value.Exists() && match.inKey(keyOf(c.Value, &anyColumn)) }
}
