package compile

import (
	"errors"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
	"a2aform/internal/schema/message"
)

// Validate validates by one schema within a time. The fault says why there is no
// verdict, "" where there is one.
func (s *Schema) Validate(by *jsonschema.Schema, instance any, within time.Duration) (verdict *jsonschema.ValidationError, fault string) {
	return s.validation(instance, func() error { return s.budget.validate(by, instance, within) })
}

// ValidateCounted is Validate within a number of steps.
func (s *Schema) ValidateCounted(by *jsonschema.Schema, instance any, steps *Steps) (verdict *jsonschema.ValidationError, fault string) {
	return s.validation(instance, func() error { return s.budget.validateCounted(by, instance, steps) })
}

func (s *Schema) validation(instance any, validate func() error) (verdict *jsonschema.ValidationError, fault string) {
	defer func() {
		switch recover().(type) {
		case nil:
		case errSpent:
			verdict, fault = nil, "is not checked here: that takes too long"
		default:
			verdict, fault = nil, "is not checked here: it makes the validator fail"
		}
	}()
	spent := s.patterns.Spent.Load()
	err := validate()
	if err == nil && s.patterns.Spent.Load() > spent && s.patterns.IsSlow(instance) {
		return nil, "is not checked here: a pattern takes too long"
	}
	if err != nil && !errors.As(err, &verdict) {
		return nil, "is not checked here: it is no JSON value"
	}
	return verdict, ""
}

// Problems are the problems of a verdict on a value, in words that know the schema.
func (s *Schema) Problems(e *jsonschema.ValidationError, v *ojson.Value) []message.Problem {
	return message.WithoutAmbiguous(message.Formatter{Doc: s, Value: v}.Problems(e))
}
