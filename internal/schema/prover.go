package schema

import (
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/limit"
)

// Prover proves that values are valid by their bytes alone, without decoding
// them: most rows of a large table are valid, and the judge takes a hundred
// times as long to say so. It is no judge. What it does not prove may be valid
// or not; the judge says which. It may be used by several goroutines at once.
type Prover struct{ root *proof }

// Prover is what proves values at this place valid, nil where the schemas that
// apply here are beyond it altogether.
func (p Place) Prover() *Prover {
	root := anything
	if p.IsKnown() {
		c := proofs{doc: p.doc, known: map[*jsonschema.Schema]*proof{}, forming: map[*jsonschema.Schema]bool{}}
		root = c.all(p.entries)
	}
	if root.kinds == 0 {
		return nil
	}
	return &Prover{root}
}

// Holds reports that raw is one JSON value, within [ojson.DataLimits] and with
// no name twice in an object, which [Place.Validate] finds no problem in. False
// means that this is not proven.
func (p *Prover) Holds(raw []byte) bool {
	if p == nil || len(raw) > limit.DataBytes.Int() {
		return false
	}
	r, _ := readings.Get().(*reading)
	r.b = raw
	end, _ := r.value(p.root, r.space(0), 0)
	holds := end >= 0 && r.space(end) == len(raw)
	if r.b = nil; cap(r.scratch) > mostKept {
		r.scratch = nil
	}
	readings.Put(r)
	return holds
}

// mostKept is the length of a text, in bytes, whose room is kept for the next.
const mostKept = 64 << 10

// readings are free, so that a row costs no memory.
var readings = sync.Pool{New: func() any { return new(reading) }}
