package formgen

import (
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Offered is what [Field.UseDefault] takes: the default, else the first example,
// nil where the schema gives neither.
func (f *Field) Offered() *ojson.Value {
	if v := f.loc.Default(); v != nil {
		return v
	}
	if examples := f.loc.Examples(); len(examples) > 0 {
		return examples[0]
	}
	return nil
}

// UseDefault takes the declared default exactly as it is written, the first
// example where there is none; it does nothing without either.
func (f *Field) UseDefault() {
	origin := Given
	if f.loc.Default() == nil {
		origin = Example
	}
	if v := f.Offered(); v != nil {
		f.LoadFrom(v, origin)
	}
}

// replace loads a value in place of what the field holds, which [Form.Undo]
// brings back.
func (f *Field) replace(v *ojson.Value) {
	f.restructure(f.self(), func() {
		f.asJSON = false
		f.form.fitting(v, func() { f.load(v) })
	})
}

// load gives the field and all below the state of v; nil makes it omitted. A
// value that the typed field cannot hold becomes JSON text.
func (f *Field) load(v *ojson.Value) {
	f.touched, f.asJSON, f.flipped, f.fresh = true, false, false, false
	f.origin = Typed
	f.version++
	switch {
	case v == nil:
		f.presence = Omitted
	case v.Is(ojson.Null) && (f.nullable || f.kind != schema.JSON):
		f.presence = Null
	default:
		f.presence = Set
		f.settle(v)
		f.loadValue(v)
	}
	f.check()
}

// settle lets the schemas apply that fit the value: of unions a branch, of
// conditions the side that holds.
func (f *Field) settle(v *ojson.Value) {
	if len(f.base.Unions()) == 0 && !f.base.IsConditional() {
		return
	}
	if f.form.isSpent() {
		f.picks = nil
		f.setLocation(f.base)
		return
	}
	steps := f.form.steps
	if steps == nil {
		steps = schema.StepsFor(v)
	}
	picks, loc := f.base.Fit(nil, v, steps)
	f.picks = picks
	f.setLocation(loc)
}

// isSpent reports that the load under way has no steps left to find branches.
func (f *Form) isSpent() bool { return f.steps != nil && f.steps.IsSpent() }

// fitting loads v within the steps that its size allows.
func (f *Form) fitting(v *ojson.Value, load func()) {
	f.steps = schema.StepsFor(v)
	load()
	f.steps = nil
}

func (f *Field) loadValue(v *ojson.Value) {
	f.children, f.expanded = nil, false
	composite := v.Is(ojson.Object) || v.Is(ojson.Array)
	if composite && f.form.isSpent() || !kinds[f.kind].take(f, v) {
		f.asJSON = f.kind != schema.JSON
		f.showJSON(v)
	}
}
