package formgen

import (
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// LoadSteps loads v and counts the steps that its branches cost.
func LoadSteps(f *Form, v *ojson.Value) int {
	l := &f.loader
	l.steps = schema.StepsFor(v)
	l.load(f.newRoot(), v)
	taken := l.steps.Taken()
	l.steps = nil
	return taken
}
