package formgen

import (
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// loader gives fields the state that they begin with, and that of a value. It bounds what comes of one edit.
type loader struct {
	steps *schema.Steps // what is left of a load for finding branches, nil for no bound
	made  int           // fields that came by themselves since the last mutation
}

// maxMade is how many fields come by themselves at a time; the fields of a
// required object beyond it wait until it is opened.
const maxMade = 5000

// start gives the field its first state where that has an end.
func (l *loader) start(x *Field) {
	if x.required && !l.isEndless(x) {
		l.begin(x)
	}
}

// begin gives the field its first state: what must be sent and can only be one
// thing is there already.
func (l *loader) begin(x *Field) {
	x.fresh = false
	x.version++
	fixed := l.fixed(x)
	switch {
	case fixed != nil && !(x.parent == nil && x.kind == schema.Object):
		l.load(x, fixed)
		l.markGiven(x)
	default:
		kinds[x.kind].begin(x)
	}
}

// fixed is the value that a field starts with: its constant, its default, or the only
// value that it can have; nil for none. A default that breaks the schema is offered,
// see [Field.UseDefault], and never there by itself.
func (*loader) fixed(x *Field) *ojson.Value {
	if v := x.loc.Const(); v != nil {
		return v
	}
	if v := x.loc.Default(); v != nil && x.Takes(v) {
		return v
	}
	return x.loc.Only()
}

// isEndless reports a location that must not start by itself: it is in itself,
// or too many fields have come already. Required objects may require each other.
func (l *loader) isEndless(x *Field) bool {
	if l.made > maxMade {
		return true
	}
	for p := x.parent; p != nil; p = p.parent {
		if p.base.RecursesInto(x.base) {
			return true
		}
	}
	return false
}

// markGiven says that the schema gave the field its state.
func (l *loader) markGiven(x *Field) {
	x.touched, x.origin = false, Given
	for _, c := range x.children {
		l.markGiven(c)
	}
}

// load gives the field and all below the state of v; nil makes it omitted. A
// value that the typed field cannot hold becomes JSON text.
func (l *loader) load(x *Field, v *ojson.Value) {
	x.touched, x.asJSON, x.flipped, x.fresh = true, false, false, false
	x.origin = Typed
	x.version++
	switch {
	case v == nil:
		x.presence = Omitted
	case v.Is(ojson.Null) && (x.nullable || x.kind != schema.JSON):
		x.presence = Null
	default:
		x.presence = Set
		l.settle(x, v)
		l.loadValue(x, v)
	}
	x.check(x)
}

// loadWithin loads within the steps that the size of the value allows.
func (l *loader) loadWithin(x *Field, v *ojson.Value) {
	l.steps = schema.StepsFor(v)
	l.load(x, v)
	l.steps = nil
}

// settle lets the schemas apply that fit the value: of unions a branch, of
// conditions the side that holds.
func (l *loader) settle(x *Field, v *ojson.Value) {
	if len(x.base.Unions()) == 0 && !x.base.IsConditional() {
		return
	}
	if l.isSpent() {
		x.picks = nil
		x.setLocation(x.base)
		return
	}
	steps := l.steps
	if steps == nil {
		steps = schema.StepsFor(v)
	}
	picks, loc := x.base.Fit(nil, v, steps)
	x.picks = picks
	x.setLocation(loc)
}

// isSpent reports that the load under way has no steps left to find branches.
func (l *loader) isSpent() bool { return l.steps != nil && l.steps.IsSpent() }

// loadValue loads a value, of a kind that cannot have it as JSON text.
func (l *loader) loadValue(x *Field, v *ojson.Value) {
	x.children, x.expanded = nil, false
	composite := v.Is(ojson.Object) || v.Is(ojson.Array)
	if composite && l.isSpent() || !kinds[x.kind].take(x, v) {
		x.asJSON = x.kind != schema.JSON
		jsonKind{}.show(x, v)
	}
}
