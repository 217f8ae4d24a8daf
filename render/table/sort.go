package table

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"math"
	"math/big"
	"slices"
	"unicode"
	"unicode/utf8"

	"a2aform/internal/ojson"
	"a2aform/internal/safego"
	"a2aform/render/value"
)

// Sorted is the view's rows by what they have in a column: numbers as numbers,
// moments as moments, texts by their letters without case, lists of objects by how many there are. Rows that have
// nothing there come last either way; equal ones stay as they were. It ends
// early with ctx, whose error it returns.
func (v *View) Sorted(ctx context.Context, col int, descending bool) (*View, error) {
	s := sorting{view: v, column: &v.grid.columns[col], descending: descending}
	if err := s.read(ctx); err != nil {
		return nil, err
	}
	return &View{grid: v.grid, order: s.order()}, ctx.Err()
}

// entry is a row while it is sorted. Most are distinguished by rank and head alone.
type entry struct {
	head  uint64 // the number, or the first bytes of the text, in order
	at    int32  // in the view, which equal entries keep
	rank  uint8
	whole bool // the head is the whole value
}

type sorting struct {
	view       *View
	column     *Column
	descending bool
	entries    []entry
	texts      [][][]byte // of the entries whose heads are not the whole value, by their position in the view, in chunks
}

// The ranks of kinds: what can be compared comes first, nothing last.
const (
	rankNumber uint8 = iota
	rankText
	rankBoolean
	rankNested
	rankNull
	rankAbsent
)

func (s *sorting) read(ctx context.Context) error {
	n := s.view.Rows()
	s.entries, s.texts = make([]entry, n), make([][][]byte, chunks(n))
	return parallelChunks(ctx, n, func(part, from, to int) {
		for i := from; i < to; i++ {
			if !goesOn(ctx, i) {
				return
			}
			k := s.view.grid.key(s.view.Row(i), s.column)
			e := entryOf(k)
			if !e.whole {
				if s.texts[part] == nil {
					s.texts[part] = make([][]byte, to-from)
				}
				s.texts[part][i-from] = k.text
			}
			e.at = int32(i) //nolint:gosec // a list of 64 MiB or of a file we index has fewer rows
			s.entries[i] = e
		}
	})
}

func entryOf(k key) entry {
	switch k.kind {
	case value.Number:
		return entry{rank: rankNumber, head: orderedBits(k.number), whole: len(k.text) <= exactDigits && !math.IsInf(k.number, 0)}
	case value.Text, value.Empty:
		if k.kind == value.Text && !math.IsNaN(k.number) {
			return entry{rank: rankNumber, head: orderedBits(k.number), whole: true}
		}
		return entry{rank: rankText, head: textHead(k.text), whole: len(k.text) <= 8 && !hasUpper(k.text)}
	case value.Boolean:
		return entry{rank: rankBoolean, head: trueness(k.text), whole: true}
	case value.Nested:
		if n, ok := countItems(k.text); ok {
			return entry{rank: rankNested, head: n, whole: true}
		}
		return entry{rank: rankNested, head: textHead(k.text)}
	case value.Null:
		return entry{rank: rankNull, whole: true}
	}
	return entry{rank: rankAbsent, whole: true}
}

// countItems counts the items of a list of lists or objects, whose cell shows only how many they are.
func countItems(text []byte) (n uint64, ok bool) {
	if len(text) < 2 || text[0] != '[' || text[1] != '{' && text[1] != '[' {
		return 0, false
	}
	var items []json.RawMessage
	if json.Unmarshal(text, &items) != nil {
		return 0, false
	}
	return uint64(len(items)), true
}

// orderedBits maps a float64 to an integer with the same order.
func orderedBits(f float64) uint64 {
	b := math.Float64bits(f + 0) // -0 is 0
	if b>>63 == 1 {
		return ^b
	}
	return b | 1<<63
}

// textHead is the first eight bytes in lower case.
func textHead(text []byte) uint64 {
	var b [8]byte
	copy(b[:], text)
	for i, c := range b {
		b[i] = lower(c)
	}
	return binary.BigEndian.Uint64(b[:])
}

// trueness is 1 for true and 0 for false.
func trueness(literal []byte) uint64 {
	if literal[0] == 't' {
		return 1
	}
	return 0
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func hasUpper(text []byte) bool {
	return slices.ContainsFunc(text, func(c byte) bool { return c >= 'A' && c <= 'Z' })
}

// order sorts halves side by side and merges them: the rows of the grid.
func (s *sorting) order() []int32 {
	half := len(s.entries) / 2
	done := make(chan struct{})
	safego.Go(func() {
		slices.SortFunc(s.entries[:half], s.compare)
		close(done)
	})
	slices.SortFunc(s.entries[half:], s.compare)
	<-done
	return s.merged(s.entries[:half], s.entries[half:])
}

func (s *sorting) merged(a, b []entry) []int32 {
	rows := make([]int32, 0, len(a)+len(b))
	for len(a)+len(b) > 0 {
		from := &b
		if len(b) == 0 || len(a) > 0 && s.compare(a[0], b[0]) <= 0 {
			from = &a
		}
		rows = append(rows, int32(s.view.Row(int((*from)[0].at)))) //nolint:gosec // see read
		*from = (*from)[1:]
	}
	return rows
}

func (s *sorting) compare(a, b entry) int {
	c := cmp.Compare(a.head, b.head)
	switch {
	case a.rank != b.rank:
		if c = cmp.Compare(a.rank, b.rank); max(a.rank, b.rank) >= rankNull {
			return c
		}
	case c == 0 && !(a.whole && b.whole):
		c = s.compareFully(a, b)
	}
	if s.descending {
		c = -c
	}
	return cmp.Or(c, cmp.Compare(a.at, b.at))
}

// compareFully compares what entries with the same head contain.
func (s *sorting) compareFully(a, b entry) int {
	x, y := s.text(a), s.text(b)
	if a.rank == rankNumber {
		return ratOf(x).Cmp(ratOf(y))
	}
	return collate(x, y)
}

func (s *sorting) text(e entry) []byte {
	if e.whole {
		return s.view.grid.key(s.view.Row(int(e.at)), s.column).text
	}
	return s.texts[e.at/chunkRows][e.at%chunkRows]
}

// ratOf is a number's exact value; 0 for one beyond all limits.
func ratOf(literal []byte) *big.Rat {
	if r := ojson.Rat(string(literal)); r != nil {
		return r
	}
	return new(big.Rat)
}

// collate orders texts by their letters in lower case, then as they are. It
// reads both side by side, as a sort would otherwise copy each text many times.
func collate(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	if n == len(a) && n == len(b) {
		return 0
	}
	for n > 0 && a[n-1] >= utf8.RuneSelf { // what differs may be part of a character
		n--
	}
	x, y := a[n:], b[n:]
	for len(x) > 0 && len(y) > 0 {
		r, i := lowerRune(x)
		s, j := lowerRune(y)
		if r != s {
			return cmp.Compare(r, s)
		}
		x, y = x[i:], y[j:]
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), bytes.Compare(a[n:], b[n:]))
}

func lowerRune(b []byte) (r rune, size int) {
	if b[0] < utf8.RuneSelf {
		return rune(lower(b[0])), 1
	}
	r, size = utf8.DecodeRune(b)
	return unicode.ToLower(r), size
}
