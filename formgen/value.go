package formgen

import (
	"slices"

	"a2aform/internal/ojson"
)

// Value is what the field sends now: nil while it is omitted or holds a draft
// that is no value.
func (f *Field) Value() *ojson.Value {
	if f.fresh {
		return f.cached
	}
	switch f.presence {
	case Omitted:
		f.cached = nil
	case Null:
		f.cached = ojson.NewNull()
	case Set:
		f.cached = kinds[f.Kind()].value(f)
	}
	f.fresh = true
	return f.cached
}

// Takes reports that the schema allows a value.
func (f *Field) Takes(v *ojson.Value) bool { return len(f.base.Validate(v)) == 0 }

// hasDraft reports text that is no value, in the field or below.
func (f *Field) hasDraft() bool {
	if f.presence != Set {
		return f.isEntry() && f.presence == Omitted
	}
	return slices.ContainsFunc(f.Children(), (*Field).hasDraft) || f.Value() == nil
}
