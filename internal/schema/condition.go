package schema

import (
	"maps"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/schema/normalize"
)

// memberSet is a set of members by name, with members inside them.
type memberSet map[string]memberAsked

// memberAsked says what of a member a condition asks about.
type memberAsked struct {
	value  bool      // its own value
	inside memberSet // values inside it
}

// add adds the members of another set.
func (set memberSet) add(other memberSet) {
	for name, asked := range other {
		known := set[name]
		known.value = known.value || asked.value
		if len(asked.inside) > 0 {
			inside := memberSet{}
			inside.add(known.inside)
			inside.add(asked.inside)
			known.inside = inside
		}
		set[name] = known
	}
}

// maxAsked bounds how many members inside one another a condition is read for.
const maxAsked = 8

// asks are the members whose values a condition asks about. One that asks about no
// value asks which members are there.
func asks(condition *jsonschema.Schema) memberSet {
	found := asksWithin(condition, maxAsked)
	if len(found) > 0 {
		return found
	}
	visitStated(condition, func(s *jsonschema.Schema) bool {
		for _, name := range s.Required {
			found[name] = memberAsked{value: true}
		}
		return false
	})
	return found
}

func asksWithin(condition *jsonschema.Schema, levels int) memberSet {
	found := memberSet{}
	if levels == 0 {
		return found
	}
	visitStated(condition, func(s *jsonschema.Schema) bool {
		for name, member := range s.Properties {
			inside := asksWithin(member, levels-1)
			isValue := len(inside) == 0 || visitStated(member, func(s *jsonschema.Schema) bool { return s.Const != nil || s.Enum != nil })
			found.add(memberSet{name: {isValue, inside}})
		}
		return false
	})
	return found
}

// visitStated visits s and what applies to the same value with it, wherever it is stated,
// until visit reports true, and reports whether it did.
func visitStated(s *jsonschema.Schema, visit func(*jsonschema.Schema) bool) bool {
	seen := map[*jsonschema.Schema]bool{}
	var each func(...*jsonschema.Schema) bool
	each = func(list ...*jsonschema.Schema) bool {
		for _, s := range list {
			if s == nil || seen[s] || len(seen) >= maxCollected {
				continue
			}
			seen[s] = true
			if visit(s) || each(s.Ref, s.Not, s.Then, s.Else) || each(s.AllOf...) || each(s.AnyOf...) || each(s.OneOf...) {
				return true
			}
		}
		return false
	}
	return each(s)
}

// bring notes that a schema applies because of the values of some members.
func (s *shape) bring(schema *jsonschema.Schema, asked memberSet) {
	if len(asked) == 0 {
		return
	}
	if s.brought == nil {
		s.brought = map[*jsonschema.Schema]memberSet{}
	}
	s.brought[schema] = asked
}

// RequiredBecauseOf are the members of an object whose values require another one of it;
// none where that is required whatever their values.
func (l Location) RequiredBecauseOf(name string) (members []string) {
	for _, s := range l.schemas() {
		if !slices.Contains(s.Required, name) {
			continue
		}
		asked := l.brought[s]
		if len(asked) == 0 {
			return nil
		}
		members = slices.AppendSeq(members, maps.Keys(asked))
	}
	if !l.isZero() {
		for _, c := range l.causes {
			if c.required == name {
				members = append(members, c.because)
			}
		}
	}
	slices.Sort(members)
	return slices.Compact(members)
}

// narrows reports a schema that leaves fewer values to choose from.
func narrows(s *jsonschema.Schema) bool {
	return visitStated(s, func(s *jsonschema.Schema) bool {
		return s.Const != nil || s.Enum != nil || s.Types != nil && s.Properties == nil && s.AdditionalProperties == nil
	})
}

// addAsked adds a schema that applies because of the values of some members.
func (c *collector) addAsked(asked memberSet, s *jsonschema.Schema) {
	before := c.asked
	if len(before) > 0 {
		all := memberSet{}
		all.add(before)
		all.add(asked)
		asked = all
	}
	c.asked = asked
	c.add(s)
	c.asked = before
}

// addSide adds the side of a condition that the value asks for.
func (c *collector) addSide(s *jsonschema.Schema) {
	asked := asks(s.If)
	c.shape.conditions = append(c.shape.conditions, condition{schema: s, asks: asked, within: c.asked})
	if c.value != nil {
		c.addAsked(asked, c.consequence(s))
	}
}

// shapeless says, once it is asked, whether only conditions say what a value is.
type shapeless struct{ known, is bool }

// isShapeless reports that nothing says what the value is, but for what conditions
// bring.
func (c *collector) isShapeless() bool {
	if !c.known {
		c.known, c.is = true, !c.isShaped(c.shape.entries, map[*jsonschema.Schema]bool{})
	}
	return c.is
}

func (c *collector) isShaped(list []*jsonschema.Schema, seen map[*jsonschema.Schema]bool) bool {
	for _, s := range list {
		if s == nil || seen[s] {
			continue
		}
		seen[s] = true
		if saysShape(s) || s.DynamicRef != nil || s.RecursiveRef != nil ||
			c.isShaped([]*jsonschema.Schema{s.Ref}, seen) || c.isShaped(s.AllOf, seen) ||
			c.isUnionShaped(s, "anyOf", s.AnyOf, seen) || c.isUnionShaped(s, "oneOf", s.OneOf, seen) {
			return true
		}
	}
	return false
}

// isUnionShaped reports a union that says what the value is, or is still to say it.
func (c *collector) isUnionShaped(s *jsonschema.Schema, keyword string, branches []*jsonschema.Schema, seen map[*jsonschema.Schema]bool) bool {
	some := withoutNull(branches)
	switch {
	case len(some) == 0:
		return len(branches) > 0
	case len(some) == 1:
		return c.isShaped(some, seen)
	case isTitledEnum(branches):
		return true
	case !shapes(branches):
		return false
	}
	u := c.newUnion(s, keyword, branches)
	u.pick(c.picks)
	return u.Picked < 0 || c.isShaped([]*jsonschema.Schema{u.Branches[u.Picked].schema}, seen)
}

func saysShape(s *jsonschema.Schema) bool {
	return s.Bool != nil && !*s.Bool || s.Types != nil || s.Enum != nil || s.Const != nil ||
		speaksOfMembers(s) || speaksOfItems(s) || speaksOfText(s) || speaksOfNumbers(s)
}

// statesShape reports whether a schema says what a value is.
func statesShape(s *jsonschema.Schema) bool { return visitStated(s, saysShape) }

// addSides adds the two sides of a condition as shapes to choose from, where nothing
// else says what the value is.
func (c *collector) addSides(s *jsonschema.Schema) {
	u := Variants{Key: s.Location + "/if", Picked: -1, in: c.location(), condition: s}
	for i, side := range []*jsonschema.Schema{s.Then, s.Else} {
		if side == nil {
			side = anyValue
		}
		u.Branches = append(u.Branches, Branch{Index: i, schema: side})
	}
	u.pick(c.picks)
	c.shape.unions = append(c.shape.unions, u)
	if u.Picked < 0 {
		return
	}
	c.add(u.Branches[u.Picked].schema)
	if u.Picked == 0 {
		c.add(s.If)
	}
}

// anyValue is the side of a condition that is not written.
var anyValue = func() *jsonschema.Schema {
	yes := true
	return &jsonschema.Schema{Bool: &yes, Location: normalize.UncheckedURL}
}()
