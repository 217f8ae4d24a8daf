package formgen

import (
	"errors"
	"slices"

	"a2aform/internal/schema"
)

// OffersKeys reports an object that shows a row to add members with names of
// one's own: a map, or one that was asked to by [Field.OfferKeys].
func (x *Field) OffersKeys() bool {
	return x.Kind() == schema.Object && x.presence == Set && (x.offers || x.place.IsMap())
}

// OfferKeys lets an object show a row to add members that are not declared. It
// reports false where it takes none.
func (x *Field) OfferKeys() bool {
	if x.Kind() != schema.Object || !x.place.TakesKeys() {
		return false
	}
	if !x.offers {
		x.offers = true
		x.form.shape++
	}
	return true
}

// CanAddKey reports whether the object may take one more member.
func (x *Field) CanAddKey() bool {
	most := x.place.Bounds().MaxProperties
	return x.Kind() == schema.Object && x.place.TakesKeys() && (most == nil || x.value().Len() < *most)
}

// CheckKey says why no member of that name can be added, "" where it can.
func (x *Field) CheckKey(name string) string {
	if c := x.child(name); c != nil {
		return "there is a field of that name already"
	}
	return x.place.CheckKey(name)
}

// KeyChoices are the names that can still be added, where the schema lists
// them; nil where it does not.
func (x *Field) KeyChoices() []string {
	var left []string
	names := x.place.KeyChoices()
	for _, name := range names {
		if x.child(name) == nil {
			left = append(left, name)
		}
	}
	if names != nil && left == nil {
		left = []string{}
	}
	return left
}

// AddKey adds a member that is not declared, as an entry of a map, and returns
// it. The error says why it cannot be added.
func (x *Field) AddKey(name string) (*Field, error) {
	if x.Kind() != schema.Object {
		return nil, errors.New("only an object has members")
	}
	before := *x
	if x.presence != Set {
		x.SetPresence(Set)
	}
	if reason := x.CheckKey(name); reason != "" {
		if before.presence != Set {
			x.SetPresence(before.presence)
		}
		return nil, errors.New(reason)
	}
	entry := newField(x.form, x, name, x.place.Property(name), false)
	entry.extra = true
	x.form.made = 0
	entry.begin()
	x.children = append(x.children, entry)
	x.form.shape++
	x.remember(x.Pointer(), before)
	x.touchUp()
	return entry, nil
}

// RenameKey gives a member that is not declared another name; it keeps its
// position and what it holds. The error says why it cannot have that name.
func (x *Field) RenameKey(name, to string) error {
	c := x.child(name)
	switch {
	case c == nil || !c.extra:
		return errors.New("only fields that you added can be renamed")
	case name == to:
		return nil
	}
	if reason := x.CheckKey(to); reason != "" {
		return errors.New(reason)
	}
	before := *c
	c.name = to
	c.stamp++
	c.adapt(x.place.Property(to), false)
	x.form.shape++
	c.remember(c.Pointer(), before)
	c.touchUp()
	return nil
}

// RemoveKey takes a member that is not declared out of an object. [Form.Undo]
// brings it back as it was.
func (x *Field) RemoveKey(name string) {
	x.Remove(slices.IndexFunc(x.children, func(c *Field) bool { return c.name == name && c.extra }))
}
