package formgen

import (
	"maps"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// mostRounds bounds how often a value may change what applies to it before it
// rests: a condition may bring a default that meets the next condition.
const (
	mostRounds = 8
	patience   = 4 // rounds until members stay that would vanish
)

// reshape follows the value where the schema depends on it (if/then/else,
// dependent schemas): members come and go with what is typed.
//
// A member whose very value takes away the schema that declares it would come
// and go for ever, so after a few rounds it stays, as one that is not declared.
func (x *Field) reshape() {
	for round := range mostRounds {
		if !x.place.IsConditional() || x.presence != Set || x.asJSON {
			return
		}
		next := x.fit(x.value())
		if next.Is(x.place) {
			return
		}
		if x.isTyping() && next.Kind() != schema.JSON {
			x.setPlace(next)
			x.asJSON = true // text does not turn into fields while it is typed
			return
		}
		x.adopt(next, round >= patience)
		for p := x; p != nil; p = p.parent {
			p.fresh = false
			p.stamp++
		}
	}
}

// isTyping reports JSON text that the user wrote.
func (x *Field) isTyping() bool {
	return x.kind == schema.JSON && x.text != "" && x.text != x.sourceText
}

// adopt lets other schemas apply to what the field holds; keep lets members stay
// that they do not declare.
func (x *Field) adopt(next schema.Place, keep bool) {
	was, v := x.kind, x.value()
	x.setPlace(next)
	x.form.shape++
	switch {
	case x.kind != was && v != nil:
		touched := x.touched
		x.load(v)
		x.touched = touched
	case x.kind != was && x.presence == Set && !x.asJSON:
		x.keepRaw()
	case x.kind == schema.Object:
		x.regroup(keep)
	case x.kind == schema.Array:
		x.refit()
	}
	x.fresh = false
}

// keepRaw gives a field that is set without a value its state for another kind: raw
// input that the kind has no text for stays as JSON text.
func (x *Field) keepRaw() {
	switch {
	case x.IsText() || x.kind == schema.Union:
	case x.text != "":
		x.asJSON = true
	case x.kind == schema.Object:
		x.grow()
	default:
		x.presence = Absent
	}
}

// regroup brings the members of an object in line with its schemas. Those that
// no longer apply are not sent, unless they are to be kept; what was typed into
// them waits.
func (x *Field) regroup(keep bool) {
	if !x.grown {
		return
	}
	have := map[string]*Field{}
	for _, c := range x.children {
		have[c.name] = c
	}
	old := x.children
	x.children = nil
	for _, p := range x.place.Properties() {
		c := have[p.Name]
		delete(have, p.Name)
		x.children = append(x.children, x.member(p, c))
	}
	for _, c := range old {
		if have[c.name] == nil {
			continue
		}
		if c.extra || (c.added || keep) && c.presence != Absent {
			c.extra = true
			c.adapt(x.place.Property(c.name), false)
			x.children = append(x.children, c)
			continue
		}
		x.put(c)
	}
}

// member is the field of a declared member: the one that is there, the one that
// vanished before, or a new one.
func (x *Field) member(p schema.Property, have *Field) *Field {
	if have == nil {
		have = x.vanished[p.Name]
		x.unput(p.Name)
	}
	if have == nil {
		c := newField(x.form, x, p.Name, p.Place, p.Required)
		x.form.made++
		c.start()
		return c
	}
	have.added = have.added || have.extra
	have.extra = false
	have.adapt(p.Place, p.Required)
	if have.presence == Absent && !have.touched {
		have.start()
	}
	return have
}

// put keeps a member that no longer applies for when it does again.
func (x *Field) put(c *Field) {
	x.change(func(s *seldom) {
		s.vanished = maps.Clone(s.vanished)
		if s.vanished == nil {
			s.vanished = map[string]*Field{}
		}
		s.vanished[c.name] = c
	})
}

func (x *Field) unput(name string) {
	if x.vanished[name] != nil {
		x.change(func(s *seldom) {
			s.vanished = maps.Clone(s.vanished)
			delete(s.vanished, name)
		})
	}
}

// refit gives the items the places of their positions.
func (x *Field) refit() {
	for i, item := range x.children {
		item.adapt(x.place.Item(i), true)
	}
}

// adapt puts the field at another place: what it holds stays as far as it fits,
// and is JSON text where it does not.
func (x *Field) adapt(base schema.Place, required bool) {
	x.required = required
	if x.base.Is(base) {
		return
	}
	v := x.value()
	x.base, x.nullable, x.fresh = base, base.AllowsNull(), false
	x.stamp++
	x.adopt(x.fit(v), false)
	x.check()
}

// fit is the base resolved for what the field holds; of unions that are new the
// branch that comes closest is chosen, so that the members stay in sight.
func (x *Field) fit(v *ojson.Value) schema.Place {
	next := x.base.Resolve(x.picks, v)
	if v == nil || next.Kind() != schema.Union {
		return next
	}
	picks, next := x.base.FitRest(x.picks, v)
	x.change(func(s *seldom) { s.picks = picks })
	return next
}

// reshapeAll follows the value at every place, from the bottom.
func (x *Field) reshapeAll() {
	for _, c := range x.children {
		c.reshapeAll()
	}
	x.reshape()
}
