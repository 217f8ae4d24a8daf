package schema

import (
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
)

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
