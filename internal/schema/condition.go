package schema

import (
	"maps"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
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

// condition is an if/then/else of a value, or of one that this value is in.
type condition struct {
	schema *jsonschema.Schema
	path   []string  // the members that lead from its value to this one
	asks   memberSet // the members of this value that it asks about
	within memberSet // the members of this value that let it apply
}

// allConditions are those of the schemas, and those of values around it.
func (l Location) allConditions() []condition {
	if l.isZero() {
		return nil
	}
	return slices.Concat(l.outer, l.conditions)
}

// conditionsInside are the conditions that ask about values inside a member.
func (l Location) conditionsInside(name string) (list []condition) {
	for _, c := range l.allConditions() {
		if asks := c.asks[name].inside; len(asks) > 0 {
			list = append(list, condition{c.schema, append(slices.Clip(c.path), name), asks, c.within[name].inside})
		}
	}
	return list
}

// decidedMembers are the members that only the sides of conditions declare, and that
// decide which side applies.
func (l Location) decidedMembers() []string {
	asked := memberSet{}
	for _, c := range l.allConditions() {
		asked.add(c.asks)
	}
	return slices.DeleteFunc(normalize.SortedNames(asked), func(name string) bool {
		return l.isDeclaredByBase(name) || l.alternatives(name) == nil
	})
}

// isDeclaredByBase reports whether a schema that no value brought declares a member, or
// forbids it.
func (l Location) isDeclaredByBase(name string) bool {
	return slices.ContainsFunc(l.applied, func(s *jsonschema.Schema) bool {
		_, matched := membersOf(s, name)
		return len(l.brought[s]) == 0 && (matched || forbids(s.AdditionalProperties))
	})
}

// alternatives is a schema of the values that the sides of conditions leave to a member:
// the constants of all sides, or a text where one side takes any value. It is nil where
// they leave no choice.
func (l Location) alternatives(name string) *jsonschema.Schema {
	var deciding []condition
	var key strings.Builder
	for _, c := range l.allConditions() {
		if c.asks[name].value && !c.within[name].value {
			deciding = append(deciding, c)
			key.WriteString(c.schema.Location + " " + strings.Join(append(slices.Clip(c.path), name), "\x00") + "\n")
		}
	}
	if len(deciding) == 0 {
		return nil
	}
	if known, ok := l.doc.made.Load(key.String()); ok {
		return known.(*jsonschema.Schema)
	}
	known, _ := l.doc.made.LoadOrStore(key.String(), l.makeAlternatives(deciding, name))
	return known.(*jsonschema.Schema)
}

func (l Location) makeAlternatives(conditions []condition, name string) *jsonschema.Schema {
	var all, closed []Choice
	var stated []*jsonschema.Schema
	isClosed := false
	visits := maxCollected
	for _, c := range conditions {
		found := decide(c.schema, append(slices.Clip(c.path), name), &visits)
		choices := l.statedChoices(found.stated)
		stated = append(stated, found.stated...)
		all = union(all, choices)
		switch {
		case !found.isClosed:
		case isClosed:
			closed = common(closed, choices)
		default:
			closed, isClosed = choices, true
		}
	}
	if len(all) == 0 {
		return nil
	}
	if len(closed) > 0 {
		all = closed
	}
	title := sharedTitle(stated)
	for i := range all {
		if title != "" {
			all[i].Title = textOf(nil)
		}
	}
	var s *jsonschema.Schema
	switch {
	case len(all) > 1 && len(closed) > 0:
		s = choiceSchema(all)
		if slices.ContainsFunc(stated, takesNull) {
			s.AnyOf = append(s.AnyOf, constant(nil))
		}
	case !isClosed:
		s = &jsonschema.Schema{
			Location: normalize.UncheckedURL, Types: typesAmong(stated),
			Extensions: []jsonschema.SchemaExt{choiceList(all)},
		}
	default:
		return nil
	}
	s.Title = title
	return s
}

// choiceSchema is a schema of some values, or of one.
func choiceSchema(choices []Choice) *jsonschema.Schema {
	s := &jsonschema.Schema{Location: normalize.UncheckedURL, Extensions: []jsonschema.SchemaExt{choiceList(choices)}}
	values := valuesOf(choices)
	if len(values) == 1 {
		fixed := values[0].Any()
		s.Const = &fixed
		return s
	}
	for _, v := range values {
		s.AnyOf = append(s.AnyOf, constant(v.Any()))
	}
	return s
}

// outcome is what a schema states of a member.
type outcome struct {
	stated   []*jsonschema.Schema // the schemas of its constants and enumerations
	isClosed bool                 // it takes no other value
}

func (o *outcome) add(other outcome) {
	o.stated = append(o.stated, other.stated...)
	o.isClosed = o.isClosed || other.isClosed
}

// decide finds what the sides of a condition state of the member at a path. Where one
// states nothing, what the condition asks for is known of it.
func decide(s *jsonschema.Schema, path []string, visits *int) outcome {
	yes, no := state(s.Then, path, visits), state(s.Else, path, visits)
	if len(yes.stated)+len(no.stated) == 0 {
		return outcome{}
	}
	if len(yes.stated) == 0 && !yes.isClosed {
		yes = state(s.If, path, visits)
	}
	return outcome{append(yes.stated, no.stated...), yes.isClosed && no.isClosed}
}

// state finds what a schema states of the member at a path, with what it refers to and
// conditions in it.
func state(s *jsonschema.Schema, path []string, visits *int) outcome {
	var found outcome
	if s == nil || *visits == 0 {
		return found
	}
	*visits--
	found.isClosed = isFalse(s)
	found.add(state(s.Ref, path, visits))
	for _, sub := range s.AllOf {
		found.add(state(sub, path, visits))
	}
	switch {
	case len(path) == 0 && (s.Const != nil || s.Enum != nil):
		found.add(outcome{[]*jsonschema.Schema{s}, true})
	case len(path) > 0:
		members, _ := membersOf(s, path[0])
		for _, sub := range members {
			found.add(state(sub, path[1:], visits))
		}
		if s.If != nil {
			found.add(decide(s, path, visits))
		}
	}
	return found
}

// statedChoices are the values of constants and enumerations, each once.
func (l Location) statedChoices(stated []*jsonschema.Schema) []Choice {
	var all []Choice
	for _, s := range stated {
		node := l.Node(s)
		if s.Const == nil {
			all = union(all, enumChoices(node))
		} else if v := node.Get("const"); v.Exists() && !v.Is(ojson.Null) {
			all = union(all, []Choice{{v, textOf(node.Get("title")), textOf(node.Get("description"))}})
		}
	}
	return all
}

// union appends the choices of b that a lacks.
func union(a, b []Choice) []Choice {
	for _, c := range b {
		if !slices.ContainsFunc(a, func(known Choice) bool { return known.Value.Key() == c.Value.Key() }) {
			a = append(a, c)
		}
	}
	return a
}

// sharedTitle is the title that all schemas have: it names the member, not its value.
func sharedTitle(list []*jsonschema.Schema) string {
	for _, s := range list {
		if s.Title != list[0].Title {
			return ""
		}
	}
	return list[0].Title
}

// constant is a schema of one value.
func constant(v any) *jsonschema.Schema {
	return &jsonschema.Schema{Location: normalize.UncheckedURL, Const: &v}
}

// takesNull reports a constant or an enumeration that has null.
func takesNull(s *jsonschema.Schema) bool {
	return s.Const != nil && *s.Const == nil || s.Enum != nil && slices.Contains(s.Enum.Values, nil)
}

// typesAmong are the types of constants and enumerations.
func typesAmong(list []*jsonschema.Schema) *jsonschema.Types {
	types := new(jsonschema.Types)
	for _, s := range list {
		values := []any{}
		if s.Const != nil {
			values = append(values, *s.Const)
		} else {
			values = s.Enum.Values
		}
		for _, v := range values {
			types.Add(typeName(v))
		}
	}
	return types
}

// typeName is the name of the type of a value as the validator has it.
func typeName(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	}
	return "number"
}

// choiceList are the choices of a schema that is in no document.
type choiceList []Choice

// Validate implements [jsonschema.SchemaExt]. Other keywords of the schema say what is
// valid.
func (choiceList) Validate(*jsonschema.ValidatorContext, any) {}

// writtenChoices are the choices that a schema was made with, nil for all others.
func writtenChoices(s *jsonschema.Schema) []Choice {
	for _, ext := range s.Extensions {
		if list, ok := ext.(choiceList); ok {
			return list
		}
	}
	return nil
}

func valuesOf(choices []Choice) []*ojson.Value {
	values := make([]*ojson.Value, len(choices))
	for i, c := range choices {
		values[i] = c.Value
	}
	return values
}
