package schema

import (
	"sync/atomic"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// budget ends a validation that takes too long ([limit.EditTime], [limit.JudgeTime]):
// a few hundred bytes of nested unions can ask for hours. It is the extension of every
// subschema, so the validator asks it at each step. Verdicts that run at the
// same time share it; it ends when the last of them must.
type budget struct{ until atomic.Int64 }

// errSpent is what a validation is ended with.
type errSpent struct{}

// allow gives a verdict that begins now its time.
func (b *budget) allow(d time.Duration) {
	end := time.Now().Add(d).UnixNano()
	for old := b.until.Load(); old < end && !b.until.CompareAndSwap(old, end); old = b.until.Load() {
	}
}

// Validate implements [jsonschema.SchemaExt].
func (b *budget) Validate(*jsonschema.ValidatorContext, any) {
	if time.Now().UnixNano() > b.until.Load() {
		panic(errSpent{})
	}
}

// vocabulary puts the budget into every subschema.
func (b *budget) vocabulary() *jsonschema.Vocabulary {
	return &jsonschema.Vocabulary{
		URL: location + "budget",
		Compile: func(*jsonschema.CompilerContext, map[string]any) (jsonschema.SchemaExt, error) {
			return b, nil
		},
	}
}
