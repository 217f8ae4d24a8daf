package schema

import (
	"encoding/binary"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"a2aform/internal/schema/message"
)

// Budget ends a validation that takes too long (limit.EditTime, limit.ValidateTime) or
// too many steps ([Steps]): a few hundred bytes of nested unions can ask for hours. It
// is the extension of every subschema, so the validator asks it at each step.
//
// Validations of one document run at the same time, each with its own deadline: the
// value is validated as the only member of an object whose member name is the
// deadline, or a key of counted, and the validator passes that name to every step.
// What it validates apart (names of members) has the latest deadline of all, and none
// while a validation counts its steps.
type budget struct {
	latest  atomic.Int64
	counted sync.Map // name of the member → *Steps
	names   atomic.Uint64
	running atomic.Int64 // validations that count their steps
	steps   atomic.Uint32
}

// clockSteps is after how many steps within a value the clock is read: that takes as long as a step.
const clockSteps = 32

// errSpent is what a validation is ended with.
type errSpent struct{}

// allow gives what is validated apart its time.
func (b *budget) allow(end int64) {
	for old := b.latest.Load(); old < end && !b.latest.CompareAndSwap(old, end); old = b.latest.Load() {
	}
}

// Validate implements [jsonschema.SchemaExt].
func (b *budget) Validate(ctx *jsonschema.ValidatorContext, _ any) {
	end, at := b.latest.Load(), ctx.ValueLocation()
	switch {
	case len(at) == 0 && b.running.Load() > 0:
		return
	case len(at) > 0 && len(at[0]) == countedSize:
		if steps, ok := b.counted.Load(at[0]); ok {
			steps.(*Steps).take()
		}
		return
	case len(at) > 0 && len(at[0]) == deadlineSize:
		end = int64(binary.BigEndian.Uint64([]byte(at[0]))) //nolint:gosec // it was an int64
	}
	if (len(at) <= 1 || b.steps.Add(1)%clockSteps == 0) && time.Now().UnixNano() > end {
		panic(errSpent{})
	}
}

// The sizes of the member names that contain the deadline and the count of a step.
const (
	deadlineSize = 8
	countedSize  = 9
)

// blank is a schema that says nothing.
var blank = sync.OnceValue(func() *jsonschema.Schema {
	c := jsonschema.NewCompiler()
	const url = message.BaseURL + "blank"
	if err := c.AddResource(url, map[string]any{"title": "blank"}); err != nil { // without a keyword it would be the schema true
		panic(err)
	}
	return c.MustCompile(url)
})

// validate validates by one schema until a time; see [budget].
func (b *budget) validate(s *jsonschema.Schema, instance any, within time.Duration) error {
	end := time.Now().Add(within).UnixNano()
	b.allow(end)
	return validateAs(string(binary.BigEndian.AppendUint64(nil, uint64(end))), s, instance)
}

// validateCounted validates by one schema within a number of steps; see [budget].
func (b *budget) validateCounted(s *jsonschema.Schema, instance any, steps *Steps) error {
	steps.start()
	name := string(binary.BigEndian.AppendUint64([]byte{0}, b.names.Add(1)))
	b.running.Add(1)
	b.counted.Store(name, steps)
	defer func() {
		b.counted.Delete(name)
		b.running.Add(-1)
	}()
	return validateAs(name, s, instance)
}

// validateAs validates a value as the member of that name of an object.
func validateAs(name string, s *jsonschema.Schema, instance any) error {
	outer := *blank()
	outer.Location = "" // the validator names cycles by cutting it off the location of s
	outer.Properties = map[string]*jsonschema.Schema{name: s}
	err := outer.Validate(map[string]any{name: instance})
	var verdict *jsonschema.ValidationError
	if errors.As(err, &verdict) {
		verdict.SchemaURL, verdict.ErrorKind = s.Location, &kind.Schema{Location: s.Location}
		unwrap(verdict.Causes)
	}
	return err
}

// unwrap takes the name of the member that a value was validated in from locations.
func unwrap(list []*jsonschema.ValidationError) {
	for _, e := range list {
		if len(e.InstanceLocation) > 0 {
			e.InstanceLocation = e.InstanceLocation[1:]
		}
		unwrap(e.Causes)
	}
}

// vocabulary puts the budget into every subschema.
func (b *budget) vocabulary() *jsonschema.Vocabulary {
	return &jsonschema.Vocabulary{
		URL: message.BaseURL + "budget",
		Compile: func(*jsonschema.CompilerContext, map[string]any) (jsonschema.SchemaExt, error) {
			return b, nil
		},
	}
}
