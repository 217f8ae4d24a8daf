package schema

import (
	"time"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/schema/message"
)

// Validate validates a value at this location by the schemas that apply here alone.
func (l Location) Validate(v *ojson.Value) []message.Problem {
	return l.validate(v, limit.EditTime.Duration())
}

func (l Location) validate(v *ojson.Value, within time.Duration) []message.Problem {
	if !l.IsKnown() {
		return nil
	}
	instance := v.Any()
	var problems []message.Problem
	for _, s := range l.entries {
		verdict, fault := l.doc.compiled.Validate(s, instance, within)
		switch {
		case fault != "":
			problems = append(problems, message.Problem{Keyword: message.Unchecked, Message: fault})
		case verdict != nil:
			problems = append(problems, l.doc.compiled.Problems(verdict, v)...)
		}
	}
	return message.Unique(problems)
}
