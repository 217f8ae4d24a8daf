package schema

import (
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/schema/message"
)

// Combination is a demand on which members an object has together: some of the
// sets must be there whole.
type Combination struct {
	Sets    [][]string
	Exactly bool // one set and no more; else one at least
	Never   bool // none of the sets
}

// IsMet reports whether the members that are there meet the demand.
func (c Combination) IsMet(has func(name string) bool) bool {
	whole := 0
	for _, set := range c.Sets {
		if hasAll(set, has) {
			whole++
		}
	}
	switch {
	case c.Never:
		return whole == 0
	case c.Exactly:
		return whole == 1
	}
	return whole > 0
}

// IsFaultOf reports whether a problem says that the demand is not met. It is false for one with Never set, which the
// problem says in the words of the schema.
func (c Combination) IsFaultOf(p Problem) bool {
	if c.Never {
		return false
	}
	sets := make([]string, len(c.Sets))
	for i, set := range c.Sets {
		names := make([]string, len(set))
		for j, name := range set {
			names[j] = message.Sanitize(name)
		}
		sets[i] = message.Series(names, "and")
	}
	want := message.Lacking(strings.Join(sets, ", "), c.Exactly)
	return p.Fault == want.Fault && p.Want == want.Want
}

func hasAll(names []string, has func(string) bool) bool {
	for _, name := range names {
		if !has(name) {
			return false
		}
	}
	return true
}

// Combinations are the demands on members that unions of nothing but `required`
// make, and `not` of them.
func (l Location) Combinations() []Combination {
	var list []Combination
	for _, s := range l.schemas() {
		if sets := requiredSets(s.AnyOf); sets != nil {
			list = append(list, Combination{Sets: sets})
		}
		if sets := requiredSets(s.OneOf); sets != nil {
			list = append(list, Combination{Sets: sets, Exactly: true})
		}
		if s.Not == nil {
			continue
		}
		sets := requiredSets(s.Not.AnyOf)
		if isRequiredOnly(s.Not) {
			sets = [][]string{s.Not.Required}
		}
		if sets != nil {
			list = append(list, Combination{Sets: sets, Never: true})
		}
	}
	return list
}

// requiredSets are the names that each branch requires, nil where a branch says
// anything else.
func requiredSets(branches []*jsonschema.Schema) [][]string {
	var sets [][]string
	for _, s := range branches {
		if !isRequiredOnly(s) {
			return nil
		}
		sets = append(sets, s.Required)
	}
	return sets
}

func isRequiredOnly(s *jsonschema.Schema) bool {
	return len(s.Required) > 0 && s.Not == nil && len(s.AllOf)+len(s.AnyOf)+len(s.OneOf) == 0 && isCombination(s)
}
