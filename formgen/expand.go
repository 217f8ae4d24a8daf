package formgen

import (
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// start gives the field its first state where that has an end.
func (f *Field) start() {
	if f.required && !f.isEndless() {
		f.begin()
	}
}

// begin gives the field its first state: what must be sent and can only be one
// thing is there already.
func (f *Field) begin() {
	f.fresh = false
	f.version++
	fixed := f.fixed()
	switch {
	case fixed != nil && !(f.parent == nil && f.kind == schema.Object):
		f.load(fixed)
		f.markGiven()
	default:
		kinds[f.kind].begin(f)
	}
}

// fixed is the value that a field starts with: its constant, its default, or the only
// value that it can have; nil for none. A default that breaks the schema is offered,
// see [Field.Offered], and never there by itself.
func (f *Field) fixed() *ojson.Value {
	if v := f.loc.Const(); v != nil {
		return v
	}
	if v := f.loc.Default(); v != nil && f.Takes(v) {
		return v
	}
	return f.loc.Only()
}

// maxBudget is how many fields come by themselves at a time; the fields of a
// required object beyond it wait until it is opened.
const maxBudget = 5000

// isEndless reports a location that must not start by itself: it is in itself,
// or too many fields have come already. Required objects may require each other.
func (f *Field) isEndless() bool {
	if f.form.budgetUsed > maxBudget {
		return true
	}
	for p := f.parent; p != nil; p = p.parent {
		if p.base.RecursesInto(f.base) {
			return true
		}
	}
	return false
}

// markGiven says that the schema gave the field its state.
func (f *Field) markGiven() {
	f.touched, f.origin = false, Given
	for _, c := range f.children {
		c.markGiven()
	}
}
