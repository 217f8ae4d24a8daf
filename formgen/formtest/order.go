package formtest

import (
	"fmt"
	"slices"

	"a2aform/formgen"
	"a2aform/internal/ojson"
)

// order is property P8: fields are in the order of the document, and members
// leave in the order of the fields.
func (p props) order() []error {
	return p.each(func(f *formgen.Form, _ *ojson.Value) []error {
		data, err := f.Submit()
		if err != nil {
			return nil // reach reports it
		}
		sent, _ := ojson.Parse(data, ojson.DataLimits)
		var all []error
		walk(f.Root(), func(x *formgen.Field) {
			var fields, members []string
			for _, c := range x.Children() {
				fields = append(fields, c.Name())
			}
			for _, m := range sent.At(x.Pointer()).Members() {
				members = append(members, m.Name)
			}
			if len(x.Children()) > 0 && !isInOrder(members, fields) {
				all = append(all, fmt.Errorf("%q: %q are sent, the fields are %q", x.Pointer(), members, fields))
			}
			if declared := p.declared(x.Location().Schema()); !isInOrder(declared, fields) {
				all = append(all, fmt.Errorf("%q: the fields are %q, the schema says %q", x.Pointer(), fields, declared))
			}
		})
		return all
	})
}

// declared are the names that a schema declares itself, or the one that it
// refers to.
func (p props) declared(s *ojson.Value) []string {
	for range maxRounds {
		ref := s.Get("$ref").Text()
		if len(ref) < 2 || ref[:2] != "#/" {
			break
		}
		s = p.doc.Raw().At(ref[1:])
	}
	var names []string
	for _, m := range s.Get("properties").Members() {
		names = append(names, m.Name)
	}
	return names
}

// isInOrder reports whether what both lists contain is in the same order.
func isInOrder(a, b []string) bool {
	at := 0
	for _, name := range a {
		i := slices.Index(b, name)
		if i < 0 {
			continue
		}
		if i < at {
			return false
		}
		at = i
	}
	return true
}
