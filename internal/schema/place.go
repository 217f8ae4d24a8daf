package schema

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
)

// maxCollected bounds how many schemas are collected for one place; more is a
// reference bomb.
const maxCollected = 256

// Place is one place in a value, with the schemas that apply there. The zero
// Place knows nothing and accepts everything.
type Place struct {
	doc     *Document
	entries []*jsonschema.Schema // judged; everything else is reached from them
	applied []*jsonschema.Schema // entries and what they refer to, in order of authority
}

// Property is a declared member of an object.
type Property struct {
	Name     string
	Required bool
	Place    Place
}

func (d *Document) place(entries ...*jsonschema.Schema) Place {
	p := Place{doc: d, entries: entries}
	seen := map[*jsonschema.Schema]bool{}
	for _, s := range entries {
		p.applied = collect(p.applied, s, seen)
	}
	return p
}

// collect appends s and all that certainly applies with it: what it refers to,
// its allOf, and the other branch of "T or null".
func collect(list []*jsonschema.Schema, s *jsonschema.Schema, seen map[*jsonschema.Schema]bool) []*jsonschema.Schema {
	if s == nil || seen[s] || len(list) >= maxCollected {
		return list
	}
	seen[s] = true
	list = append(list, s)
	list = collect(list, s.Ref, seen)
	list = collect(list, s.RecursiveRef, seen)
	if s.DynamicRef != nil {
		list = collect(list, s.DynamicRef.Ref, seen)
	}
	for _, sub := range s.AllOf {
		list = collect(list, sub, seen)
	}
	for _, branches := range [][]*jsonschema.Schema{s.AnyOf, s.OneOf} {
		list = collect(list, besideNull(branches), seen)
	}
	return list
}

// besideNull is the branch T of "T or null", nil for any other union.
func besideNull(branches []*jsonschema.Schema) *jsonschema.Schema {
	if len(branches) != 2 {
		return nil
	}
	for i, s := range branches {
		if isNull(s) {
			return branches[1-i]
		}
	}
	return nil
}

func isNull(s *jsonschema.Schema) bool {
	return s.Types != nil && len(s.Types.ToStrings()) == 1 && s.Types.ToStrings()[0] == "null"
}

// Is reports whether the same schemas apply at another place.
func (p Place) Is(other Place) bool {
	return len(p.entries) > 0 && slices.Equal(p.entries, other.entries)
}

// IsKnown reports whether any schema applies here.
func (p Place) IsKnown() bool { return len(p.entries) > 0 }

// Properties are the declared members, in the order of the document: first
// those of the schema itself, then those that it refers to.
func (p Place) Properties() []Property {
	var names []string
	entries := map[string][]*jsonschema.Schema{}
	required := p.required()
	for _, s := range p.applied {
		for _, m := range p.node(s).Get("properties").Members() {
			sub, ok := s.Properties[m.Name]
			if !ok {
				continue
			}
			if _, known := entries[m.Name]; !known {
				names = append(names, m.Name)
			}
			entries[m.Name] = append(entries[m.Name], sub)
		}
	}
	properties := make([]Property, 0, len(names))
	for _, name := range names {
		properties = append(properties, Property{name, required[name], p.doc.place(entries[name]...)})
	}
	for _, name := range p.undeclared(entries) {
		properties = append(properties, Property{name, true, p.Property(name)})
	}
	return properties
}

// required is the set of required names.
func (p Place) required() map[string]bool {
	set := map[string]bool{}
	for _, s := range p.applied {
		for _, name := range s.Required {
			set[name] = true
		}
	}
	return set
}

// undeclared are the names that are required without being declared, in order.
func (p Place) undeclared(declared map[string][]*jsonschema.Schema) []string {
	var names []string
	seen := map[string]bool{}
	for _, s := range p.applied {
		for _, name := range s.Required {
			if _, ok := declared[name]; !ok && !seen[name] {
				seen[name] = true
				names = append(names, name)
			}
		}
	}
	return names
}

// Property is the place of one member, declared or not. The place of a member
// about which the schema says nothing is not known; see [Place.IsKnown].
func (p Place) Property(name string) Place {
	var entries []*jsonschema.Schema
	for _, s := range p.applied {
		matched := false
		if sub, ok := s.Properties[name]; ok {
			entries, matched = append(entries, sub), true
		}
		for pattern, sub := range s.PatternProperties {
			if pattern.MatchString(name) {
				entries, matched = append(entries, sub), true
			}
		}
		if sub, ok := s.AdditionalProperties.(*jsonschema.Schema); ok && !matched {
			entries = append(entries, sub)
		}
	}
	return p.doc.place(entries...)
}

// Item is the place of item i of an array.
func (p Place) Item(i int) Place {
	var entries []*jsonschema.Schema
	for _, s := range p.applied {
		if sub := itemSchema(s, i); sub != nil {
			entries = append(entries, sub)
		}
	}
	return p.doc.place(entries...)
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

// For is the place as it is for the value v: where a union applies, the first
// branch that v satisfies joins the schemas.
func (p Place) For(v *ojson.Value) Place {
	entries := p.entries
	instance := v.Any()
	for _, s := range p.applied {
		for _, branches := range [][]*jsonschema.Schema{s.AnyOf, s.OneOf} {
			if branch := p.firstValid(branches, instance); branch != nil && besideNull(branches) == nil {
				entries = append(entries[:len(entries):len(entries)], branch)
			}
		}
	}
	if len(entries) == len(p.entries) {
		return p
	}
	return p.doc.place(entries...)
}

func (p Place) firstValid(branches []*jsonschema.Schema, instance any) *jsonschema.Schema {
	for _, s := range branches {
		if verdict, fault := p.judge(s, instance, keyBudget); verdict == nil && fault == "" {
			return s
		}
	}
	return nil
}

// Validate judges a value at this place by the schemas that apply here alone.
func (p Place) Validate(v *ojson.Value) []Problem { return p.validate(v, keyBudget) }

func (p Place) validate(v *ojson.Value, within time.Duration) []Problem {
	if len(p.entries) == 0 {
		return nil
	}
	instance := v.Any()
	var problems []Problem
	for _, s := range p.entries {
		verdict, fault := p.judge(s, instance, within)
		switch {
		case fault != "":
			problems = append(problems, Problem{Keyword: unchecked, Message: fault})
		case verdict != nil:
			problems = append(problems, flatten(verdict)...)
		}
	}
	return unique(problems)
}

// judge validates by one schema within a time. The fault says why there is no
// verdict, "" where there is one.
func (p Place) judge(s *jsonschema.Schema, instance any, within time.Duration) (verdict *jsonschema.ValidationError, fault string) {
	p.doc.budget.allow(within)
	defer func() {
		switch recover().(type) {
		case nil:
		case errSpent:
			verdict, fault = nil, "is not checked here: that takes too long"
		default:
			verdict, fault = nil, "is not checked here: it makes the validator fail"
		}
	}()
	err := s.Validate(instance)
	if err != nil && !errors.As(err, &verdict) {
		return nil, "is not checked here: it is no JSON value"
	}
	return verdict, ""
}

// node is the raw document's view of a compiled schema.
func (p Place) node(s *jsonschema.Schema) *ojson.Value {
	_, fragment, _ := strings.Cut(s.Location, "#")
	pointer, err := url.PathUnescape(fragment)
	if err != nil {
		return nil
	}
	return p.doc.raw.At(pointer)
}
