// Package fastcheck accepts valid values by their bytes, without decoding them. It follows the
// compiled schema keyword by keyword and never rejects: a value that it does not accept goes to
// the validator.
package fastcheck

import (
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/jsonscan"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
)

// Validator accepts valid values by their bytes alone, without decoding them: most
// rows of a large table are valid, and a full validation takes a hundred times as
// long to say so. It never rejects. A value that it does not accept may be valid or
// not; a full validation says which. It may be used by several goroutines at once.
type Validator struct{ root *rules }

// New returns the Validator of values that all of some schemas apply to, nil where it
// supports none of them. written is what a schema says as it was written, by its location.
func New(schemas []*jsonschema.Schema, written func(location string) *ojson.Value) *Validator {
	c := rulesBuilder{written: written, known: map[*jsonschema.Schema]*rules{}, forming: map[*jsonschema.Schema]bool{}}
	root := c.all(schemas)
	if root.kinds == 0 {
		return nil
	}
	return &Validator{root}
}

// Holds reports that raw is one JSON value, within [ojson.DataLimits] and with
// no name twice in an object, in which a full validation finds no problem. False
// means that raw may be valid or not.
func (f *Validator) Holds(raw []byte) bool {
	if f == nil || len(raw) > limit.DataBytes.Int() {
		return false
	}
	r, _ := matchers.Get().(*matcher)
	r.b = raw
	end, _ := r.value(f.root, jsonscan.Space(raw, 0), 0)
	holds := end >= 0 && jsonscan.Space(raw, end) == len(raw)
	if r.b = nil; cap(r.scratch) > maxKept {
		r.scratch = nil
	}
	matchers.Put(r)
	return holds
}

// maxKept is the length of a text, in bytes, whose memory is kept for the next.
const maxKept = 64 << 10

// matchers are those not in use, so that a row costs no memory.
var matchers = sync.Pool{New: func() any { return new(matcher) }}
