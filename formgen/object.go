package formgen

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// objectKind is that of fields with members.
type objectKind struct{ leaf }

func (objectKind) value(x *Field) *ojson.Value {
	members := make([]ojson.Member, 0, len(x.children))
	for _, c := range x.children {
		if v := c.Value(); v != nil {
			members = append(members, ojson.Member{Name: c.name, Value: v})
		}
	}
	return ojson.NewObject(members...)
}

func (k objectKind) take(x *Field, v *ojson.Value) bool {
	if !v.Is(ojson.Object) {
		return false
	}
	k.makeMembers(x)
	values := make(map[string]*ojson.Value, v.Len())
	for _, m := range v.Members() {
		values[m.Name] = m.Value // the last one of a name counts, as in Get
	}
	for _, c := range x.children {
		x.form.loader.load(c, values[c.name])
		delete(values, c.name)
	}
	for _, m := range v.Members() {
		value, left := values[m.Name]
		if !left {
			continue
		}
		delete(values, m.Name)
		x.form.loader.load(k.addExtra(x, m.Name), value)
	}
	return true
}

func (objectKind) assign(x *Field, text string) error { return assignObject(x, text) }

// begin makes the members, unless the user is to choose between null and an object.
func (k objectKind) begin(x *Field) {
	if x.offersNull() && x.required && !x.isEntry() && x.parent != nil {
		return
	}
	x.presence = Set
	k.expand(x)
	x.recompute()
}

func (k objectKind) fill(x *Field) {
	x.form.loader.made = 0
	k.expand(x)
}

func (objectKind) isBlank(x *Field) bool { return isBlankInside(x) }

// isBlankInside reports an object or a list that has something inside, in all of which nothing is filled in.
func isBlankInside(x *Field) bool {
	isFilled := func(c *Field) bool { return c.Kind() != schema.Const && !c.isBlank() }
	return len(x.children) > 0 && !slices.ContainsFunc(x.children, isFilled)
}

func (k objectKind) carry(x *Field, left *content) {
	if left.kind != schema.Object {
		return
	}
	for _, c := range left.children {
		k.carryMember(x, c)
		if x.child(c.name) == nil && c.touched && c.presence != Omitted && c.loc.Only() == nil {
			k.hide(x, c) // it comes back if the union was there because of it
		}
	}
}

// carryMember takes the value of a member along.
func (objectKind) carryMember(x, from *Field) {
	to, v := x.child(from.name), from.Value()
	if to == nil || v == nil || !from.touched || to.loc.Only() != nil {
		return
	}
	if to.Takes(v) {
		x.form.loader.load(to, v)
	}
}

func (k objectKind) convert(x *Field) {
	if x.text != "" {
		x.asJSON = true
		return
	}
	k.expand(x)
}

// restore restores the members. They may come only with others.
func (k objectKind) restore(x *Field, s *state) {
	if x.presence == Set || len(s.Members) > 0 {
		k.expand(x)
	}
	k.follow(x, false) // conditions may have brought members since it was made
	k.restoreMembers(x, s)
}

// restoreMembers restores the members that exist, then the members that these
// add. One that is declared only while it is there itself is added.
func (k objectKind) restoreMembers(x *Field, s *state) {
	done := make([]bool, len(s.Members))
	for round := range maxRounds {
		some := false
		for i := range s.Members {
			c := &s.Members[i]
			if !done[i] && k.restoreMember(x, c, c.Extra || c.Is != "" && round == maxRounds-1) {
				done[i], some = true, true
			}
		}
		if some {
			x.forget()
			x.recompute()
		}
	}
}

// restoreMember restores a member, and adds it if that is asked. It reports whether it is there.
func (k objectKind) restoreMember(x *Field, s *state, add bool) bool {
	c := x.child(s.Name)
	if c == nil && add {
		c = k.addExtra(x, s.Name)
	}
	if c != nil {
		s.restore(c)
	}
	return c != nil
}

// expand makes the fields of an object when they are first needed; a schema that
// refers to itself would have no end otherwise.
func (k objectKind) expand(x *Field) {
	if x.expanded {
		return
	}
	k.makeMembers(x)
	for _, c := range x.children {
		x.form.loader.start(c)
	}
}

// makeMembers makes the declared members without a state.
func (k objectKind) makeMembers(x *Field) {
	x.expanded, x.children = true, nil
	for _, p := range x.loc.Properties() {
		x.children = append(x.children, newField(x.form, x, p.Name, p.Location, p.Required))
		x.form.loader.made++
	}
	k.countTitles(x)
}

// follow lets members come and go with the schemas. Those that no longer apply are not sent, unless they
// are to be kept; what was typed into them waits.
func (k objectKind) follow(x *Field, keep bool) {
	if !x.expanded {
		return
	}
	have := map[string]*Field{}
	for _, c := range x.children {
		have[c.name] = c
	}
	old := x.children
	x.children = nil
	for _, p := range x.loc.Properties() {
		c := have[p.Name]
		delete(have, p.Name)
		x.children = append(x.children, k.member(x, p, c))
	}
	for _, c := range old {
		if have[c.name] == nil {
			continue
		}
		if c.extra || (c.added || keep) && c.presence != Omitted {
			c.extra = true
			c.adapt(x.loc.Property(c.name), false)
			x.children = append(x.children, c)
			continue
		}
		k.hide(x, c)
	}
	k.countTitles(x)
}

// countTitles counts how often declared members have a title.
func (objectKind) countTitles(x *Field) {
	x.titles = map[string]int{}
	for _, c := range x.children {
		if title := c.base.MemberTitle(); !c.extra && !title.IsEmpty() {
			x.titles[title.Line(0).String()]++
		}
	}
}

// member is the field of a declared member: the one that is there, the one that
// vanished before, or a new one.
func (objectKind) member(x *Field, p schema.Property, have *Field) *Field {
	if have == nil && x.hiddenMembers[p.Name] != nil {
		have = x.hiddenMembers[p.Name]
		x.hiddenMembers = maps.Clone(x.hiddenMembers)
		delete(x.hiddenMembers, p.Name)
	}
	if have == nil {
		c := newField(x.form, x, p.Name, p.Location, p.Required)
		x.form.loader.made++
		x.form.loader.start(c)
		return c
	}
	have.added = have.added || have.extra
	have.extra = false
	isGiven := have.origin == Given && !have.touched && have.presence == Set && !have.base.Is(p.Location)
	have.adapt(p.Location, p.Required)
	if fixed := x.form.loader.fixed(have); isGiven && fixed != nil && have.kind != schema.Object && !ojson.Equal(fixed, have.Value()) {
		x.form.loader.load(have, fixed) // a default goes with the branch that brought it
		x.form.loader.markGiven(have)
	}
	if have.presence == Omitted && !have.touched {
		x.form.loader.start(have)
	}
	return have
}

// hide keeps a member that no longer applies for when it does again.
func (objectKind) hide(x, c *Field) {
	x.hiddenMembers = maps.Clone(x.hiddenMembers)
	if x.hiddenMembers == nil {
		x.hiddenMembers = map[string]*Field{}
	}
	x.hiddenMembers[c.name] = c
}

// addExtra adds a member that is not declared to an object, without a state.
func (objectKind) addExtra(x *Field, name string) *Field {
	c := newField(x.form, x, name, x.loc.Property(name), false)
	c.extra = true
	x.children = append(slices.Clip(x.children), c)
	return c
}

// tag sets the members that distinguish the chosen branch from the others, though they
// are not required.
func (objectKind) tag(x *Field, u schema.Variants) {
	for _, c := range x.children {
		if only := c.loc.Only(); only != nil && c.presence == Omitted && u.IsTag(c.name) {
			x.form.loader.load(c, only)
		}
	}
}

// OffersKeys reports whether an object shows a row to add members with names that the
// user chooses: a map does, and any object after [Field.OfferKeys].
func (f *Field) OffersKeys() bool {
	return f.Kind() == schema.Object && f.presence == Set && (f.loc.IsMap() || f.form.offering[f])
}

// OfferKeys lets an object show a row to add members that are not declared. It
// reports false where it takes none.
func (f *Field) OfferKeys() bool {
	if f.Kind() != schema.Object || !f.loc.TakesKeys() {
		return false
	}
	if !f.form.offering[f] {
		f.form.offering[f] = true
		f.form.layoutVersion++
	}
	return true
}

// WithdrawKeys takes the row of [Field.OfferKeys] away again. It reports false where there is none.
func (f *Field) WithdrawKeys() bool {
	if !f.form.offering[f] {
		return false
	}
	delete(f.form.offering, f)
	f.form.layoutVersion++
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
