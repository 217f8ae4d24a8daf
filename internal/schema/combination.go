package schema

import (
	"cmp"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/safe"
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

// maxTried is how many choices are tried to find one that the rest of the schema
// allows.
const maxTried = 50

// Contradiction says why no value satisfies the schemas here, "" where one may: bounds
// that exclude each other, and constants or choices that the rest of the schema refuses.
func (l Location) Contradiction() string {
	if !l.IsKnown() {
		return ""
	}
	if _, reason := l.classified(); reason == contradicts {
		return reason
	}
	return cmp.Or(l.Bounds().contradiction(), l.wrongChoices(), l.Endless())
}

// maxEndless is how deep members that need one another are followed.
const maxEndless = 20

// Endless says that no value fits because a required member needs another one like itself, and so on; "" where there is an end.
func (l Location) Endless() string { return l.endless(nil) }

func (l Location) endless(outer []Location) string {
	if l.Kind() != Object || l.AllowsNull() || len(outer) > maxEndless {
		return ""
	}
	outer = append(slices.Clip(outer), l)
	for _, p := range l.Properties() {
		member := p.Location
		if !p.Required || member.Kind() != Object || member.AllowsNull() {
			continue
		}
		if slices.ContainsFunc(outer, member.RecursesInto) {
			return "no value fits: " + safe.Text(p.Name).Line(60).String() + " is required in each " + safe.Text(p.Name).Line(60).String() + ", without end"
		}
		if reason := member.endless(outer); reason != "" {
			return reason
		}
	}
	return ""
}

// wrongChoices says that none of the values that are named is allowed.
func (l Location) wrongChoices() string {
	if fixed := l.Const(); fixed != nil {
		if isWrong(l.Validate(fixed)) {
			return "no value fits: the schema refuses its own constant " + safe.Text(string(fixed.Compact())).Line(60).String()
		}
		return ""
	}
	choices := l.Choices()
	if len(choices) == 0 || len(choices) > maxTried || l.AllowsNull() {
		return ""
	}
	if slices.ContainsFunc(choices, func(c Choice) bool { return !isWrong(l.Validate(c.Value)) }) {
		return ""
	}
	return "no value fits: the schema refuses each of its own choices"
}

// isWrong reports problems that are certain.
func isWrong(problems []message.Problem) bool {
	return slices.ContainsFunc(problems, func(p message.Problem) bool { return !p.IsUnchecked() })
}

// closeNever makes false of every schema that forbids what allows everything, such as
// {"not": {}}: it is how some libraries write false.
func (s *compiledSchema) closeNever(all map[*jsonschema.Schema]bool) {
	for sub := range all {
		if sub.Bool == nil && s.allowsNothing(sub, maxNots) {
			no := false
			sub.Bool = &no
		}
	}
}

// maxNots is how many not inside one another are read.
const maxNots = 8

func (s *compiledSchema) allowsNothing(sub *jsonschema.Schema, levels int) bool {
	return sub.Bool != nil && !*sub.Bool || sub.Not != nil && levels > 0 && s.allowsAll(sub.Not, levels-1)
}

func (s *compiledSchema) allowsAll(sub *jsonschema.Schema, levels int) bool {
	if sub.Bool != nil {
		return *sub.Bool
	}
	node := s.Node(sub.Location)
	if node == nil {
		return false
	}
	for _, m := range node.Members() {
		isNever := m.Name == "not" && sub.Not != nil && s.allowsNothing(sub.Not, levels)
		if !isNever && !message.IsRemark(m.Name) {
			return false
		}
	}
	return true
}
