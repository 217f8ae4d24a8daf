package schema

import (
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
	"a2aform/internal/schema/normalize"
)

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
