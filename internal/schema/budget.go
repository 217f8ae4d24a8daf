package schema

import (
	"encoding/binary"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/schema/message"
	"a2aform/internal/schema/normalize"
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

var errTooManyTries = &normalize.LimitError{What: errors.New("the schema combines too many alternatives of alternatives")}

// costs counts, for each schema, how many are tried for one location.
type costs map[*jsonschema.Schema]int

// exceed reports whether any of the schemas is too costly.
func (c costs) exceed(all map[*jsonschema.Schema]bool) bool {
	for s := range all {
		if c.of(s) > limit.SchemaTries.Int() {
			return true
		}
	}
	return false
}

// reachable are the schemas that are reached from s.
func reachable(s *jsonschema.Schema) map[*jsonschema.Schema]bool {
	waiting, seen := []*jsonschema.Schema{s}, map[*jsonschema.Schema]bool{s: true}
	for len(waiting) > 0 {
		s, waiting = waiting[len(waiting)-1], waiting[:len(waiting)-1]
		for _, sub := range append(inPlace(s), inside(s)...) {
			if sub != nil && !seen[sub] {
				seen[sub] = true
				waiting = append(waiting, sub)
			}
		}
	}
	return seen
}

// of is the cost of s, cut above the limit. A schema that leads back to itself
// ends there; the validator says that.
func (c costs) of(s *jsonschema.Schema) int {
	if s == nil {
		return 0
	}
	if known, ok := c[s]; ok {
		return known
	}
	c[s] = 0
	total := 1
	for _, sub := range inPlace(s) {
		total = min(total+c.of(sub), limit.SchemaTries.Int()+1)
	}
	c[s] = total
	return total
}

// inPlace are the schemas that are tried against the same location as s; nil ones
// are among them.
func inPlace(s *jsonschema.Schema) []*jsonschema.Schema {
	subs := []*jsonschema.Schema{s.Ref, s.RecursiveRef, s.Not, s.If, s.Then, s.Else}
	if s.DynamicRef != nil {
		subs = append(subs, s.DynamicRef.Ref)
	}
	for _, list := range [][]*jsonschema.Schema{s.AllOf, s.AnyOf, s.OneOf} {
		subs = append(subs, list...)
	}
	for _, sub := range s.DependentSchemas {
		subs = append(subs, sub)
	}
	for _, d := range s.Dependencies {
		sub, _ := d.(*jsonschema.Schema)
		subs = append(subs, sub)
	}
	return subs
}

// inside are the schemas of the locations inside that of s; nil ones are among
// them.
func inside(s *jsonschema.Schema) []*jsonschema.Schema {
	subs := []*jsonschema.Schema{s.PropertyNames, s.UnevaluatedProperties, s.Contains, s.Items2020, s.UnevaluatedItems}
	subs = append(subs, s.PrefixItems...)
	for _, sub := range s.Properties {
		subs = append(subs, sub)
	}
	for _, sub := range s.PatternProperties {
		subs = append(subs, sub)
	}
	for _, either := range []any{s.AdditionalProperties, s.AdditionalItems, s.Items} {
		switch sub := either.(type) {
		case *jsonschema.Schema:
			subs = append(subs, sub)
		case []*jsonschema.Schema:
			subs = append(subs, sub...)
		}
	}
	return subs
}

// isTrue reports a schema that accepts every value.
func isTrue(s *jsonschema.Schema) bool { return s != nil && s.Bool != nil && *s.Bool }

const (
	// stepsPerValue is how many steps of the validator each value may add to
	// [limit.FitSteps]. Schemas of lists and objects need 1 or 2, those of trees 2 or 3
	// for each level. The time for 16 is about that of making the fields.
	stepsPerValue = 16
	// fitShare is the part of all steps that one validation may take, so that a schema
	// with too many alternatives leaves steps for the rest of the value.
	fitShare = 8
)

// Steps bounds the work of finding the branches that a value fits. It counts steps of
// the validator and no time, so that a value is loaded in the same way on each
// machine. It is not safe for concurrent use.
//
// The validator visits the members of an object in random order. Where it needs no
// more than whether a value is valid (not, if, the last branches of oneOf) it ends at
// the first fault, so the count of an invalid object may vary there by what one
// object costs.
type Steps struct{ all, left, one int }

// StepsFor are the steps for a value: [limit.FitSteps], and more the larger it is.
func StepsFor(v *ojson.Value) *Steps {
	all := limit.FitSteps.Int() + stepsPerValue*countValues(v)
	return &Steps{all: all, left: all}
}

// IsSpent reports that no steps are left.
func (s *Steps) IsSpent() bool { return s.left < 0 }

// Taken is how many steps were taken.
func (s *Steps) Taken() int { return s.all - s.left }

// start begins a validation.
func (s *Steps) start() { s.one = s.all / fitShare }

// take counts one step, and ends the validation where that is one too many.
func (s *Steps) take() {
	s.left--
	s.one--
	if s.left < 0 || s.one < 0 {
		panic(errSpent{})
	}
}

// countValues is the number of values in v, itself included.
func countValues(v *ojson.Value) int {
	n := 1
	for _, item := range v.Items() {
		n += countValues(item)
	}
	for _, m := range v.Members() {
		n += countValues(m.Value)
	}
	return n
}
