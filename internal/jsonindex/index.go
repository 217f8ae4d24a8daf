// Package jsonindex finds in large JSON texts, without decoding them, where the
// items of an array are and where a text occurs. The text stays bytes; what is
// found is a slice of them.
//
// An [Index] is built in the background; what is found so far can be read at any
// time from any goroutine. From a mistake in the text on, items are what brackets
// and quotes say; those with a mistake cannot be decoded.
//
// The package knows RFC 8259 (JSON), JSON Lines and bytes. It knows no values, no
// schemas and no tables.
package jsonindex

import (
	"bytes"
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"a2aform/internal/ojson"
)

// Shape says what the items of an index are.
type Shape uint8

// The shapes of a text.
const (
	Whole   Shape = iota // one value that is no list: it is the only item
	Array                // the items of an array
	Lines                // values, each beginning on a line of its own (JSON Lines)
	Members              // the members of an object, `"name": value`
)

// Index is where the items of a text lie. All methods may be called from any
// goroutine, also while [Index.Build] runs in another.
type Index struct {
	data    []byte
	shape   Shape
	page    string // the member that the array is, "" for none
	isLines bool   // each line is an item, whatever it contains
	state   atomic.Pointer[progress]

	building sync.Mutex
	scan     *scan // of the one that builds; nil before
}

// progress is what was found by now. It does not change; a later one has more.
type progress struct {
	starts   []int // of the items
	end      int   // after the last item
	scanned  int   // bytes that were looked at
	complete bool
	hasRest  bool // other members follow the list
	isJSON   bool // the text is one JSON value
}

const (
	firstBytes = 256 << 10 // looked at by New
	stepBytes  = 512 << 10 // looked at by Build before it reports progress and lets others run
)

// New is an index over the items of the text's list, with the ones that its first
// bytes contain; [Index.Build] finds the rest. The text must not change.
//
// An array is the list of its items; of an object whose first member is an
// array of objects or arrays, that array is the list (ListKey names it); values on
// lines of their own are a list. Any other text is its own only item.
func New(data []byte) *Index {
	x := &Index{data: data}
	x.recognize(data[:min(len(data), 4*firstBytes)])
	x.first()
	return x
}

// NewMembers is an index over the members of the object that the text is.
func NewMembers(data []byte) *Index {
	x := &Index{data: data, shape: Members}
	x.first()
	return x
}

// NewItems is an index over the items of the array that the text is.
func NewItems(data []byte) *Index {
	x := &Index{data: data, shape: Array}
	x.first()
	return x
}

// recognize finds what the text's list is by the beginning of the text.
func (x *Index) recognize(data []byte) {
	r := ojson.NewReader(data)
	first := r.Value()
	rest := data[r.Offset():]
	next := bytes.TrimLeft(rest, space)
	if len(first) > 0 && len(next) > 0 && bytes.IndexByte([]byte("}],:"), next[0]) < 0 && bytes.IndexByte(rest[:len(rest)-len(next)], '\n') >= 0 {
		x.shape, x.isLines = Lines, bytes.IndexByte(first, '\n') < 0
		return
	}
	if hasObjectLines(data) {
		x.shape, x.isLines = Lines, true
		return
	}
	r = ojson.NewReader(data)
	switch r.Peek() {
	case '[':
		x.shape = Array
	case '{':
		r.Enter('{')
		if r.Member() && len(r.Key) > 0 && isTable(data[r.Start():]) {
			x.shape, x.page = Array, string(r.Key)
		}
	}
}

// hasObjectLines reports whether the first line looks like an object and the second one is one. The first one may
// be no JSON: NaN is what many programs write.
func hasObjectLines(data []byte) bool {
	lines := bytes.SplitN(data, []byte("\n"), 3)
	if len(lines) < 2 {
		return false
	}
	first, second := bytes.Trim(lines[0], space), bytes.Trim(lines[1], space)
	return ojson.IsObject(first) && first[len(first)-1] == '}' && ojson.IsObject(second) && ojson.IsValid(second)
}

// isTable reports whether a value begins as an array of objects or arrays does.
func isTable(value []byte) bool {
	if len(value) == 0 || value[0] != '[' {
		return false
	}
	first := bytes.TrimLeft(value[1:], space)
	return len(first) > 0 && (first[0] == '{' || first[0] == '[')
}

// first finds the items that the first bytes contain.
func (x *Index) first() {
	if x.shape == Whole {
		x.state.Store(&progress{starts: []int{0}, end: len(x.data), scanned: len(x.data), complete: true})
		return
	}
	s := x.newScan(x.data[:min(len(x.data), firstBytes)])
	s.run(len(s.data) + 1)
	p := &s.found
	if len(s.data) < len(x.data) {
		p.complete = false
		if last := len(p.starts) - 1; last >= 0 && p.end == len(s.data) { // it may go on
			p.starts, p.end = p.starts[:last], p.starts[last]
		}
	}
	x.state.Store(p)
}

// Build looks at the whole text. It ends early with ctx. Where several
// goroutines call it, one does the work and the others wait.
func (x *Index) Build(ctx context.Context) {
	x.building.Lock()
	defer x.building.Unlock()
	for !x.state.Load().complete && ctx.Err() == nil {
		if x.scan == nil {
			x.scan = x.newScan(x.data)
		}
		x.scan.run(stepBytes)
		p := x.scan.found
		x.state.Store(&p)
		runtime.Gosched()
	}
}

// Shape says what the items are.
func (x *Index) Shape() Shape { return x.shape }

// ListKey is the name of the member whose array is the list; "" where the text is
// the list itself.
func (x *Index) ListKey() string { return x.page }

// Len is how many items were found by now.
func (x *Index) Len() int { return len(x.state.Load().starts) }

// IsComplete reports whether the whole text was looked at.
func (x *Index) IsComplete() bool { return x.state.Load().complete }

// Scanned is how many bytes were looked at, and how many there are.
func (x *Index) Scanned() (done, all int) { return x.state.Load().scanned, len(x.data) }

// Data is the text.
func (x *Index) Data() []byte { return x.data }

// HasRest reports whether other members follow the list within the object of ListKey. It is known when the
// index is complete.
func (x *Index) HasRest() bool { return x.state.Load().hasRest }

// IsJSON reports whether the text is one JSON value. It is known when the index of a list is complete.
func (x *Index) IsJSON() bool { return x.state.Load().isJSON }

// Item is one item, nil beyond the last one that was found.
func (x *Index) Item(i int) []byte {
	p := x.state.Load()
	around, end := space+",", p.end
	switch {
	case i < 0 || i >= len(p.starts):
		return nil
	case i < len(p.starts)-1:
		end = p.starts[i+1]
	}
	if x.shape == Lines {
		around = space
	}
	return bytes.Trim(x.data[p.starts[i]:end], around)
}

// ItemOffset is where an item begins, the length of the text for items beyond the last one.
func (x *Index) ItemOffset(i int) int {
	p := x.state.Load()
	if i < 0 || i >= len(p.starts) {
		return len(x.data)
	}
	return p.starts[i]
}

// At is the item that the byte at an offset belongs to, -1 for none.
func (x *Index) At(offset int) int {
	p := x.state.Load()
	lo, hi := 0, len(p.starts)
	for lo < hi {
		if mid := (lo + hi) / 2; p.starts[mid] <= offset {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if offset >= p.end {
		return -1
	}
	return lo - 1
}

// SplitMember takes an item of [NewMembers] apart: its name, escapes undone, its
// value, and where that begins in the item.
func SplitMember(member []byte) (name string, value []byte, at int) {
	r := ojson.NewReader(member)
	name = ojson.TextOf(r.Value())
	at = r.Start()
	return name, member[at:], at
}

// Needle finds a text in bytes, ASCII letters without case.
type Needle struct {
	text []byte // in lower case
	at   int    // of the character that is looked for first: the rarest one
	low  byte   // in lower case
	high byte   // in upper case, the same for what is no letter
}

// NewNeedle is a needle of a text. The empty one is found everywhere.
func NewNeedle(text string) *Needle {
	n := &Needle{text: bytes.Clone([]byte(text))}
	for i, c := range n.text {
		n.text[i] = lower(c)
		if rarity(n.text[i]) > rarity(n.text[n.at]) {
			n.at = i
		}
	}
	if len(n.text) > 0 {
		n.low = n.text[n.at]
		n.high = upper(n.low)
	}
	return n
}

// Index is where the needle begins in b for the first time, -1 for nowhere.
func (n *Needle) Index(b []byte) int {
	if len(n.text) == 0 {
		return 0
	}
	if n.low == n.high && isCaseless(n.text) {
		return bytes.Index(b, n.text)
	}
	low, high := -2, -2
	for i := n.at; i < len(b); {
		low, high = next(b, n.low, i, low), next(b, n.high, i, high)
		i = min(low, high)
		if i >= len(b) {
			return -1
		}
		if start := i - n.at; start+len(n.text) <= len(b) && n.matches(b[start:]) {
			return start
		}
		i++
	}
	return -1
}

// In reports whether the needle is in b.
func (n *Needle) In(b []byte) bool { return n.Index(b) >= 0 }

// Len is the needle's length in bytes.
func (n *Needle) Len() int { return len(n.text) }

func (n *Needle) matches(b []byte) bool {
	for i, c := range n.text {
		if lower(b[i]) != c {
			return false
		}
	}
	return true
}

// next is the next place of c in b from i on, len(b) for none; at is what it
// answered the last time.
func next(b []byte, c byte, i, at int) int {
	if at >= i {
		return at
	}
	if n := bytes.IndexByte(b[i:], c); n >= 0 {
		return i + n
	}
	return len(b)
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func upper(c byte) byte {
	if c >= 'a' && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}

func isCaseless(text []byte) bool {
	for _, c := range text {
		if upper(c) != c {
			return false
		}
	}
	return true
}

// common are characters by how often JSON texts contain them, the most frequent
// ones first; what is not among them is rare.
const common = `"0,1: e2taino3rs5l4d6798c_umh}{p.gyf-bwvkTZ/`

func rarity(c byte) int {
	if i := bytes.IndexByte([]byte(common), c); i >= 0 {
		return i
	}
	return len(common)
}
