package schema

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"a2aform/internal/ojson"
	"a2aform/internal/schema/message"
	"a2aform/internal/schema/normalize"
)

// Property is a declared member of an object.
type Property struct {
	Name     string
	Required bool
	Location Location
}

// Properties are the declared members, in the order that hints for forms name
// (Location.ordered), else in that of the document: first those of the schema itself,
// then those of the schemas that it refers to. Members that may
// have no value at all are left out, and while a choice between shapes is not made those on which it decides.
func (l Location) Properties() []Property {
	var names []string
	declared := map[string]bool{}
	required, isRequired := l.required()
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
	add(required)
	if p := l.partial(); p != nil {
		add(p.shared)
		names = slices.DeleteFunc(names, func(name string) bool { return p.decided[name] })
	}
	names = l.ordered(names)
	properties := make([]Property, 0, len(names))
	for _, name := range names {
		if loc := l.Property(name); !loc.isForbidden() || isRequired[name] {
			properties = append(properties, Property{name, isRequired[name], loc})
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

// required are the required names, in order, and as a set.
func (l Location) required() (names []string, set map[string]bool) {
	for _, s := range l.schemas() {
		names = append(names, s.Required...)
	}
	if !l.isZero() {
		names = append(names, l.dependentRequired...)
	}
	if p := l.partial(); p != nil {
		names = append(names, p.needed...)
	}
	set = make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return names, set
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
	if p := l.partial(); p != nil && p.schemas[name] != nil {
		entries, evaluated = append(entries, p.schemas[name]), true
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
	member := l.Sub(entries...)
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

// DeclaresAny reports whether the schema names any member.
func (l Location) DeclaresAny() bool {
	return slices.ContainsFunc(l.schemas(), func(s *jsonschema.Schema) bool { return len(s.Properties) > 0 })
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

// IsMap reports an object that takes members with names that the user chooses: a map, or
// an object that declares nothing.
func (l Location) IsMap() bool {
	if !l.TakesKeys() {
		return false
	}
	declares := false
	for _, s := range l.schemas() {
		if l.describesPattern(s) || s.PropertyNames != nil || isSchema(s.AdditionalProperties) || isOpenSchema(s.UnevaluatedProperties) {
			return true
		}
		declares = declares || len(s.Properties) > 0
	}
	return !declares && !l.isPartial()
}

// describesPattern reports whether a schema says something of the members whose names match a pattern, but that there are none.
func (l Location) describesPattern(s *jsonschema.Schema) bool {
	for _, sub := range s.PatternProperties {
		if isOpenSchema(sub) && l.Node(sub).Len() > 0 {
			return true
		}
	}
	return false
}

// takesPattern reports whether a schema allows members whose names match a pattern.
func takesPattern(s *jsonschema.Schema) bool {
	for _, sub := range s.PatternProperties {
		if !isFalse(sub) {
			return true
		}
	}
	return false
}

func isSchema(additional any) bool {
	s, ok := additional.(*jsonschema.Schema)
	return ok && isOpenSchema(s)
}

// isOpenSchema reports a schema that says something of the values it allows.
func isOpenSchema(s *jsonschema.Schema) bool { return s != nil && s.Bool == nil }

// TakesKeys reports whether an object may have members that it does not
// declare.
func (l Location) TakesKeys() bool {
	isClosed, isOpened := false, false
	for _, s := range l.schemas() {
		hasPatterns := takesPattern(s)
		if !hasPatterns && forbids(s.AdditionalProperties) {
			return false
		}
		isClosed = isClosed || isFalse(s.UnevaluatedProperties)
		isOpened = isOpened || hasPatterns || isSchema(s.AdditionalProperties) || s.AdditionalProperties == true
	}
	return isOpened || !isClosed
}

func forbids(additional any) bool {
	s, _ := additional.(*jsonschema.Schema)
	return additional == false || isFalse(s)
}

func isFalse(s *jsonschema.Schema) bool { return s != nil && s.Bool != nil && !*s.Bool }

// CheckKey says why the object may not have a member of that name that it does
// not declare, "" where it may.
func (l Location) CheckKey(name string) string {
	evaluated, closed := false, false
	for _, s := range l.schemas() {
		_, matched := membersOf(s, name)
		if !matched && forbids(s.AdditionalProperties) {
			return noSuchKey(s)
		}
		evaluated = evaluated || matched || s.AdditionalProperties != nil
		closed = closed || isFalse(s.UnevaluatedProperties)
	}
	if closed && !evaluated || l.Property(name).isForbidden() {
		return message.Unwanted.Message()
	}
	for _, s := range l.schemas() {
		if s.PropertyNames == nil {
			continue
		}
		for _, problem := range l.Sub(s.PropertyNames).Validate(ojson.NewString(name)) {
			if !problem.IsUnchecked() {
				problem.OfName = true
				return problem.Message()
			}
		}
	}
	return ""
}

func noSuchKey(s *jsonschema.Schema) string {
	if patterns := patternsOf(s); len(patterns) == 1 {
		return message.Problem{Fault: message.NotMatch, Want: message.Sanitize(patterns[0].String()), OfName: true}.Message()
	}
	return message.Unwanted.Message()
}

// KeyChoices are the names that an object's members may have where the schema
// lists them; nil where it does not.
func (l Location) KeyChoices() []string {
	for _, s := range l.schemas() {
		if s.PropertyNames == nil {
			continue
		}
		names := l.Sub(s.PropertyNames)
		var list []string
		for _, c := range names.Choices() {
			if c.Value.Is(ojson.String) {
				list = append(list, c.Value.Text())
			}
		}
		if list != nil {
			return list
		}
	}
	return nil
}

// The annotations for forms that generators write next to JSON Schema's own.
var (
	orderLists   = []string{"ui:order", "propertyOrdering"}
	orderNumbers = []string{"x-order", "propertyOrder"}
)

// ordered puts member names into the order of ui:order or propertyOrdering, where *
// stands for all others, else into that of x-order or propertyOrder at the members.
func (l Location) ordered(names []string) []string {
	for _, keyword := range orderLists {
		if list := l.annotation(keyword); list.Is(ojson.Array) {
			return byList(names, list.Items())
		}
	}
	if l.doc == nil || !slices.ContainsFunc(orderNumbers, l.doc.compiled.mention) {
		return names
	}
	at := map[string]float64{}
	for _, name := range names {
		at[name] = l.Property(name).orderNumber()
	}
	slices.SortStableFunc(names, func(a, b string) int {
		switch {
		case at[a] < at[b]:
			return -1
		case at[a] > at[b]:
			return 1
		}
		return 0
	})
	return names
}

// orderNumber is the position that a member asks for, the last where it asks for none.
func (l Location) orderNumber() float64 {
	for _, keyword := range orderNumbers {
		if n, err := strconv.ParseFloat(l.annotation(keyword).Text(), 64); err == nil {
			return n
		}
	}
	return math.Inf(1)
}

func byList(names []string, list []*ojson.Value) []string {
	rest := slices.Clone(names)
	var before, after []string
	isAfter := false
	for _, one := range list {
		if one.Text() == "*" {
			isAfter = true
			continue
		}
		i := slices.Index(rest, one.Text())
		switch {
		case i < 0 || !one.Is(ojson.String):
			continue
		case isAfter:
			after = append(after, rest[i])
		default:
			before = append(before, rest[i])
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return slices.Concat(before, rest, after)
}

// Names validates the names of an object's members a second time: the validator does
// it too, but its errors have lost their place by the time they are read, as it
// goes on to use their memory.
type nameSchema struct {
	*budget
	schema *jsonschema.Schema
}

// Validate implements [jsonschema.SchemaExt].
func (n nameSchema) Validate(ctx *jsonschema.ValidatorContext, v any) {
	object, _ := v.(map[string]any)
	for _, name := range normalize.SortedNames(object) {
		verdict, _ := n.schema.Validate(name).(*jsonschema.ValidationError) //nolint:errorlint // it is never wrapped
		if verdict != nil {
			ctx.AddErrors(verdict.Causes, message.NameFault{PropertyNames: &kind.PropertyNames{Property: name}})
		}
	}
}

// addNameValidators gives every schema that has propertyNames a validator of names.
func (s *compiledSchema) addNameValidators(all map[*jsonschema.Schema]bool) {
	s.named = map[string]bool{}
	for sub := range all {
		if sub.PropertyNames != nil && sub.DraftVersion >= int(normalize.Draft6) && sub.Bool == nil {
			sub.Extensions = append(sub.Extensions, nameSchema{&s.budget, sub.PropertyNames})
			s.named[sub.PropertyNames.Location] = true
		}
	}
}

// ValidatesNames reports whether names validates by the schema at a location.
func (s *compiledSchema) ValidatesNames(location string) bool { return s.named[location] }
