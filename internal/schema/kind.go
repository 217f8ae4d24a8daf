package schema

import (
	"slices"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
)

// Kind says how a location is entered and shown.
type Kind uint8

// The kinds of locations. [JSON] is any value the other kinds do not describe; its
// reason is in [Location.Reason]. [Union] is one of several shapes of which none
// was chosen, and which have no members in common. [MultiEnum] is a list of some of the choices, each at most once.
const (
	JSON Kind = iota
	Null
	Boolean
	Integer
	Number
	String
	Enum
	Const
	Object
	Array
	Union
	MultiEnum
)

// NumKinds is how many kinds there are.
const NumKinds = int(MultiEnum) + 1

// String is the kind in a user's words.
func (k Kind) String() string {
	return [NumKinds]string{
		"JSON", "null", "yes or no", "whole number", "number", "text", "choice", "constant", "object", "list",
		"one of several", "choices",
	}[k]
}

// IsString reports a kind of which every value is a string that a user writes, not one of a list.
func (k Kind) IsString() bool { return k == String }

// IsNumber reports a kind of which every value is a number.
func (k Kind) IsNumber() bool { return k == Integer || k == Number }

// facts are what follows from the schemas of a location. Each is found when it is
// first needed.
type facts struct {
	onceKind sync.Once
	kind     Kind
	reason   string

	onceNull   sync.Once
	allowsNull bool

	onceChoices sync.Once
	choices     []Choice
	onceIndex   sync.Once
	choiceIndex map[string]int // by [ojson.Value.Key]

	oncePartial  sync.Once
	partialShape *partialShape

	onceSample sync.Once
	sample     string
}

// Why a location is edited as JSON, in our own words.
const (
	saysNothing    = "the schema says nothing about this value"
	allowsNone     = "the schema allows no value here"
	contradicts    = "no value fits all that the schema demands here"
	saysTooLittle  = "the schema does not say what kind of value this is"
	noReasonNeeded = ""
)

// Kind says how the location is entered and shown.
func (l Location) Kind() Kind {
	kind, _ := l.classified()
	return kind
}

// Reason says why a location of kind [JSON] is none of the others, in our own
// words; "" for every other kind.
func (l Location) Reason() string {
	_, reason := l.classified()
	return reason
}

func (l Location) classified() (kind Kind, reason string) {
	if !l.IsKnown() {
		return JSON, saysNothing
	}
	l.onceKind.Do(func() { l.kind, l.reason = l.classify() })
	return l.kind, l.reason
}

// AllowsNull reports whether the validator accepts null here.
func (l Location) AllowsNull() bool {
	if !l.IsKnown() {
		return false
	}
	l.onceNull.Do(func() { l.allowsNull = !isWrong(l.Validate(ojson.NewNull())) })
	return l.allowsNull
}

// NamesNull reports whether the schema names null among the values: by type, by
// enumeration, or as a branch. Where it says nothing of types, null is a value
// without being named, see [Location.AllowsNull].
func (l Location) NamesNull() bool {
	return l.IsKnown() && slices.ContainsFunc(l.entries, func(s *jsonschema.Schema) bool {
		return visitStated(s, func(s *jsonschema.Schema) bool {
			return s.Types != nil && slices.Contains(s.Types.ToStrings(), "null") || s.Const != nil && *s.Const == nil ||
				s.Enum != nil && slices.Contains(s.Enum.Values, nil)
		})
	})
}

// isForbidden reports a location where the schema allows no value at all.
func (l Location) isForbidden() bool {
	return slices.ContainsFunc(l.schemas(), func(s *jsonschema.Schema) bool {
		return s.Bool != nil && !*s.Bool || s.Enum != nil && len(s.Enum.Values) == 0
	})
}

func (l Location) classify() (kind Kind, reason string) {
	switch {
	case l.isForbidden():
		return JSON, allowsNone
	case l.Const() != nil:
		if l.Const().Is(ojson.Null) {
			return Null, noReasonNeeded
		}
		return Const, noReasonNeeded
	case l.isEnum():
		return Enum, noReasonNeeded
	case l.onlyNull():
		return Null, noReasonNeeded
	case l.isPartial():
		return Object, noReasonNeeded
	case l.isOpen():
		return Union, noReasonNeeded
	case l.typed != JSON:
		return l.composite(l.typed), noReasonNeeded
	}
	types := l.types()
	if len(types) == 1 {
		return l.composite(types[0]), noReasonNeeded
	}
	if slices.ContainsFunc(l.schemas(), func(s *jsonschema.Schema) bool { return s.Types != nil }) {
		return JSON, contradicts
	}
	return JSON, saysTooLittle
}

// composite distinguishes a list of choices from other lists. It must not ask for the
// kind of the items: they may be lists of the same schema again.
func (l Location) composite(kind Kind) Kind {
	if kind == Array && l.Bounds().UniqueItems && l.Prefix() == 0 && l.Item(0).isEnum() && !l.Item(0).AllowsNull() {
		return MultiEnum
	}
	return kind
}

func (l Location) isEnum() bool { return !l.isForbidden() && l.Const() == nil && len(l.Choices()) > 0 }

// kindOf has the kinds by the names of JSON Schema's types; null is a presence, not a kind.
var kindOf = map[string]Kind{
	"boolean": Boolean, "integer": Integer, "number": Number,
	"string": String, "array": Array, "object": Object,
}

// StatesValue reports whether the schema says what the value is: a type, an
// enumeration or a constant.
func (l Location) StatesValue() bool {
	return slices.ContainsFunc(l.schemas(), func(s *jsonschema.Schema) bool {
		return s.Types != nil || s.Enum != nil || s.Const != nil
	})
}

// types are the kinds that all schemas allow, without null.
func (l Location) types() []Kind {
	var allowed []Kind
	stated := false
	for _, s := range l.schemas() {
		if s.Types == nil {
			continue
		}
		kinds := l.typesOf(s)
		if stated {
			kinds = narrow(allowed, kinds)
		}
		allowed, stated = kinds, true
	}
	if !stated {
		return l.inferTypes()
	}
	return allowed
}

// typesOf are the kinds that one schema allows, as they are written; an integer
// next to a number is a number.
func (l Location) typesOf(s *jsonschema.Schema) []Kind {
	names := s.Types.ToStrings()
	if written := l.Node(s).Get("type"); written.Is(ojson.Array) {
		names = names[:0]
		for _, item := range written.Items() {
			names = append(names, item.Text())
		}
	}
	var kinds []Kind
	for _, name := range names {
		kind, ok := kindOf[name]
		isBoth := name == "integer" && slices.Contains(names, "number")
		if ok && !isBoth && !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// narrow keeps the kinds that both lists allow; an integer is a number too.
func narrow(a, b []Kind) []Kind {
	var both []Kind
	for _, x := range a {
		for _, y := range b {
			switch {
			case x == y:
				both = append(both, x)
			case x == Integer && y == Number, x == Number && y == Integer:
				both = append(both, Integer)
			}
		}
	}
	return both
}

// inferTypes reads the types from keywords that only make sense for one.
func (l Location) inferTypes() []Kind {
	var kinds []Kind
	for _, hint := range []struct {
		kind   Kind
		speaks func(*jsonschema.Schema) bool
	}{{Object, speaksOfMembers}, {Array, speaksOfItems}, {String, speaksOfText}, {Number, speaksOfNumbers}} {
		if slices.ContainsFunc(l.schemas(), hint.speaks) {
			kinds = append(kinds, hint.kind)
		}
	}
	return kinds
}

func speaksOfMembers(s *jsonschema.Schema) bool {
	return len(s.Properties)+len(s.PatternProperties)+len(s.Required) > 0 || s.AdditionalProperties != nil ||
		s.PropertyNames != nil || boundsOf(s).Members.isSet() || limits(s.UnevaluatedProperties)
}

func speaksOfItems(s *jsonschema.Schema) bool {
	return s.Items != nil || s.Items2020 != nil || len(s.PrefixItems) > 0 || s.Contains != nil ||
		boundsOf(s).Items.isSet() || s.UniqueItems || limits(s.UnevaluatedItems)
}

func speaksOfText(s *jsonschema.Schema) bool {
	return boundsOf(s).Length.isSet() || s.Pattern != nil || s.Format != nil || s.ContentEncoding != nil
}

func speaksOfNumbers(s *jsonschema.Schema) bool { return boundsOf(s).limitsNumbers() }

// limits reports a schema that does not just allow everything.
func limits(s *jsonschema.Schema) bool { return s != nil && !isTrue(s) }

func (l Location) onlyNull() bool {
	for _, s := range l.schemas() {
		if s.Types != nil && isNull(s) || s.Enum != nil && !slices.ContainsFunc(s.Enum.Values, isSomething) {
			return true
		}
	}
	return false
}

func isSomething(v any) bool { return v != nil }

// IsNoObject reports a kind of value that is never an object.
func (k Kind) IsNoObject() bool {
	switch k {
	case Array, MultiEnum, String, Integer, Number, Boolean, Null:
		return true
	}
	return false
}
