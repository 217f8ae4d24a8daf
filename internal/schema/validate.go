package schema

import (
	"errors"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
)

// Validate validates a value at this location by the schemas that apply here alone.
func (l Location) Validate(v *ojson.Value) []Problem { return l.validate(v, limit.EditTime.Duration()) }

func (l Location) validate(v *ojson.Value, within time.Duration) []Problem {
	if !l.IsKnown() {
		return nil
	}
	instance := v.Any()
	var problems []Problem
	for _, s := range l.entries {
		verdict, fault := l.doc.validate(s, instance, within)
		switch {
		case fault != "":
			problems = append(problems, Problem{Keyword: unchecked, Message: fault})
		case verdict != nil:
			problems = append(problems, l.doc.flatten(verdict)...)
		}
	}
	return unique(problems)
}

// validate validates by one schema within a time. The fault says why there is no
// verdict, "" where there is one.
func (d *Document) validate(s *jsonschema.Schema, instance any, within time.Duration) (verdict *jsonschema.ValidationError, fault string) {
	return d.validation(instance, func() error { return d.budget.validate(s, instance, within) })
}

// validateCounted is validate within a number of steps.
func (d *Document) validateCounted(s *jsonschema.Schema, instance any, steps *Steps) (verdict *jsonschema.ValidationError, fault string) {
	return d.validation(instance, func() error { return d.budget.validateCounted(s, instance, steps) })
}

func (d *Document) validation(instance any, validate func() error) (verdict *jsonschema.ValidationError, fault string) {
	defer func() {
		switch recover().(type) {
		case nil:
		case errSpent:
			verdict, fault = nil, "is not checked here: that takes too long"
		default:
			verdict, fault = nil, "is not checked here: it makes the validator fail"
		}
	}()
	spent := d.patterns.spent.Load()
	err := validate()
	if err == nil && d.patterns.spent.Load() > spent && d.patterns.isSlow(instance) {
		return nil, "is not checked here: a pattern takes too long"
	}
	if err != nil && !errors.As(err, &verdict) {
		return nil, "is not checked here: it is no JSON value"
	}
	return verdict, ""
}

// pointerOf is where a compiled schema is in its document.
func pointerOf(s *jsonschema.Schema) string {
	_, fragment, _ := strings.Cut(s.Location, "#")
	pointer, err := url.PathUnescape(fragment)
	if err != nil {
		return ""
	}
	return pointer
}

func itoa(i int) string { return strconv.Itoa(i) }
