package formgen

import (
	"maps"
	"slices"
	"strings"
	"unicode"

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

// Suited is what of a value suits a form.
//
// Not stable, see the package comment.
type Suited struct {
	Value    *ojson.Value // of the form, as far as it is known
	Labels   []string     // of the fields that it fills in, each once, in the order of the value; "Price (unit_price)" where the name was another
	Fields   []string     // the labels without the other names
	Required int          // how many of the fields the form requires
	InList   bool         // the value is an item of the list that Value fills in, or all of its items

	isAlike    IsAlike
	within     string // the labels of the objects that are searched, each with a sign behind it
	isOptional bool   // what is searched may be left out
}

// IsAlike reports that a member of another name says the same of its object as a property does: a unit_price is a price.
//
// Not stable, see the package comment.
type IsAlike func(p schema.Property, member ojson.Member) bool

// SuitedFrom takes the members of an object whose names and types are those of a form's fields, also inside of objects
// and lists: dueDate suits due_date, a field with the title "Due date", CustomerName the name of a customer; a number and the text of its digits suit each other. A field without a member of its name takes the only one that
// is alike, unless that could go into another field too; where isAlike is nil, names alone count. A list of objects suits the list of which it fills in
// most. It is false where nothing suits, and of a form that is not an object.
//
// Not stable, see the package comment.
func SuitedFrom(doc *schema.Document, v *ojson.Value, isAlike IsAlike) (s Suited, ok bool) {
	root := doc.Root()
	s.isAlike = isAlike
	if s.Value = s.suit(root, v); s.Value != nil {
		return s, true
	}
	if v.Is(ojson.Object) {
		v = ojson.NewArray(v) // which may suit a list
	}
	best := Suited{InList: true}
	for _, p := range root.Properties() {
		one := Suited{InList: true, isAlike: isAlike, isOptional: !p.Required}
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
	case v.Is(ojson.Null), v.Is(ojson.Object), !v.Exists():
		return nil
	case len(at.Validate(v)) == 0:
		return v
	}
	if v = otherWay(v); v == nil || !at.Format().IsEmpty() || len(at.Validate(v)) > 0 {
		return nil
	}
	return v
}

// otherWay is a number as the text of its digits, and such a text as the number: an order number without letters is a number in CSV, and
// some agents write prices as texts. It is nil for other values.
func otherWay(v *ojson.Value) *ojson.Value {
	switch {
	case v.Is(ojson.Number):
		return ojson.NewString(v.Text())
	case v.Is(ojson.String):
		if number, err := ojson.NewNumber(v.Text()); err == nil {
			return number
		}
	}
	return nil
}

// suitMembers takes those members that suit.
func (s *Suited) suitMembers(at schema.Location, v *ojson.Value) *ojson.Value {
	var members []ojson.Member
	v = gathered(at, v)
	alike := s.alikeMembers(at, v)
	for _, p := range at.Properties() {
		field := s.within + propertyLabel(p)
		label := field
		m, ok := memberFor(p, v)
		if !ok {
			if m, ok = alike[p.Name]; ok {
				label += " (" + shown(m.Name) + ")"
			}
		}
		within, isOptional := s.within, s.isOptional
		s.isOptional = isOptional || !p.Required
		isRequired := !s.isOptional
		if p.Location.Kind() == schema.Object {
			s.within = field + " › "
		}
		value := s.suit(p.Location, m.Value)
		s.within, s.isOptional = within, isOptional
		if value == nil {
			continue
		}
		members = append(members, ojson.Member{Name: p.Name, Value: value})
		hasFields := value.Is(ojson.Object) || value.Index(0).Is(ojson.Object)
		if !hasFields && !slices.Contains(s.Labels, label) {
			s.Labels, s.Fields = append(s.Labels, label), append(s.Fields, field)
			if isRequired {
				s.Required++
			}
		}
	}
	if members == nil {
		return nil
	}
	return ojson.NewObject(members...)
}

// gathered is an object in which members for the fields of an object that it does not have are that object, one level deep:
// CustomerName, or Customer alone, is the name of the customer. A member that a property has the name of stays.
func gathered(at schema.Location, v *ojson.Value) *ojson.Value {
	members, properties := slices.Clone(v.Members()), at.Properties()
	for _, p := range properties {
		if m, _ := memberFor(p, v); p.Location.Kind() != schema.Object || m.Value.Is(ojson.Object) {
			continue
		}
		var inside []ojson.Member
		take := func(child schema.Property, isNamed func(name string) bool) bool {
			i := slices.IndexFunc(members, func(m ojson.Member) bool {
				isOther := func(other schema.Property) bool { return other.Name != p.Name && isNameOf(other, m.Name) }
				return !m.Value.Is(ojson.Object) && isNamed(m.Name) && !slices.ContainsFunc(properties, isOther)
			})
			if i < 0 {
				return false
			}
			inside = append(inside, ojson.Member{Name: child.Name, Value: members[i].Value})
			members = slices.Delete(members, i, i+1)
			return true
		}
		for _, child := range p.Location.Properties() {
			isWhole := func(name string) bool { return isNameWithin(p, child, name) }
			if !take(child, isWhole) && isNameOf(child, "name") {
				take(child, func(name string) bool { return isNameOf(p, name) })
			}
		}
		if inside != nil {
			members = slices.Insert(members, 0, ojson.Member{Name: p.Name, Value: ojson.NewObject(inside...)}) // before one of its name
		}
	}
	return ojson.NewObject(members...)
}

// alikeMembers are the members for the properties that have none of their name: each is alike to one property, and no other is.
func (s *Suited) alikeMembers(at schema.Location, v *ojson.Value) map[string]ojson.Member {
	if s.isAlike == nil {
		return nil
	}
	properties := at.Properties()
	rest := slices.DeleteFunc(slices.Clone(v.Members()), func(m ojson.Member) bool {
		isNamed := func(p schema.Property) bool { return isNameOf(p, m.Name) }
		return m.Value.Is(ojson.Object) || m.Value.Is(ojson.Array) || slices.ContainsFunc(properties, isNamed)
	})
	alike, uses := map[string]ojson.Member{}, map[string]int{} // uses: of a member
	for _, p := range properties {
		if _, ok := memberFor(p, v); ok {
			continue
		}
		var found []ojson.Member
		for _, m := range rest {
			if s.isAlike(p, m) && s.suit(p.Location, m.Value) != nil {
				found = append(found, m)
				uses[m.Name]++
			}
		}
		if len(found) == 1 {
			alike[p.Name] = found[0]
		}
	}
	maps.DeleteFunc(alike, func(_ string, m ojson.Member) bool { return uses[m.Name] > 1 })
	return alike
}

// memberFor is the member of an object that has the name or the title of a property.
func memberFor(p schema.Property, v *ojson.Value) (m ojson.Member, ok bool) {
	for _, m := range v.Members() {
		if isNameOf(p, m.Name) {
			return m, true
		}
	}
	return m, false
}

// isNameOf reports the name or the title of a property, as [isSameName] compares them.
func isNameOf(p schema.Property, name string) bool {
	return isSameName(name, p.Name) || isSameName(name, p.Location.Title().Line(0).String())
}

// isNameWithin reports the name or the title of a property, followed by that of a property in it.
func isNameWithin(p, child schema.Property, name string) bool {
	for _, first := range []string{p.Name, p.Location.Title().Line(0).String()} {
		for _, last := range []string{child.Name, child.Location.Title().Line(0).String()} {
			if first != "" && last != "" && isSameName(name, first+last) {
				return true
			}
		}
	}
	return false
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
//
// Not stable, see the package comment.
func PropertyFor(doc *schema.Document, column string) (name string, ok bool) {
	for _, p := range doc.Root().Properties() {
		if p.Name == column {
			return p.Name, true
		}
	}
	for _, p := range doc.Root().Properties() {
		if isNameOf(p, column) {
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
