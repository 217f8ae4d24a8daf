package formgen

import (
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
		next := f.fit(f.Value())
		if next.Is(f.loc) {
			return
		}
		isTyped := f.kind == schema.JSON && f.text != "" && f.text != f.source.text
		if isTyped && next.Kind() != schema.JSON {
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
	was, v := f.kind, f.Value()
	f.setLocation(next)
	f.form.layoutVersion++
	switch {
	case f.kind != was && v != nil:
		touched := f.touched
		f.form.loader.load(f, v)
		f.touched = touched
	case f.kind != was && f.presence == Set && !f.asJSON:
		kinds[f.kind].convert(f)
	default:
		kinds[f.kind].follow(f, keep)
	}
	f.fresh = false
}

// adapt puts the field at another location: what it holds stays as far as it fits,
// and is JSON text where it does not.
func (f *Field) adapt(base schema.Location, required bool) {
	f.required = required
	if f.base.Is(base) {
		return
	}
	v := f.Value()
	f.base, f.nullable, f.fresh = base, base.AllowsNull(), false
	f.version++
	f.adopt(f.fit(v), false)
	f.check(f)
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
