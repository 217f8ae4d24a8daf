package formgen

import (
	"maps"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// maxRounds bounds how often a value may change what applies to it before it
// rests: a condition may bring a default that meets the next condition.
const (
	maxRounds = 8
	patience  = 4 // rounds until members stay that would vanish
)

// recompute follows the value where the schema depends on it (if/then/else,
// dependent schemas): members come and go with what is typed.
//
// A member whose very value takes away the schema that declares it would come
// and go for ever, so after a few rounds it stays, as one that is not declared.
func (f *Field) recompute() {
	for round := range maxRounds {
		if !f.loc.IsConditional() || f.presence != Set || f.asJSON {
			return
		}
		next := f.fit(f.value())
		if next.Is(f.loc) {
			return
		}
		if f.isTyping() && next.Kind() != schema.JSON {
			f.setLocation(next)
			f.asJSON = true // text does not turn into fields while it is typed
			return
		}
		f.adopt(next, round >= patience)
		for p := f; p != nil; p = p.parent {
			p.fresh = false
			p.version++
		}
	}
}

// adopt lets other schemas apply to what the field holds; keep lets members stay
// that they do not declare.
func (f *Field) adopt(next schema.Location, keep bool) {
	was, v := f.kind, f.value()
	f.setLocation(next)
	f.form.layoutVersion++
	switch {
	case f.kind != was && v != nil:
		touched := f.touched
		f.load(v)
		f.touched = touched
	case f.kind != was && f.presence == Set && !f.asJSON:
		f.keepRaw()
	case f.kind == schema.Object:
		f.regroup(keep)
	case f.kind == schema.Array:
		f.refit()
	}
	f.fresh = false
}

// keepRaw gives a field that is set without a value its state for another kind: raw
// input that the kind has no text for stays as JSON text.
func (f *Field) keepRaw() {
	switch {
	case f.IsText() || f.kind == schema.Union:
	case f.text != "":
		f.asJSON = true
	case f.kind == schema.Object:
		f.expand()
	default:
		f.presence = Omitted
	}
}

// regroup brings the members of an object in line with its schemas. Those that
// no longer apply are not sent, unless they are to be kept; what was typed into
// them waits.
func (f *Field) regroup(keep bool) {
	if !f.expanded {
		return
	}
	have := map[string]*Field{}
	for _, c := range f.children {
		have[c.name] = c
	}
	old := f.children
	f.children = nil
	for _, p := range f.loc.Properties() {
		c := have[p.Name]
		delete(have, p.Name)
		f.children = append(f.children, f.member(p, c))
	}
	for _, c := range old {
		if have[c.name] == nil {
			continue
		}
		if c.extra || (c.added || keep) && c.presence != Omitted {
			c.extra = true
			c.adapt(f.loc.Property(c.name), false)
			f.children = append(f.children, c)
			continue
		}
		f.hide(c)
	}
}

// member is the field of a declared member: the one that is there, the one that
// vanished before, or a new one.
func (f *Field) member(p schema.Property, have *Field) *Field {
	if have == nil && f.hiddenMembers[p.Name] != nil {
		have = f.hiddenMembers[p.Name]
		f.hiddenMembers = maps.Clone(f.hiddenMembers)
		delete(f.hiddenMembers, p.Name)
	}
	if have == nil {
		c := newField(f.form, f, p.Name, p.Location, p.Required)
		f.form.budgetUsed++
		c.start()
		return c
	}
	have.added = have.added || have.extra
	have.extra = false
	isGiven := have.origin == Given && !have.touched && have.presence == Set && !have.base.Is(p.Location)
	have.adapt(p.Location, p.Required)
	if fixed := have.fixed(); isGiven && fixed != nil && have.kind != schema.Object && !ojson.Equal(fixed, have.value()) {
		have.load(fixed) // a default goes with the branch that brought it
		have.markGiven()
	}
	if have.presence == Omitted && !have.touched {
		have.start()
	}
	return have
}

// hide keeps a member that no longer applies for when it does again.
func (f *Field) hide(c *Field) {
	f.hiddenMembers = maps.Clone(f.hiddenMembers)
	if f.hiddenMembers == nil {
		f.hiddenMembers = map[string]*Field{}
	}
	f.hiddenMembers[c.name] = c
}

// adapt puts the field at another location: what it holds stays as far as it fits,
// and is JSON text where it does not.
func (f *Field) adapt(base schema.Location, required bool) {
	f.required = required
	if f.base.Is(base) {
		return
	}
	v := f.value()
	f.base, f.nullable, f.fresh = base, base.AllowsNull(), false
	f.version++
	f.adopt(f.fit(v), false)
	f.check()
}

// fit is the base resolved for what the field holds; of unions that are new the
// branch that comes closest is chosen, so that the members stay in sight.
func (f *Field) fit(v *ojson.Value) schema.Location {
	next := f.base.Resolve(f.picks, v)
	if v == nil || next.Kind() != schema.Union {
		return next
	}
	picks, next := f.base.Fit(f.picks, v, nil)
	f.picks = picks
	return next
}
