package jsonindex

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"

	"a2aform/internal/jsonscan"
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
	data  []byte
	shape Shape
	page  string // the member that the array is, "" for none
	state atomic.Pointer[progress]

	building sync.Mutex
	scan     *scan // of the one that builds
}

// progress is what was found by now. It does not change; a later one has more.
type progress struct {
	starts   []int // of the items, white space before them included
	end      int   // after the last item
	scanned  int   // bytes that were looked at
	complete bool
	err      error
}

// ErrTruncated says that a text ends before its list does.
var ErrTruncated = errors.New("the text ends before its list does")

const (
	firstBytes = 256 << 10 // looked at by New
	stepBytes  = 512 << 10 // looked at by Build before it reports progress and lets others run
)

// New is an index over the items of the text's list, with the ones that its first
// bytes contain; [Index.Build] finds the rest. The text must not change.
//
// An array is the list of its items; of an object whose first member is an
// array of objects or arrays, that array is the list (Page names it); values on
// lines of their own are a list. Any other text is its own only item.
func New(data []byte) *Index {
	x := &Index{data: data}
	x.scan = x.recognise()
	x.first()
	return x
}

// NewMembers is an index over the members of the object that the text is.
func NewMembers(data []byte) *Index {
	x := &Index{data: data, shape: Members}
	x.scan = &scan{data: data, at: jsonscan.Space(data, 0), base: 1, separator: ','}
	x.first()
	return x
}

// NewItems is an index over the items of the array that the text is.
func NewItems(data []byte) *Index {
	x := &Index{data: data, shape: Array}
	x.scan = &scan{data: data, at: jsonscan.Space(data, 0), base: 1, separator: ','}
	x.first()
	return x
}

func (x *Index) first() {
	if x.scan == nil {
		x.state.Store(&progress{starts: []int{0}, end: len(x.data), scanned: len(x.data), complete: true})
		return
	}
	x.scan.run(firstBytes)
	x.state.Store(x.scan.progress())
}

// Build looks at the rest of the text. It ends early with ctx. Where several
// goroutines call it, one does the work and the others wait.
func (x *Index) Build(ctx context.Context) {
	x.building.Lock()
	defer x.building.Unlock()
	for !x.state.Load().complete && ctx.Err() == nil {
		x.scan.run(stepBytes)
		x.state.Store(x.scan.progress())
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

// Err is [ErrTruncated] where the list has no end. It is known when the index is
// complete.
func (x *Index) Err() error { return x.state.Load().err }

// Data is the text.
func (x *Index) Data() []byte { return x.data }

// Rest is what follows the list within the object of Page, white space and
// brackets aside. It is known when the index is complete.
func (x *Index) Rest() []byte {
	p := x.state.Load()
	if x.page == "" || !p.complete || p.end >= len(x.data) {
		return nil
	}
	return trimRest(x.data[p.end+1:])
}

// HasOnlyItems reports whether the text is an array that has items and nothing else. It is known when the index is complete.
func (x *Index) HasOnlyItems() bool {
	p := x.state.Load()
	if x.shape != Array || x.page != "" || !p.complete || p.err != nil || len(p.starts) == 0 {
		return false
	}
	return p.starts[0] == jsonscan.Space(x.data, 0)+1 && x.data[p.end] == ']' && jsonscan.Space(x.data, p.end+1) == len(x.data)
}

// Item is one item without the white space around it, nil beyond the last one
// that was found.
func (x *Index) Item(i int) []byte {
	from, to, ok := x.state.Load().span(i)
	if !ok {
		return nil
	}
	return trim(x.data[from:to])
}

// Offset is where an item begins, white space before it included; the length of
// the text for items beyond the last one.
func (x *Index) Offset(i int) int {
	from, _, ok := x.state.Load().span(i)
	if !ok {
		return len(x.data)
	}
	return from
}

func (p *progress) span(i int) (from, to int, ok bool) {
	switch {
	case i < 0 || i >= len(p.starts):
		return 0, 0, false
	case i == len(p.starts)-1:
		return p.starts[i], p.end, true
	}
	return p.starts[i], p.starts[i+1] - 1, true // before the separator
}

// ItemOffset is where an item begins, without the white space before it.
func (x *Index) ItemOffset(i int) int { return jsonscan.Space(x.data, x.Offset(i)) }

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
