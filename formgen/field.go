package formgen

import (
	"slices"
	"strconv"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Presence says whether a location is omitted, null, or set to a value.
type Presence uint8

// The presences of a field.
const (
	Omitted Presence = iota
	Null
	Set
)

// Field is one location of the form. Only its mutators change its state.
type Field struct {
	form     *Form
	parent   *Field
	base     schema.Location  // as the parent gives it
	name     string           // member name, or the index of an item
	version  uint64           // grows with every change of what the field shows
	cached   *ojson.Value     // what it sends, if fresh
	problems []schema.Problem // of its own schemas
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

// Kind says how the field is edited now: [schema.JSON] while it is flipped to
// JSON text.
func (f *Field) Kind() schema.Kind {
	if f.asJSON {
		return schema.JSON
	}
	return f.kind
}

// Reason says why the field is edited as JSON, "" if it is not.
func (f *Field) Reason() string {
	switch {
	case f.needsEscapes():
		return "the text holds tabs or characters that cannot be seen, which are written as escapes"
	case f.asJSON && f.kind != schema.JSON:
		return "edited as JSON"
	}
	return f.loc.Reason()
}

// CanLeaveJSON reports JSON text that the field's own kind could show, see [Field.AsJSON].
func (f *Field) CanLeaveJSON() bool {
	return f.asJSON && f.kind != schema.JSON && !f.needsEscapes()
}

// needsEscapes reports a text that is shown as JSON because it cannot be typed as it is.
func (f *Field) needsEscapes() bool {
	if !f.asJSON || f.kind != schema.String {
		return false
	}
	v, err := f.parseJSON()
	return err == nil && v.Is(ojson.String) && !isTypable(v.Text())
}

// IsRequired reports whether the field must be sent while its parent is.
func (f *Field) IsRequired() bool { return f.required }

// IsNullable reports whether null is a value here.
func (f *Field) IsNullable() bool { return f.nullable }

// offersNull reports a location whose schema names null among its values.
func (f *Field) offersNull() bool { return f.nullable && f.base.NamesNull() }

// IsExtra reports a member that the schema does not declare, such as an entry
// of a map.
func (f *Field) IsExtra() bool { return f.extra }

// IsItem reports an item of a list.
func (f *Field) IsItem() bool { return f.parent != nil && f.parent.Kind() == schema.Array }

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

func (f *Field) holdsSecret() bool {
	if f.presence != Set {
		return false
	}
	if f.Kind() == schema.JSON {
		return f.base.HoldsSecret(f.value())
	}
	return f.IsSecret() || slices.ContainsFunc(f.children, (*Field).holdsSecret)
}

// Presence is whether the field is sent.
func (f *Field) Presence() Presence { return f.presence }

// Text is what was typed into a text, number or JSON field, kept as it was even
// while the field is omitted.
func (f *Field) Text() string { return f.text }

// IsText reports a field that is edited as text.
func (f *Field) IsText() bool {
	switch f.Kind() {
	case schema.String, schema.Integer, schema.Number, schema.JSON:
		return true
	}
	return false
}

// Choices are the values to choose from, of an enumeration or of a list of
// choices.
func (f *Field) Choices() []schema.Choice {
	if f.kind == schema.MultiEnum {
		return f.loc.Item(0).Choices()
	}
	return f.loc.Choices()
}

// Chosen is the index of the chosen value among [Field.Choices], -1 for none.
func (f *Field) Chosen() int {
	if f.chosen == nil {
		return -1
	}
	return f.loc.ChoiceOf(f.chosen)
}

// IsUnlisted reports a value that is sent although it is none of [Field.Choices]:
// another value has taken the choice away since it was made.
func (f *Field) IsUnlisted() bool {
	return f.Kind() == schema.Enum && f.presence == Set && f.chosen != nil && f.Chosen() < 0
}

// Bool is the chosen truth value and whether there is one.
func (f *Field) Bool() (value, ok bool) { return f.chosen.Bool(), f.chosen.Is(ojson.Bool) }

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
