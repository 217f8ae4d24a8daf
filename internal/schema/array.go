package schema

import (
	"github.com/santhosh-tekuri/jsonschema/v6"
)

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
	return l.Sub(entries...)
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
