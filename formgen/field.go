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
type Field struct {
	form     *Form
	parent   *Field
	base     schema.Location  // as the parent gives it
	name     string           // member name, or the index of an item
	version  uint64           // grows with every change of what the field shows
	cached   *ojson.Value     // what it sends, if fresh
	problems []schema.Problem // of its own schemas
	noDate   bool             // they say that its text is no date, which the validator accepts
	warnings []schema.Problem
	memory   map[string]content // what was left behind in other branches
	content

	presence Presence
	origin   Origin
	required bool
	extra    bool // a member that the schema does not declare
	added    bool // it was so once, so it stays when a condition no longer declares it
	nullable bool
	offers   bool // shows a row to add members that are not declared
	asJSON   bool // shown and edited as JSON text
	flipped  bool // asJSON by the user's wish: the typed field is still there
	touched  bool
	fresh    bool // cached is up to date
}

// content is what a field holds in one branch of its unions: another branch has
// another one. Undo and the branches keep copies of it, so its maps and lists are replaced
// and never changed.
type content struct {
	loc      schema.Location // with what was picked, and with what the value asks for
	text     string          // typed text of a text, number or JSON field
	chosen   *ojson.Value    // of an enumeration, a boolean or a constant; the array of a list of choices
	children []*Field
	kind     schema.Kind
	expanded bool // children were made

	picks         schema.Picks
	unions        []Union           // of the location, made when they are first asked for
	hiddenMembers map[string]*Field // members that no longer apply, with what was typed

	source     *ojson.Value // the value of sourceText, exactly as it came
	sourceText string       // JSON text that was made of a value, not typed
	savedText  string       // the text of the typed field while it is flipped to JSON
}

func newField(f *Form, parent *Field, name string, p schema.Location, required bool) *Field {
	x := &Field{form: f, parent: parent, name: name, base: p, required: required, nullable: p.AllowsNull()}
	x.setLocation(p)
	return x
}

// setLocation lets other schemas apply.
func (f *Field) setLocation(p schema.Location) {
	f.loc, f.kind, f.unions = p, p.Kind(), nil
}

// Form is the form that the field is part of.
func (f *Field) Form() *Form { return f.form }

// Parent is the field that holds this one, nil for the root.
func (f *Field) Parent() *Field { return f.parent }

// Name is the member name or item index, as in the JSON Pointer.
func (f *Field) Name() string { return f.name }

// Pointer is the JSON Pointer of the field in the value.
func (f *Field) Pointer() string {
	if f.parent == nil {
		return ""
	}
	return ojson.Pointer(f.parent.Pointer(), f.name)
}

// Location is what the schema says here, given the branches that were chosen.
func (f *Field) Location() schema.Location { return f.loc }

// Declared is what the schema says here before any branch is chosen.
func (f *Field) Declared() schema.Location { return f.base }

// Kind says how the field is edited now: [schema.JSON] while it is flipped to
// JSON text.
func (f *Field) Kind() schema.Kind {
	if f.asJSON {
		return schema.JSON
	}
	return f.kind
}

// IsRequired reports whether the field must be sent while its parent is.
func (f *Field) IsRequired() bool { return f.required }

// isEntry reports a field that is there because the user added it: it is sent,
// or it is removed.
func (f *Field) isEntry() bool { return f.extra || f.IsItem() }

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

// IsSecret reports text that must be masked and not be stored: the schema says
// that it is a password or write-only, or the name of the member says so.
func (f *Field) IsSecret() bool { return f.loc.IsSecret() }

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
		if err != nil || i < 0 || i >= len(f.children) {
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
	f.check()
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
