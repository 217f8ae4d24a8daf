package fastcheck

import (
	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/schema/compile"
	"a2aform/internal/schema/normalize"
)

// formTexts takes what is asked of strings.
func (r *rules) formTexts(s *jsonschema.Schema) {
	if s.ContentEncoding != nil || s.ContentMediaType != nil || s.ContentSchema != nil {
		r.kinds &^= textKind
	}
	if s.MinLength == nil && s.MaxLength == nil && s.Pattern == nil && s.Format == nil {
		return
	}
	r.own, r.text = true, &textRules{minimum: atLeast(s.MinLength), maximum: atMost(s.MaxLength), p: s.Pattern, format: s.Format}
}

// formNumbers takes the bounds of numbers.
func (r *rules) formNumbers(s *jsonschema.Schema) {
	n := &numberRules{}
	n.bound(s.Minimum, -1, false)
	n.bound(s.Maximum, 1, false)
	n.bound(s.ExclusiveMinimum, -1, true)
	n.bound(s.ExclusiveMaximum, 1, true)
	if s.MultipleOf != nil {
		if s.MultipleOf.Sign() == 0 {
			r.kinds &^= numberKinds
			return
		}
		n.multiple = ratioOf(s.MultipleOf)
		n.isMultiple = true
	}
	if len(n.bounds) > 0 || n.isMultiple {
		r.own, r.number = true, n
	}
}

// formArrays takes what is asked of arrays.
func (b *rulesBuilder) formArrays(p *rules, s *jsonschema.Schema) {
	if s.Contains != nil || !isNoDemand(s.UnevaluatedItems) {
		p.kinds &^= arrayKind
	}
	a := &arrayRules{rest: acceptAll, minimum: atLeast(s.MinItems), maximum: atMost(s.MaxItems), unique: s.UniqueItems}
	switch items := s.Items.(type) {
	case *jsonschema.Schema:
		a.rest = b.inside(items)
	case []*jsonschema.Schema:
		a.first = b.insides(items)
		a.rest = b.rest(s.AdditionalItems)
	case nil:
		if s.DraftVersion < 2020 && s.AdditionalItems != nil {
			p.kinds &^= arrayKind // without items it means little, and not the same everywhere
		}
	}
	if s.DraftVersion >= 2020 {
		a.first = b.insides(s.PrefixItems)
		if s.Items2020 != nil {
			a.rest = b.inside(s.Items2020)
		}
	}
	if a.minimum > 0 || a.maximum >= 0 || a.unique || len(a.first) > 0 || a.rest != acceptAll {
		p.own, p.array = true, a
	}
}

func (b *rulesBuilder) insides(list []*jsonschema.Schema) []*rules {
	all := make([]*rules, len(list))
	for i, s := range list {
		all[i] = b.inside(s)
	}
	return all
}

// rest is what additionalItems and additionalProperties say.
func (b *rulesBuilder) rest(v any) *rules {
	switch v := v.(type) {
	case bool:
		if !v {
			return unsupported
		}
	case *jsonschema.Schema:
		return b.inside(v)
	}
	return acceptAll
}

// formObjects takes what is asked of objects.
func (b *rulesBuilder) formObjects(p *rules, s *jsonschema.Schema) {
	if s.PropertyNames != nil || len(s.PatternProperties)+len(s.DependentRequired)+len(s.DependentSchemas)+len(s.Dependencies) > 0 ||
		!isNoDemand(s.UnevaluatedProperties) {
		p.kinds &^= objectKind
	}
	o := &objectRules{at: map[string]int{}, rest: b.rest(s.AdditionalProperties), minimum: atLeast(s.MinProperties), maximum: atMost(s.MaxProperties)}
	for _, name := range b.namesOf(s) {
		o.add(name, b.inside(s.Properties[name]))
	}
	for _, name := range s.Required {
		i, ok := o.at[name]
		if !ok {
			i = o.add(name, o.rest)
		}
		if !o.required[i] {
			o.required[i] = true
			o.demands++
		}
	}
	if len(o.names) > 0 || o.minimum > 0 || o.maximum >= 0 || o.rest != acceptAll {
		p.own, p.object = true, o
	}
}

func (o *objectRules) add(name string, member *rules) int {
	i := len(o.names)
	o.at[name] = i
	o.names, o.members, o.required = append(o.names, name), append(o.members, member), append(o.required, false)
	return i
}

// namesOf are the declared names, in the order of the document, which rows
// mostly follow.
func (b *rulesBuilder) namesOf(s *jsonschema.Schema) []string {
	names, seen := make([]string, 0, len(s.Properties)), map[string]bool{}
	add := func(name string) {
		if _, ok := s.Properties[name]; ok && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	for _, m := range b.written(s.Location).Get("properties").Members() {
		add(m.Name)
	}
	for _, name := range normalize.SortedNames(s.Properties) {
		add(name)
	}
	return names
}

// isNoDemand reports a schema that is not there, or true.
func isNoDemand(s *jsonschema.Schema) bool { return s == nil || compile.IsTrue(s) }

func atLeast(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}

func atMost(n *int) int {
	if n == nil {
		return -1
	}
	return *n
}
