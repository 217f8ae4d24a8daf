package formgen

import (
	"slices"
	"strconv"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Field is one location of the form. Only its mutators change its state.
//
// There is one type for all kinds, as the kind of a field changes with the value of others and
// with the user's wish, and what was typed or chosen stays while it does. What depends on the
// kind is in kind.go.
//
// Not stable, see the package comment.
type Field struct {
	place
	content
	findings

	version uint64             // grows with every change of what the field shows
	cached  *ojson.Value       // what it sends, if fresh
	memory  map[string]content // what was left behind in other branches

	presence Presence
	origin   Origin
	added    bool // it was extra once, so it stays when a condition no longer declares it
	offers   bool // shows a row to add members that are not declared
	asJSON   bool // shown and edited as JSON text
	flipped  bool // asJSON by the user's wish: the typed field is still there
	touched  bool
	fresh    bool // cached is up to date
}

func newField(f *Form, parent *Field, name string, p schema.Location, required bool) *Field {
	x := &Field{place: place{form: f, parent: parent, name: name, base: p, required: required, nullable: p.AllowsNull()}}
	x.setLocation(p)
	return x
}

// Kind says how the field is edited now: [schema.JSON] while it is flipped to
// JSON text.
func (f *Field) Kind() schema.Kind {
	if f.asJSON {
		return schema.JSON
	}
	return f.kind
}

// IsLocked reports a location that the agent sets, itself or with what holds it. One
// that must be sent and has no value of its own has to come from the user.
func (f *Field) IsLocked() bool {
	for ; f != nil; f = f.parent {
		if f.loc.IsReadOnly() && (!f.required || f.loc.Only() != nil || f.loc.Default() != nil) {
			return true
		}
	}
	return false
}

// IsTouched reports whether the user or a preset gave the field its state.
func (f *Field) IsTouched() bool { return f.touched }

// Version grows with every change of what the field shows, so that a drawn row
// can be kept until it does.
func (f *Field) Version() uint64 { return f.version }

// HoldsSecret reports that a secret is sent of the field or of what is in it.
func (f *Field) HoldsSecret() bool {
	if f.presence != Set {
		return false
	}
	if f.Kind() == schema.JSON {
		return f.base.HoldsSecret(f.Value())
	}
	return f.IsSecret() || slices.ContainsFunc(f.children, (*Field).HoldsSecret)
}

// Children are the fields of an object or the items of a list that is set.
func (f *Field) Children() []*Field {
	if f.presence != Set || f.asJSON {
		return nil
	}
	return f.children
}

// child is the child of that name, found whether or not it is sent.
func (f *Field) child(name string) *Field {
	if f.asJSON {
		return nil
	}
	if f.kind == schema.Array {
		i, err := strconv.Atoi(name)
		if err != nil || i < 0 || i >= len(f.children) || name != strconv.Itoa(i) {
			return nil
		}
		return f.children[i]
	}
	for _, c := range f.children {
		if c.name == name {
			return c
		}
	}
	return nil
}

// touch notes a change by the user: the field's own value and that of all
// around it are to be made anew, and what depends on them follows.
func (f *Field) touch() {
	f.touched, f.origin = true, Typed
	f.version++
	f.forget()
	for p := f.parent; p != nil; p = p.parent {
		p.fresh = false
		p.version++
	}
	for p := f; p != nil; p = p.parent {
		p.recompute()
	}
	f.check(f)
	f.form.changed()
}

// forget drops cached values of the field and all below.
func (f *Field) forget() {
	f.fresh = false
	for _, c := range f.children {
		c.forget()
	}
}

// markSetUpwards is touch for a field that is sent from now on: so are all that hold
// it.
func (f *Field) markSetUpwards() {
	for p := f.parent; p != nil; p = p.parent {
		if p.presence != Set {
			p.presence, p.touched = Set, true
			f.form.layoutVersion++
		}
	}
	f.touch()
}

// restructure makes a structural edit, which [Form.Undo] takes back. The field is sent
// from then on. Besides it and those around it, it changes only the fields of also.
func (f *Field) restructure(also []*Field, change func()) {
	f.form.history.edit(f, also, func() {
		f.form.layoutVersion++
		change()
		f.markSetUpwards()
	})
}
