package formtest

import (
	"fmt"
	"slices"
	"strconv"

	"a2aform/formgen"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Difference is the JSON Pointer of the first place where two values are not
// the same, looked for in the order of want: members may be in another
// order, numbers are compared as decimals, text byte by byte.
func Difference(got, want *ojson.Value, at string) (pointer string, differs bool) {
	switch {
	case got.Exists() != want.Exists() || got.Kind() != want.Kind() || got.Len() != want.Len() && !want.Is(ojson.Object):
		return at, true
	case want.Is(ojson.Object):
		return memberDifference(got, want, at)
	case want.Is(ojson.Number):
		return at, !ojson.Equal(got, want)
	case got.Text() != want.Text():
		return at, true
	}
	for i, item := range want.Items() {
		if pointer, differs := Difference(got.Index(i), item, ojson.Pointer(at, strconv.Itoa(i))); differs {
			return pointer, true
		}
	}
	return "", false
}

func memberDifference(got, want *ojson.Value, at string) (pointer string, differs bool) {
	for _, m := range want.Members() {
		if pointer, differs := Difference(got.Get(m.Name), want.Get(m.Name), ojson.Pointer(at, m.Name)); differs {
			return pointer, true
		}
	}
	for _, m := range got.Members() {
		if want.Get(m.Name) == nil {
			return ojson.Pointer(at, m.Name), true
		}
	}
	return "", false
}

// Count reports how the leaves of a value were entered: texts, numbers, truth
// values, nulls, and what is empty.
type Count struct {
	Typed  int // in fields of their own
	JSON   int // as JSON text, though the schema states what they are
	Silent int // as JSON text, where the schema does not say what they are
	Unseen int // as JSON text, because they contain characters that cannot be typed

	Pointers []string // of those in JSON
}

// Leaves are all that were counted.
func (c Count) Leaves() int { return c.Typed + c.JSON + c.Silent + c.Unseen }

// Native is the share of typed fields among the leaves that schemas state.
func (c Count) Native() float64 {
	if c.Typed+c.JSON == 0 {
		return 1
	}
	return float64(c.Typed) / float64(c.Typed+c.JSON)
}

// Add adds another count.
func (c *Count) Add(other Count) {
	c.Typed, c.JSON, c.Silent, c.Unseen = c.Typed+other.Typed, c.JSON+other.JSON, c.Silent+other.Silent, c.Unseen+other.Unseen
	c.Pointers = append(c.Pointers, other.Pointers...)
}

// CountLeaves counts how the leaves of the form's value are edited.
func CountLeaves(f *formgen.Form, doc *schema.Document) Count {
	v, _ := f.Value()
	c := counter{form: f}
	c.count(v, doc.Root(), "")
	return c.Count
}

type counter struct {
	form *formgen.Form
	Count
}

func (c *counter) count(v *ojson.Value, p schema.Location, at string) {
	p = p.For(v)
	if v.Len() == 0 {
		c.leaf(p, at)
		return
	}
	for _, m := range v.Members() {
		c.count(m.Value, p.Property(m.Name), ojson.Pointer(at, m.Name))
	}
	for i, item := range v.Items() {
		c.count(item, p.Item(i), ojson.Pointer(at, strconv.Itoa(i)))
	}
}

func (c *counter) leaf(p schema.Location, at string) {
	x := nearest(c.form, at)
	switch {
	case x.Kind() != schema.JSON:
		c.Typed++
	case x.Pointer() == at && x.Location().Kind().IsString() && !isTypable(c.text(at)):
		c.Unseen++
	case !p.StatesValue():
		c.Silent++
	default:
		c.JSON++
		c.Pointers = append(c.Pointers, at)
	}
}

func (c *counter) text(at string) string {
	v, _ := c.form.Value()
	return v.At(at).Text()
}

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
