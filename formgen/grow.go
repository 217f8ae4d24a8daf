package formgen

import (
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// start gives the field its first state where that has an end.
func (x *Field) start() {
	if x.required && !x.isEndless() {
		x.begin()
	}
}

// begin gives the field its first state: what must be sent and can only be one
// thing is there already.
func (x *Field) begin() {
	x.fresh = false
	x.stamp++
	fixed := x.fixed()
	switch {
	case fixed != nil && !(x.root && x.kind == schema.Object):
		x.form.from(Given, func() { x.load(fixed) })
		x.forgetTouch()
	case x.kind == schema.Object && !(x.offersNull() && x.required && !x.isEntry() && !x.root):
		x.presence = Set // of null and an object, the user takes one
		x.grow()
		x.reshape()
	case x.kind == schema.Null:
		x.presence = Null
	}
}

// fixed is the value that a field starts with: its constant, its default, or the only
// value that it can have; nil for none. A default that breaks the schema is offered,
// see [Field.Offered], and never there by itself.
func (x *Field) fixed() *ojson.Value {
	if v := x.place.Const(); v != nil {
		return v
	}
	if v := x.place.Default(); v != nil && len(x.base.Validate(v)) == 0 {
		return v
	}
	return x.place.Only()
}

// mostMade is how many fields come by themselves at a time; those that a
// required object would bring beyond it wait until it is opened.
const mostMade = 5000

// isEndless reports a place that must not start by itself: it stands in itself,
// or too many fields have come already. Required objects may require each other.
func (x *Field) isEndless() bool {
	if x.form.made > mostMade {
		return true
	}
	for p := x.parent; p != nil; p = p.parent {
		if p.base.StandsIn(x.base) {
			return true
		}
	}
	return false
}

func (x *Field) forgetTouch() {
	x.touched = false
	for _, c := range x.children {
		c.forgetTouch()
	}
}

// grow makes the fields of an object when they are first needed; a schema that
// refers to itself would have no end otherwise.
func (x *Field) grow() {
	if x.grown || x.kind != schema.Object {
		return
	}
	x.makeMembers()
	for _, c := range x.children {
		c.start()
	}
}

// makeMembers makes the declared members without a state.
func (x *Field) makeMembers() {
	x.grown, x.children = true, nil
	for _, p := range x.place.Properties() {
		x.children = append(x.children, newField(x.form, x, p.Name, p.Place, p.Required))
		x.form.made++
	}
}
