package schema

import (
	"errors"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Validate validates by one schema within a time. The fault says why there is no
// verdict, "" where there is one.
func (s *Compiled) Validate(by *jsonschema.Schema, instance any, within time.Duration) (verdict *jsonschema.ValidationError, fault string) {
	return s.validation(instance, func() error { return s.budget.validate(by, instance, within) })
}

// ValidateCounted is Validate within a number of steps.
func (s *Compiled) ValidateCounted(by *jsonschema.Schema, instance any, steps *Steps) (verdict *jsonschema.ValidationError, fault string) {
	return s.validation(instance, func() error { return s.budget.validateCounted(by, instance, steps) })
}

func (s *Compiled) validation(instance any, validate func() error) (verdict *jsonschema.ValidationError, fault string) {
	defer func() {
		switch recover().(type) {
		case nil:
		case errSpent:
			verdict, fault = nil, "is not checked here: that takes too long"
		default:
			verdict, fault = nil, "is not checked here: it makes the validator fail"
		}
	}()
	spent := s.patterns.spent.Load()
	err := validate()
	if err == nil && s.patterns.spent.Load() > spent && s.patterns.isSlow(instance) {
		return nil, "is not checked here: a pattern takes too long"
	}
	if err != nil && !errors.As(err, &verdict) {
		return nil, "is not checked here: it is no JSON value"
	}
	return verdict, ""
}

// Problems are the problems of a verdict, in words that know the schema.
func (s *Compiled) Problems(e *jsonschema.ValidationError) []Problem {
	return formatter{doc: s}.problems(e)
}
