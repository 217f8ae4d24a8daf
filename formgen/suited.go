package formgen

import (
	"slices"
	"strings"
	"unicode"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Suited is what of a value suits a form.
type Suited struct {
	Value  *ojson.Value // of the form, as far as it is known
	Labels []string     // of the fields that it fills in, each once, in the order of the value
}

// SuitedFrom takes the members of an object whose names and types are those of a form's fields, also inside of objects
// and lists: dueDate suits due_date, and a field with the title "Due date". A list of objects suits the list of which it fills in most.
// It is false where nothing suits, and of a form that is not an object.
func SuitedFrom(doc *schema.Document, v *ojson.Value) (s Suited, ok bool) {
	root := doc.Root()
	if s.Value = s.suit(root, v); s.Value != nil {
		return s, true
	}
	if v.Is(ojson.Object) {
		v = ojson.NewArray(v) // which may suit a list
	}
	var best Suited
	for _, p := range root.Properties() {
		one := Suited{}
		if p.Location.Kind() != schema.Array {
			continue
		}
		if list := one.suit(p.Location, v); list != nil && len(one.Labels) > len(best.Labels) {
			best = one
			best.Value = ojson.NewObject(ojson.Member{Name: p.Name, Value: list})
		}
	}
	return best, best.Value != nil
}

// suit is what of a value suits a location, nil for nothing.
func (s *Suited) suit(at schema.Location, v *ojson.Value) *ojson.Value {
	switch {
	case v.Is(ojson.Object) && at.Kind() == schema.Object:
		return s.suitMembers(at, v)
	case v.Is(ojson.Array) && at.Kind() == schema.Array && v.Len() > 0:
		return s.suitItems(at, v)
	case v.Is(ojson.Null), v.Is(ojson.Object), !v.Exists(), len(at.Validate(v)) > 0:
		return nil
	}
	return v
}

// suitMembers takes those members that suit.
func (s *Suited) suitMembers(at schema.Location, v *ojson.Value) *ojson.Value {
	var members []ojson.Member
	for _, p := range at.Properties() {
		value := s.suit(p.Location, memberFor(p, v))
		if value == nil {
			continue
		}
		members = append(members, ojson.Member{Name: p.Name, Value: value})
		hasFields := value.Is(ojson.Object) || value.Index(0).Is(ojson.Object)
		if label := propertyLabel(p); !hasFields && !slices.Contains(s.Labels, label) {
			s.Labels = append(s.Labels, label)
		}
	}
	if members == nil {
		return nil
	}
	return ojson.NewObject(members...)
}

// memberFor is the member of an object that has the name or the title of a property.
func memberFor(p schema.Property, v *ojson.Value) *ojson.Value {
	for _, m := range v.Members() {
		if isSameName(m.Name, p.Name) || isSameName(m.Name, p.Location.Title().Line(0).String()) {
			return m.Value
		}
	}
	return nil
}

// suitItems takes all items, or none.
func (s *Suited) suitItems(at schema.Location, v *ojson.Value) *ojson.Value {
	var items []*ojson.Value
	for i, item := range v.Items() {
		value := s.suit(at.Item(i), item)
		if value == nil || !at.TakesItem(i) {
			return nil
		}
		items = append(items, value)
	}
	return ojson.NewArray(items...)
}

// PropertyFor is the field of a form that a column of that name fills in: dueDate and "Due date" go into due_date.
func PropertyFor(doc *schema.Document, column string) (name string, ok bool) {
	for _, p := range doc.Root().Properties() {
		if p.Name == column {
			return p.Name, true
		}
	}
	for _, p := range doc.Root().Properties() {
		if isSameName(column, p.Name) || isSameName(column, p.Location.Title().Line(0).String()) {
			return p.Name, true
		}
	}
	return "", false
}

// propertyLabel is the title of a property, else its name.
func propertyLabel(p schema.Property) string {
	if title := p.Location.MemberTitle().Line(0).String(); title != "" {
		return title
	}
	return shown(Humanize(p.Name))
}

// isSameName reports names that differ only in capitals and in what is no letter or digit.
func isSameName(a, b string) bool {
	plain := func(name string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				return unicode.ToLower(r)
			}
			return -1
		}, name)
	}
	return plain(a) != "" && plain(a) == plain(b)
}
