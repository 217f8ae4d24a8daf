package formgen

import (
	"slices"
	"strconv"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Presence says whether a place is sent at all, as null, or with a value.
type Presence uint8

// The presences of a field.
const (
	Absent Presence = iota
	Null
	Set
)

// Field is one place of the form. Its state changes by the verbs alone.
type Field struct {
	form     *Form
	parent   *Field
	base     schema.Place       // as the parent gives it
	name     string             // member name, or the index of an item
	stamp    uint64             // grows with every change of what the field shows
	cached   *ojson.Value       // what it sends, if fresh
	findings *findings          // of its own schemas, nil for none
	memory   map[string]content // what was left behind in other branches
	content

	presence Presence
	origin   Origin
	root     bool
	required bool
	extra    bool // a member that the schema does not declare
	added    bool // it was so once, so it stays when a condition no longer declares it
	nullable bool
	offers   bool // shows a row to add members that are not declared
	asJSON   bool // shown and edited as JSON text
	flipped  bool // asJSON by the user's wish: the typed field is still there behind it
	touched  bool
	fresh    bool // cached is up to date
}

// findings are what is wrong or doubtful with a field alone.
type findings struct{ problems, warnings []schema.Problem }

// content is what a field holds in one branch of its unions: another branch has
// another one.
type content struct {
	place    schema.Place // with what was picked, and with what the value asks for
	text     string       // typed text of a text, number or JSON field
	chosen   *ojson.Value // of an enumeration, a boolean or a constant
	children []*Field
	*seldom
	kind  schema.Kind
	grown bool // children were made
}

// seldom is what few fields have, so that the others need no room for it. It is
// shared by the states of a field that undo and the branches keep, so it is
// replaced and never changed.
type seldom struct {
	picks    schema.Picks
	unions   []Union           // of the place, made when they are first asked for
	several  []*ojson.Value    // of a list of choices, in the order of picking
	vanished map[string]*Field // members that no longer apply, with what was typed

	source     *ojson.Value // what sourceText stands for, exactly as it came
	sourceText string       // JSON text that was made of a value, not typed
	behind     string       // the text of the typed field while it is flipped to JSON
}

// nothing is what is seldom there.
var nothing = &seldom{}

// change replaces what is seldom there.
func (c *content) change(edit func(*seldom)) {
	next := *c.seldom
	edit(&next)
	c.seldom = &next
}

func newField(f *Form, parent *Field, name string, p schema.Place, required bool) *Field {
	x := &Field{form: f, parent: parent, name: name, base: p, required: required, nullable: p.AllowsNull()}
	x.seldom = nothing
	x.setPlace(p)
	return x
}

// setPlace lets other schemas apply.
func (x *Field) setPlace(p schema.Place) {
	x.place, x.kind = p, p.Kind()
	if x.unions != nil {
		x.change(func(s *seldom) { s.unions = nil })
	}
}

// Parent is the field that holds this one, nil for the root.
func (x *Field) Parent() *Field { return x.parent }

// Name is the member name or item index, as it stands in the JSON Pointer.
func (x *Field) Name() string { return x.name }

// Pointer is the JSON Pointer of the field in the value.
func (x *Field) Pointer() string {
	if x.parent == nil {
		return ""
	}
	return ojson.Pointer(x.parent.Pointer(), x.name)
}

// Place is what the schema says here, given the branches that were chosen.
func (x *Field) Place() schema.Place { return x.place }

// Kind says how the field is edited now: [schema.JSON] while it is flipped to
// JSON text.
func (x *Field) Kind() schema.Kind {
	if x.asJSON {
		return schema.JSON
	}
	return x.kind
}

// Reason says why the field is edited as JSON, "" if it is not.
func (x *Field) Reason() string {
	switch {
	case x.asJSON && x.kind == schema.String && x.value().Is(ojson.String) && !isTypable(x.value().Text()):
		return "the text holds tabs or characters that cannot be seen, which are written as escapes"
	case x.asJSON && x.kind != schema.JSON:
		return "edited as JSON"
	}
	return x.place.Reason()
}

// IsRequired reports whether the field must be sent while its parent is.
func (x *Field) IsRequired() bool { return x.required }

// IsNullable reports whether null is a value here.
func (x *Field) IsNullable() bool { return x.nullable }

// offersNull reports a place whose schema names null among its values.
func (x *Field) offersNull() bool { return x.nullable && x.base.NamesNull() }

// IsExtra reports a member that the schema does not declare, such as an entry
// of a map.
func (x *Field) IsExtra() bool { return x.extra }

// IsItem reports an item of a list.
func (x *Field) IsItem() bool { return x.parent != nil && x.parent.Kind() == schema.Array }

// isEntry reports a field that is there because the user added it: it is sent,
// or it is removed.
func (x *Field) isEntry() bool { return x.extra || x.IsItem() }

// IsReadOnly reports a place that the agent sets, not the user.
func (x *Field) IsReadOnly() bool { return x.place.IsReadOnly() }

// IsLocked reports a place that the agent sets, itself or with what holds it. One
// that must be sent and has no value of its own has to come from the user.
func (x *Field) IsLocked() bool {
	for ; x != nil; x = x.parent {
		if x.IsReadOnly() && (!x.required || x.place.Only() != nil || x.place.Default() != nil) {
			return true
		}
	}
	return false
}

// IsDeprecated reports a place that should not be used any more.
func (x *Field) IsDeprecated() bool { return x.place.IsDeprecated() }

// IsTouched reports whether the user or a preset gave the field its state.
func (x *Field) IsTouched() bool { return x.touched }

// Stamp grows with every change of what the field shows, so that a drawn row
// can be kept until it does.
func (x *Field) Stamp() uint64 { return x.stamp }

// IsSecret reports text that must be masked and not be stored: the schema says
// that it is a password or write-only, or the name of the member says so.
func (x *Field) IsSecret() bool { return x.place.IsSecret() }

// IsSecretByName reports a secret of which only the member's name says so.
func (x *Field) IsSecretByName() bool { return x.place.IsSecretByName() }

func (x *Field) holdsSecret() bool {
	if x.presence != Set {
		return false
	}
	if x.Kind() == schema.JSON {
		return x.base.HoldsSecret(x.value())
	}
	return x.IsSecret() || slices.ContainsFunc(x.children, (*Field).holdsSecret)
}

// Presence is whether the field is sent.
func (x *Field) Presence() Presence { return x.presence }

// Text is what was typed into a text, number or JSON field, kept as it was even
// while the field is absent.
func (x *Field) Text() string { return x.text }

// IsText reports a field that is edited as text.
func (x *Field) IsText() bool {
	switch x.Kind() {
	case schema.String, schema.Integer, schema.Number, schema.JSON:
		return true
	}
	return false
}

// Choices are the values to choose from, of an enumeration or of a list of
// choices.
func (x *Field) Choices() []schema.Choice {
	if x.kind == schema.Several {
		return x.place.Item(0).Choices()
	}
	return x.place.Choices()
}

// Chosen is the index of the chosen value among [Field.Choices], -1 for none.
func (x *Field) Chosen() int {
	if x.chosen == nil {
		return -1
	}
	return x.place.ChoiceOf(x.chosen)
}

// IsUnlisted reports a value that is sent although it is none of [Field.Choices]:
// another value has taken the choice away since it was made.
func (x *Field) IsUnlisted() bool {
	return x.Kind() == schema.Enum && x.presence == Set && x.chosen != nil && x.Chosen() < 0
}

// Bool is the chosen truth value and whether there is one.
func (x *Field) Bool() (value, ok bool) { return x.chosen.Bool(), x.chosen.Is(ojson.Bool) }

// Children are the fields of an object or the items of a list that is set.
func (x *Field) Children() []*Field {
	if x.presence != Set || x.asJSON {
		return nil
	}
	return x.children
}

// child is the child of that name, found whether or not it is sent.
func (x *Field) child(name string) *Field {
	if x.asJSON {
		return nil
	}
	if x.kind == schema.Array {
		i, err := strconv.Atoi(name)
		if err != nil || i < 0 || i >= len(x.children) {
			return nil
		}
		return x.children[i]
	}
	for _, c := range x.children {
		if c.name == name {
			return c
		}
	}
	return nil
}

// touch notes a change by the user: the field's own value and that of all
// around it are to be made anew, and what depends on them follows.
func (x *Field) touch() {
	x.touched, x.origin = true, Typed
	x.stamp++
	x.forget()
	for p := x.parent; p != nil; p = p.parent {
		p.fresh = false
		p.stamp++
	}
	for p := x; p != nil; p = p.parent {
		p.reshape()
	}
	x.check()
	x.form.changed()
}

// forget drops cached values of the field and all below.
func (x *Field) forget() {
	x.fresh = false
	for _, c := range x.children {
		c.forget()
	}
}
