package formgen

import (
	"a2aform/internal/ojson"
)

// UseDefault takes the declared default exactly as it is written, the first
// example where there is none; it does nothing without either.
func (f *Field) UseDefault() {
	origin := Given
	if f.loc.Default() == nil {
		origin = Example
	}
	if v := f.Offered(); v != nil {
		f.LoadFrom(v, origin)
	}
}

// replace loads a value in place of what the field holds, which [Form.Undo]
// brings back.
func (f *Field) replace(v *ojson.Value) {
	f.restructure([]*Field{f}, func() {
		f.asJSON = false
		f.form.loader.loadWithin(f, v)
	})
}
