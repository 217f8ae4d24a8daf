package schema

import (
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
)

// Location is one location in a value, with the schemas that apply there. The zero
// Location has no schemas and accepts everything.
type Location struct {
	doc *Document
	*shape
	secretName *string // the member's name, where that or its title names a secret
}

// shape is what is known of a location. Once it is made, only its facts change.
type shape struct {
	entries     []*jsonschema.Schema // validated; everything else is reached from them
	applied     []*jsonschema.Schema // entries and what they refer to, in order of authority
	typed       Kind                 // the type that was chosen among several, JSON if none was
	conditional bool                 // what applies depends on the value
	facts

	unions            []Variants // the alternatives among the schemas, chosen or not
	dependentRequired []string   // members that are required because others are there
	causes            []cause    // the same, with those others
	scope             []string   // where the references were, for dynamic ones

	brought map[*jsonschema.Schema]memberSet // members whose values let a schema apply
	asked   map[*jsonschema.Schema]memberSet // the same of entries, as the location around it has it

	conditions []condition // those of the schemas
	outer      []condition // those of locations around it that ask about members of this one
}

// cause says that a member is required because another one is there.
type cause struct{ required, because string }

// Property is a declared member of an object.
type Property struct {
	Name     string
	Required bool
	Location Location
}

// IsZero reports the location that knows nothing.
func (l Location) isZero() bool { return l.shape == nil }

// Is reports whether the same schemas apply at another location.
func (l Location) Is(other Location) bool {
	switch {
	case l.shape == other.shape:
		return !l.isZero() && len(l.entries) > 0
	case l.isZero() || other.isZero() || len(l.entries) == 0:
		return false
	}
	return slices.Equal(l.entries, other.entries) && slices.Equal(l.applied, other.applied) &&
		slices.Equal(l.dependentRequired, other.dependentRequired) && l.typed == other.typed
}

// RecursesInto reports whether a schema of the location is one of another location too:
// where one holds the other, they may have no end.
func (l Location) RecursesInto(other Location) bool {
	return l.IsKnown() && other.IsKnown() &&
		slices.ContainsFunc(l.entries, func(s *jsonschema.Schema) bool { return slices.Contains(other.entries, s) })
}

// IsKnown reports whether any schema applies here.
func (l Location) IsKnown() bool { return !l.isZero() && len(l.entries) > 0 }

// schemas are all that apply, in order of authority.
func (l Location) schemas() []*jsonschema.Schema {
	if l.isZero() {
		return nil
	}
	return l.applied
}

// Properties are the declared members, in the order that hints for forms name
// (Location.ordered), else in that of the document: first those of the schema itself,
// then those of the schemas that it refers to. Members that may
// have no value at all are left out.
func (l Location) Properties() []Property {
	var names []string
	declared := map[string]bool{}
	required := l.required()
	add := func(list []string) {
		for _, name := range list {
			if !declared[name] {
				declared[name] = true
				names = append(names, name)
			}
		}
	}
	decided := l.decidedMembers()
	for _, s := range l.schemas() {
		if len(l.brought[s]) > 0 {
			add(decided) // they choose what follows
		}
		add(l.declaredBy(s))
	}
	add(decided)
	names = l.ordered(append(names, l.undeclared(declared)...))
	properties := make([]Property, 0, len(names))
	for _, name := range names {
		if loc := l.Property(name); !loc.isForbidden() || required[name] {
			properties = append(properties, Property{name, required[name], loc})
		}
	}
	return properties
}

// declaredBy are the names that one schema declares, in its order.
func (l Location) declaredBy(s *jsonschema.Schema) []string {
	names := make([]string, 0, len(s.Properties))
	for _, m := range l.Node(s).Get("properties").Members() {
		if _, ok := s.Properties[m.Name]; ok {
			names = append(names, m.Name)
		}
	}
	return names
}

// required is the set of required names.
func (l Location) required() map[string]bool {
	set := map[string]bool{}
	for _, s := range l.schemas() {
		for _, name := range s.Required {
			set[name] = true
		}
	}
	if !l.isZero() {
		for _, name := range l.dependentRequired {
			set[name] = true
		}
	}
	return set
}

// undeclared are the names that are required without being declared, in order.
func (l Location) undeclared(declared map[string]bool) []string {
	var names []string
	seen := map[string]bool{}
	add := func(required []string) {
		for _, name := range required {
			if !declared[name] && !seen[name] {
				seen[name] = true
				names = append(names, name)
			}
		}
	}
	for _, s := range l.schemas() {
		add(s.Required)
	}
	if !l.isZero() {
		add(l.dependentRequired)
	}
	return names
}

// Property is the location of one member, declared or not. The place of a member
// about which the schema says nothing is not known; see [Location.IsKnown]. What the
// member's own value brings does not apply to it, nor to what is inside it: it would
// take away the choice of another value. The whole value is still validated by it.
func (l Location) Property(name string) Location {
	var entries, brought, unevaluated []*jsonschema.Schema
	var inside map[*jsonschema.Schema]memberSet
	evaluated := false
	for _, s := range l.schemas() {
		own, matched := membersOf(s, name)
		asked := l.brought[s][name]
		inside = withAsked(inside, own, entries, asked.inside)
		if matched && asked.value && slices.ContainsFunc(own, narrows) {
			brought = append(brought, own...)
			evaluated = true
			continue
		}
		if sub, ok := s.AdditionalProperties.(*jsonschema.Schema); ok && !matched {
			own = append(own, sub)
		}
		entries = append(entries, own...)
		evaluated = evaluated || len(own) > 0 || s.AdditionalProperties != nil
		if rest := s.UnevaluatedProperties; rest != nil {
			unevaluated = append(unevaluated, rest)
			evaluated = evaluated || isTrue(rest)
		}
	}
	choice := l.alternatives(name)
	switch {
	case len(entries) == 0 && choice != nil:
		entries = []*jsonschema.Schema{choice}
	case !evaluated:
		entries = unevaluated
	case len(entries) == 0:
		entries = brought
	}
	member := l.inside(entries)
	if outer := l.conditionsInside(name); len(inside)+len(outer) > 0 {
		member = l.doc.collect(surroundings{l.scope, inside, outer}, entries, nil, nil, nil)
	}
	if isSecretName(name) || isSecretName(member.Title().Exact()) {
		member.secretName = &name
	}
	return member
}

// withAsked notes that schemas apply because of members inside, if there are any. What is
// among the entries already applies without them.
func withAsked(all map[*jsonschema.Schema]memberSet, schemas, entries []*jsonschema.Schema, asked memberSet) map[*jsonschema.Schema]memberSet {
	if len(asked) == 0 {
		return all
	}
	if all == nil {
		all = map[*jsonschema.Schema]memberSet{}
	}
	for _, s := range schemas {
		if !slices.Contains(entries, s) {
			all[s] = asked
		}
	}
	return all
}

// Declares reports whether the schema names the member among its properties: its
// name is then the schema's own, and not data.
func (l Location) Declares(name string) bool {
	return slices.ContainsFunc(l.schemas(), func(s *jsonschema.Schema) bool { return s.Properties[name] != nil })
}

// membersOf are the schemas that one schema has for a name, but for
// additionalProperties.
func membersOf(s *jsonschema.Schema, name string) (list []*jsonschema.Schema, matched bool) {
	if sub, ok := s.Properties[name]; ok {
		list = append(list, sub)
	}
	for _, pattern := range patternsOf(s) {
		if pattern.MatchString(name) {
			list = append(list, s.PatternProperties[pattern])
		}
	}
	return list, len(list) > 0
}

// patternsOf are the patterns of patternProperties in a fixed order.
func patternsOf(s *jsonschema.Schema) []jsonschema.Regexp {
	if len(s.PatternProperties) == 0 {
		return nil
	}
	patterns := make([]jsonschema.Regexp, 0, len(s.PatternProperties))
	for pattern := range s.PatternProperties {
		patterns = append(patterns, pattern)
	}
	slices.SortFunc(patterns, func(a, b jsonschema.Regexp) int { return strings.Compare(a.String(), b.String()) })
	return patterns
}

// Item is the location of item i of an array.
func (l Location) Item(i int) Location {
	var entries, unevaluated []*jsonschema.Schema
	evaluated := false
	for _, s := range l.schemas() {
		if sub := itemSchema(s, i); sub != nil {
			entries = append(entries, sub)
		}
		evaluated = evaluated || s.AdditionalItems == true
		if rest := s.UnevaluatedItems; rest != nil {
			unevaluated = append(unevaluated, rest)
			evaluated = evaluated || isTrue(rest)
		}
	}
	if len(entries) == 0 && !evaluated {
		entries = unevaluated
	}
	return l.inside(entries)
}

func itemSchema(s *jsonschema.Schema, i int) *jsonschema.Schema {
	if i < len(s.PrefixItems) {
		return s.PrefixItems[i]
	}
	if s.Items2020 != nil {
		return s.Items2020
	}
	switch items := s.Items.(type) {
	case *jsonschema.Schema:
		return items
	case []*jsonschema.Schema:
		if i < len(items) {
			return items[i]
		}
		rest, _ := s.AdditionalItems.(*jsonschema.Schema)
		return rest
	}
	return nil
}

// Prefix is how many items at the beginning of an array have schemas of their
// own by their position, as in a tuple.
func (l Location) Prefix() int {
	n := 0
	for _, s := range l.schemas() {
		n = max(n, len(s.PrefixItems))
		if items, ok := s.Items.([]*jsonschema.Schema); ok {
			n = max(n, len(items))
		}
	}
	return n
}

// TakesItem reports whether an array may have an item i.
func (l Location) TakesItem(i int) bool {
	for _, s := range l.schemas() {
		items, _ := s.Items.([]*jsonschema.Schema)
		if items != nil && i >= len(items) && forbids(s.AdditionalItems) {
			return false
		}
	}
	return !l.Item(i).isForbidden()
}

// Node is the document's view of a compiled schema.
func (l Location) Node(s *jsonschema.Schema) *ojson.Value { return l.doc.compiled.Node(s.Location) }
