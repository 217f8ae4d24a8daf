package formgen

import (
	"slices"

	"a2aform/internal/schema"
)

// Presence says whether a location is omitted, null, or set to a value.
//
// Not stable, see the package comment.
type Presence uint8

// The presences of a field.
//
// Not stable, see the package comment.
const (
	Omitted Presence = iota
	Null
	Set
)

// Presence is whether the field is sent.
func (f *Field) Presence() Presence { return f.presence }

// SetPresence makes the field omitted, null or set. Null has no effect where it
// is no value. What was typed stays and comes back with [Set].
func (f *Field) SetPresence(p Presence) {
	if p == Null && !f.nullable {
		return
	}
	var also []*Field
	if len(f.Unions()) > 0 {
		also = []*Field{f} // a branch that was left may come back
	}
	f.form.history.edit(f, also, func() { f.setPresence(p) })
}

func (f *Field) setPresence(p Presence) {
	f.presence = p
	if kind := f.Kind(); kind == schema.Object || kind == schema.Array || len(f.Unions()) > 0 {
		f.form.layoutVersion++ // it has rows besides its own while it is set
	}
	if p == Set {
		kinds[f.Kind()].fill(f)
		f.markSetUpwards()
		return
	}
	f.touch()
}

// Presences are the presences that the field can take, in the order in which
// [Field.CyclePresence] goes through them.
func (f *Field) Presences() []Presence {
	if f.isEntry() || f.parent == nil {
		if f.nullable {
			return []Presence{Set, Null}
		}
		return []Presence{Set}
	}
	if f.required && f.offersNull() && f.Kind() != schema.JSON && f.kind != schema.Null {
		return []Presence{Null, Set} // it must be sent; null is one press away
	}
	states := []Presence{Omitted}
	if f.kind != schema.Null {
		states = append(states, Set)
	}
	if f.nullable {
		states = append(states, Null)
	}
	return states
}

// CyclePresence goes to the next presence that the field can take.
func (f *Field) CyclePresence() { f.SetPresence(f.NextPresence()) }

// NextPresence is what [Field.CyclePresence] goes to.
func (f *Field) NextPresence() Presence {
	states := f.Presences()
	return states[(slices.Index(states, f.presence)+1)%len(states)]
}
