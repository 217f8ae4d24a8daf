package formgen

import (
	"errors"
	"slices"
	"strings"

	"a2aform/internal/schema"
)

// OffersKeys reports whether an object shows a row to add members with names that the
// user chooses: a map does, and any object after [Field.OfferKeys].
func (f *Field) OffersKeys() bool {
	return f.Kind() == schema.Object && f.presence == Set && (f.offers || f.loc.IsMap())
}

// OfferKeys lets an object show a row to add members that are not declared. It
// reports false where it takes none.
func (f *Field) OfferKeys() bool {
	if f.Kind() != schema.Object || !f.loc.TakesKeys() {
		return false
	}
	if !f.offers {
		f.form.history.edit(f, nil, func() {
			f.offers = true
			f.form.layoutVersion++
		})
	}
	return true
}

// CanAddKey reports whether the object may take one more member.
func (f *Field) CanAddKey() bool {
	return f.Kind() == schema.Object && f.loc.TakesKeys() && !f.loc.Bounds().Members.IsFull(f.Value().Len())
}

// CheckKey says why no member of that name can be added, "" where it can.
func (f *Field) CheckKey(name string) string {
	if c := f.child(name); c != nil {
		return "there is a field of that name already"
	}
	return f.loc.CheckKey(name)
}

// KeyChoices are the names that can still be added, where the schema lists
// them; nil where it does not.
func (f *Field) KeyChoices() []string {
	return slices.DeleteFunc(slices.Clone(f.loc.KeyChoices()), func(name string) bool { return f.child(name) != nil })
}

// AddKey adds a member that is not declared, as an entry of a map, and returns
// it. The error says why it cannot be added.
func (f *Field) AddKey(name string) (*Field, error) {
	if f.Kind() != schema.Object {
		return nil, errors.New("only an object has members")
	}
	var entry *Field
	var err error
	f.form.history.edit(f, nil, func() {
		before := f.presence
		if before != Set {
			f.SetPresence(Set)
		}
		if reason := f.CheckKey(name); reason != "" {
			err = errors.New(reason)
			if before != Set {
				f.SetPresence(before)
			}
			return
		}
		f.form.loader.made = 0
		entry = objectKind{}.addExtra(f, name)
		f.form.loader.begin(entry)
		f.form.layoutVersion++
		f.markSetUpwards()
	})
	return entry, err
}

// AddEntry adds a member as [Field.AddKey] does, by its name, or by its name and its value as [Field.SplitEntry] reads them. A value
// that the member cannot have is kept with its problem.
func (f *Field) AddEntry(text string) (entry *Field, err error) {
	name, value := f.SplitEntry(text)
	err = f.form.try(func() error {
		if entry, err = f.AddKey(name); err != nil || value == "" {
			return err
		}
		return entry.setTyped(value)
	})
	return entry, err
}

// SplitEntry splits a name from its value at the first colon with a space behind it, or at an equals sign that has no colon before
// it, so that "color: red" and "color=red" are the same and the name http://x?a=b is whole. Members that have fields
// inside take no value.
func (f *Field) SplitEntry(text string) (name, value string) {
	name, value, ok := cutEntry(text)
	if kind := f.loc.Property(name).Kind(); !ok || kind == schema.Object || kind == schema.Array {
		return text, ""
	}
	return name, value
}

// cutEntry is [Field.SplitEntry] whatever the member is, false where the text has no name before a value.
func cutEntry(text string) (name, value string, ok bool) {
	i := strings.Index(text, ": ")
	if at := strings.IndexAny(text, ":="); at >= 0 && text[at] == '=' {
		i = at
	}
	if i < 0 {
		return text, "", false
	}
	name, value = strings.TrimSpace(text[:i]), strings.TrimSpace(text[i+1:])
	return name, value, name != ""
}

// RenameKey gives a member that is not declared another name; it keeps its
// position and what it holds. The error says why it cannot have that name.
func (f *Field) RenameKey(name, to string) error {
	c := f.child(name)
	switch {
	case c == nil || !c.extra:
		return errors.New("only fields that you added can be renamed")
	case name == to:
		return nil
	}
	if reason := f.CheckKey(to); reason != "" {
		return errors.New(reason)
	}
	c.restructure([]*Field{c}, func() {
		c.name = to
		c.adapt(f.loc.Property(to), false)
	})
	return nil
}
