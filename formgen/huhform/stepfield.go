package huhform

import (
	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// takesSteps reports a field that contains a number, which the user may change.
func takesSteps(x *formgen.Field) bool {
	return (x.Kind() == schema.Integer || x.Kind() == schema.Number) && !x.IsLocked()
}

// changeByStep takes a field to the next number that its schema allows. Without a number, it
// begins with the default. It reports false where there is no next number.
func changeByStep(x *formgen.Field, up bool) bool {
	text := ""
	switch v := x.Location().Default(); {
	case !takesSteps(x):
		return false
	case x.Presence() == formgen.Set:
		text = x.Text()
	case v.Is(ojson.Number):
		x.UseDefault()
		return true
	}
	next, ok := NextStep(text, up, StepRange{x.Location().Bounds(), x.Kind() == schema.Integer})
	if ok {
		x.SetText(next)
	}
	return ok
}
