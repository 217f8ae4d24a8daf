package schema

import (
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/limit"
)

// FastValidator proves that values are valid by their bytes alone, without decoding
// them: most rows of a large table are valid, and the validator takes a hundred
// times as long to say so. It does not decide. What it does not prove may be valid
// or not; the validator says which. It may be used by several goroutines at once.
type FastValidator struct{ root *rules }

// FastValidator is what proves values at this location valid, nil where the schemas that
// apply here are beyond it altogether.
func (l Location) FastValidator() *FastValidator {
	root := acceptAll
	if l.IsKnown() {
		c := rulesBuilder{doc: l.doc, known: map[*jsonschema.Schema]*rules{}, forming: map[*jsonschema.Schema]bool{}}
		root = c.all(l.entries)
	}
	if root.kinds == 0 {
		return nil
	}
	return &FastValidator{root}
}

// Holds reports that raw is one JSON value, within [ojson.DataLimits] and with
// no name twice in an object, which [Location.Validate] finds no problem in. False
// means that this is not proven.
func (f *FastValidator) Holds(raw []byte) bool {
	if f == nil || len(raw) > limit.DataBytes.Int() {
		return false
	}
	r, _ := matchers.Get().(*matcher)
	r.b = raw
	end, _ := r.value(f.root, r.space(0), 0)
	holds := end >= 0 && r.space(end) == len(raw)
	if r.b = nil; cap(r.scratch) > maxKept {
		r.scratch = nil
	}
	matchers.Put(r)
	return holds
}

// maxKept is the length of a text, in bytes, whose memory is kept for the next.
const maxKept = 64 << 10

// matchers are free, so that a row costs no memory.
var matchers = sync.Pool{New: func() any { return new(matcher) }}
