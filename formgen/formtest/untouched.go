package formtest

import (
	"fmt"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// untouched is property P6: a form that was only opened contains the required
// members with one possible value or a valid default, required objects in which that
// holds too, and nothing else.
func (p props) untouched() []error {
	want := first(p.doc.Root(), nil)
	got, _ := formgen.New(p.doc).Value()
	if at, differs := Difference(got, want, ""); differs {
		return []error{fmt.Errorf("%q holds %s, not %s", at, text(got.At(at)), text(want.At(at)))}
	}
	return nil
}

// first is what a location must contain from the beginning, nil for nothing.
func first(p schema.Location, above []schema.Location) *ojson.Value {
	for _, outer := range above {
		if outer.RecursesInto(p) {
			return nil // it requires itself
		}
	}
	root := len(above) == 0
	for _, fixed := range []*ojson.Value{p.Const(), p.Default(), p.Only()} {
		if fixed != nil && len(p.Validate(fixed)) == 0 && !(root && p.Kind() == schema.Object) {
			return fixed
		}
	}
	switch p.Kind() {
	case schema.Null:
		return ojson.NewNull()
	case schema.Object:
		if p.AllowsNull() && p.NamesNull() && !root {
			return nil // the user takes null or an object
		}
		return firstMembers(p, above)
	}
	return nil
}

// firstMembers follows the conditions of an object until they rest.
func firstMembers(p schema.Location, above []schema.Location) *ojson.Value {
	var v *ojson.Value
	for range maxRounds {
		var members []ojson.Member
		for _, m := range p.Properties() {
			if !m.Required {
				continue
			}
			if one := first(m.Location, append(above[:len(above):len(above)], p)); one != nil {
				members = append(members, ojson.Member{Name: m.Name, Value: one})
			}
		}
		next := ojson.NewObject(members...)
		if _, differs := Difference(next, v, ""); !differs {
			break
		}
		v = next
		p = p.Resolve(nil, v)
		if p.Kind() != schema.Object {
			break
		}
	}
	return v
}

// nothings are values that are easily taken for one another.
var nothings = []*ojson.Value{
	ojson.NewString(""), ojson.NewNull(), ojson.NewArray(), ojson.NewObject(), ojson.NewBool(false), zero,
}

var zero, _ = ojson.NewNumber("0")

// omitted is the other half of P6: an optional member that is set and made
// omitted again leaves nothing behind, and each kind of nothing can be entered
// where the schema takes it.
func (p props) omitted() []error {
	var all []error
	f := formgen.New(p.doc)
	for _, x := range f.Root().Children() {
		if err := comesAndGoes(f, x); err != nil {
			all = append(all, err)
		}
	}
	for _, member := range p.doc.Root().Properties() {
		for _, nothing := range nothings {
			if len(member.Location.Validate(nothing)) > 0 {
				continue
			}
			f := formgen.New(p.doc)
			at := ojson.Pointer("", member.Name)
			x := f.At(at)
			if x == nil {
				continue // it belongs to a branch that is not chosen
			}
			if err := (&enterer{form: f}).enter(x, nothing); err != nil {
				all = append(all, err)
				continue
			}
			v, _ := f.Value()
			if got := v.At(at); !got.Exists() || text(got) != text(nothing) {
				all = append(all, fmt.Errorf("%q cannot be %s, it is %s", at, text(nothing), text(got)))
			}
		}
	}
	return all
}

func comesAndGoes(f *formgen.Form, x *formgen.Field) error {
	if x.Presence() != formgen.Omitted {
		return nil
	}
	before, _ := f.Value()
	x.SetPresence(formgen.Set)
	x.SetPresence(formgen.Omitted)
	if after, _ := f.Value(); text(after) != text(before) {
		return fmt.Errorf("%q was set and made omitted again: %s became %s", x.Pointer(), text(before), text(after))
	}
	return nil
}
