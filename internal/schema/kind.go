package schema

import (
	"slices"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
)

// Kind says how a place is entered and shown.
type Kind uint8

// The kinds of places. [JSON] is any value the other kinds do not describe; its
// reason is in [Place.Reason]. [Union] is one of several shapes of which none
// was chosen. [Several] is a list of some of the choices, each at most once.
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
	Several
)

// String is the kind in a user's words.
func (k Kind) String() string {
	return [...]string{
		"JSON", "null", "yes or no", "whole number", "number", "text", "choice", "constant", "object", "list",
		"one of several", "choices",
	}[k]
}

// facts are what follows from the schemas of a place; they are found when they
// are first needed.
type facts struct {
	onceKind, onceChoices, onceIndex, onceNull sync.Once

	kind    Kind
	reason  string
	choices []Choice
	index   map[string]int // choices by [ojson.Value.Key]
	null    bool
}

// Kind says how the place is entered and shown.
func (p Place) Kind() Kind {
	kind, _ := p.classified()
	return kind
}

// Reason says why a place of kind [JSON] is none of the others, in our own
// words; "" for every other kind.
func (p Place) Reason() string {
	_, reason := p.classified()
	return reason
}

// noSchema is the reason of a place about which nothing is said.
const noSchema = "the schema says nothing about this value"

func (p Place) classified() (Kind, string) {
	if !p.IsKnown() {
		return JSON, noSchema
	}
	p.facts.onceKind.Do(func() { p.facts.kind, p.facts.reason = p.classify() })
	return p.facts.kind, p.facts.reason
}

// AllowsNull reports whether the judge accepts null here.
func (p Place) AllowsNull() bool {
	if !p.IsKnown() {
		return false
	}
	p.facts.onceNull.Do(func() { p.facts.null = p.acceptsNull() })
	return p.facts.null
}

func (p Place) acceptsNull() bool {
	for _, problem := range p.Validate(ojson.NewNull()) {
		if !problem.IsUnchecked() {
			return false
		}
	}
	return true
}

// isForbidden reports a place where the schema allows no value at all.
func (p Place) isForbidden() bool {
	return slices.ContainsFunc(p.schemas(), func(s *jsonschema.Schema) bool { return s.Bool != nil && !*s.Bool })
}

func (p Place) classify() (Kind, string) {
	switch {
	case p.isForbidden():
		return JSON, "the schema allows no value here"
	case p.Const() != nil:
		if p.Const().Is(ojson.Null) {
			return Null, ""
		}
		return Const, ""
	case p.isEnum():
		return Enum, ""
	case p.onlyNull():
		return Null, ""
	case p.isOpen():
		return Union, ""
	case p.typed != JSON:
		return p.composite(p.typed), ""
	}
	types := p.types()
	if len(types) == 1 {
		return p.composite(types[0]), ""
	}
	if p.statesTypes() {
		return JSON, "no value fits all that the schema demands here"
	}
	return JSON, "the schema does not say what kind of value this is"
}

// composite tells a list of choices from other lists. It must not ask for the
// kind of the items: they may be lists of the same schema again.
func (p Place) composite(kind Kind) Kind {
	if kind == Array && p.Bounds().UniqueItems && p.Prefix() == 0 && p.Item(0).isEnum() && !p.Item(0).AllowsNull() {
		return Several
	}
	return kind
}

func (p Place) isEnum() bool { return !p.isForbidden() && p.Const() == nil && len(p.Choices()) > 0 }

// kinds by the names of JSON Schema's types; null is a presence, not a kind.
var kindOf = map[string]Kind{
	"boolean": Boolean, "integer": Integer, "number": Number,
	"string": String, "array": Array, "object": Object,
}

func (p Place) statesTypes() bool {
	return slices.ContainsFunc(p.schemas(), func(s *jsonschema.Schema) bool { return s.Types != nil })
}

// StatesValue reports whether the schema says what the value is: a type, an
// enumeration or a constant.
func (p Place) StatesValue() bool {
	return slices.ContainsFunc(p.schemas(), func(s *jsonschema.Schema) bool {
		return s.Types != nil || s.Enum != nil || s.Const != nil
	})
}

// types are the kinds that all schemas allow, without null.
func (p Place) types() []Kind {
	var allowed []Kind
	stated := false
	for _, s := range p.schemas() {
		if s.Types == nil {
			continue
		}
		kinds := p.typesOf(s)
		if stated {
			kinds = narrow(allowed, kinds)
		}
		allowed, stated = kinds, true
	}
	if !stated {
		return p.inferTypes()
	}
	return allowed
}

// typesOf are the kinds that one schema allows, as they are written; an integer
// beside a number is a number.
func (p Place) typesOf(s *jsonschema.Schema) []Kind {
	names := s.Types.ToStrings()
	if written := p.node(s).Get("type"); written.Is(ojson.Array) {
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

// inferTypes reads the type from keywords that only make sense for one.
func (p Place) inferTypes() []Kind {
	for _, s := range p.schemas() {
		switch {
		case speaksOfMembers(s):
			return []Kind{Object}
		case speaksOfItems(s):
			return []Kind{Array}
		case s.MinLength != nil || s.MaxLength != nil || s.Pattern != nil || s.Format != nil || s.ContentEncoding != nil:
			return []Kind{String}
		case s.Minimum != nil || s.Maximum != nil || s.ExclusiveMinimum != nil || s.ExclusiveMaximum != nil || s.MultipleOf != nil:
			return []Kind{Number}
		}
	}
	return nil
}

func speaksOfMembers(s *jsonschema.Schema) bool {
	return len(s.Properties)+len(s.PatternProperties)+len(s.Required) > 0 || s.AdditionalProperties != nil ||
		s.PropertyNames != nil || s.MinProperties != nil || s.MaxProperties != nil
}

func speaksOfItems(s *jsonschema.Schema) bool {
	return s.Items != nil || s.Items2020 != nil || len(s.PrefixItems) > 0 || s.Contains != nil ||
		s.MinItems != nil || s.MaxItems != nil || s.UniqueItems
}

func (p Place) onlyNull() bool {
	for _, s := range p.schemas() {
		if s.Types != nil && isNull(s) || s.Enum != nil && !slices.ContainsFunc(s.Enum.Values, isSomething) {
			return true
		}
	}
	return false
}

func isSomething(v any) bool { return v != nil }
