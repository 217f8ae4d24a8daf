package schema

import (
	"time"

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
		verdict, fault := l.doc.compiled.Validate(s, instance, within)
		switch {
		case fault != "":
			problems = append(problems, Problem{Keyword: unchecked, Message: fault})
		case verdict != nil:
			problems = append(problems, l.doc.compiled.Problems(verdict)...)
		}
	}
	return unique(problems)
}

// FastValidator is what proves values at this location valid, nil where the schemas that
// apply here are beyond it altogether.
func (l Location) FastValidator() *FastValidator {
	if !l.IsKnown() {
		return NewFastValidator(nil, nil)
	}
	return NewFastValidator(l.entries, l.doc.compiled.node)
}
