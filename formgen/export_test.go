package formgen

import (
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// LoadSteps loads v and counts the steps that its branches cost.
func LoadSteps(f *Form, v *ojson.Value) int {
	f.steps = schema.StepsFor(v)
	f.newRoot().load(v)
	taken := f.steps.Taken()
	f.steps = nil
	return taken
}
