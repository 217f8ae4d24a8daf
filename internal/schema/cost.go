package schema

import (
	"errors"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/limit"
	"a2aform/internal/schema/normalize"
)

var errTooManyTries = &normalize.LimitError{What: errors.New("the schema combines too many alternatives of alternatives")}

// costs counts, for each schema, how many are tried for one location.
type costs map[*jsonschema.Schema]int

// exceed reports whether any of the schemas is too costly.
func (c costs) exceed(all map[*jsonschema.Schema]bool) bool {
	for s := range all {
		if c.of(s) > limit.SchemaTries.Int() {
			return true
		}
	}
	return false
}

// reachable are the schemas that are reached from s.
func reachable(s *jsonschema.Schema) map[*jsonschema.Schema]bool {
	waiting, seen := []*jsonschema.Schema{s}, map[*jsonschema.Schema]bool{s: true}
	for len(waiting) > 0 {
		s, waiting = waiting[len(waiting)-1], waiting[:len(waiting)-1]
		for _, sub := range append(inPlace(s), inside(s)...) {
			if sub != nil && !seen[sub] {
				seen[sub] = true
				waiting = append(waiting, sub)
			}
		}
	}
	return seen
}

// of is the cost of s, cut above the limit. A schema that leads back to itself
// ends there; the validator says that.
func (c costs) of(s *jsonschema.Schema) int {
	if s == nil {
		return 0
	}
	if known, ok := c[s]; ok {
		return known
	}
	c[s] = 0
	total := 1
	for _, sub := range inPlace(s) {
		total = min(total+c.of(sub), limit.SchemaTries.Int()+1)
	}
	c[s] = total
	return total
}

// inPlace are the schemas that are tried against the same location as s; nil ones
// are among them.
func inPlace(s *jsonschema.Schema) []*jsonschema.Schema {
	subs := []*jsonschema.Schema{s.Ref, s.RecursiveRef, s.Not, s.If, s.Then, s.Else}
	if s.DynamicRef != nil {
		subs = append(subs, s.DynamicRef.Ref)
	}
	for _, list := range [][]*jsonschema.Schema{s.AllOf, s.AnyOf, s.OneOf} {
		subs = append(subs, list...)
	}
	for _, sub := range s.DependentSchemas {
		subs = append(subs, sub)
	}
	for _, d := range s.Dependencies {
		sub, _ := d.(*jsonschema.Schema)
		subs = append(subs, sub)
	}
	return subs
}

// inside are the schemas of the locations inside that of s; nil ones are among
// them.
func inside(s *jsonschema.Schema) []*jsonschema.Schema {
	subs := []*jsonschema.Schema{s.PropertyNames, s.UnevaluatedProperties, s.Contains, s.Items2020, s.UnevaluatedItems}
	subs = append(subs, s.PrefixItems...)
	for _, sub := range s.Properties {
		subs = append(subs, sub)
	}
	for _, sub := range s.PatternProperties {
		subs = append(subs, sub)
	}
	for _, either := range []any{s.AdditionalProperties, s.AdditionalItems, s.Items} {
		switch sub := either.(type) {
		case *jsonschema.Schema:
			subs = append(subs, sub)
		case []*jsonschema.Schema:
			subs = append(subs, sub...)
		}
	}
	return subs
}

// isTrue reports a schema that accepts every value.
func isTrue(s *jsonschema.Schema) bool { return s != nil && s.Bool != nil && *s.Bool }
