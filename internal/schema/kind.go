package schema

import (
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/ojson"
)

// Kind says how a place is entered and shown.
type Kind uint8

// The kinds of places. [JSON] is any value the other kinds do not describe; its
// reason is in [Place.Reason].
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
)

// String is the kind in a user's words.
func (k Kind) String() string {
	return [...]string{"JSON", "null", "boolean", "integer", "number", "text", "choice", "constant", "object", "list"}[k]
}

// Kind says how the place is entered and shown.
func (p Place) Kind() Kind {
	kind, _ := p.classify()
	return kind
}

// Reason says why a place of kind [JSON] is none of the others, in our own
// words; "" for every other kind.
func (p Place) Reason() string {
	_, reason := p.classify()
	return reason
}

// AllowsNull reports whether the judge accepts null here.
func (p Place) AllowsNull() bool {
	if len(p.entries) == 0 {
		return false
	}
	for _, problem := range p.Validate(ojson.NewNull()) {
		if !problem.IsUnchecked() {
			return false
		}
	}
	return true
}

func (p Place) classify() (Kind, string) {
	if !p.IsKnown() {
		return JSON, "the schema says nothing about this value"
	}
	switch {
	case p.Const() != nil:
		return Const, ""
	case p.Choices() != nil:
		return Enum, ""
	}
	if reason := p.beyond(); reason != "" {
		return JSON, reason
	}
	types := p.types()
	if len(types) != 1 {
		if len(types) == 0 && p.onlyNull() {
			return Null, ""
		}
		return JSON, "the schema allows values of several types"
	}
	return p.composite(types[0])
}

// composite turns down objects and arrays whose members are not declared.
func (p Place) composite(kind Kind) (Kind, string) {
	switch {
	case kind == Object && !p.declaresFields():
		return JSON, "the schema declares no fields for this object"
	case kind == Array && !p.Item(0).IsKnown():
		return JSON, "the schema says nothing about the items of this list"
	}
	return kind, ""
}

// declaresFields reports whether there are any [Place.Properties], without
// making their places: there may be thousands at each of thousands.
func (p Place) declaresFields() bool {
	return slices.ContainsFunc(p.applied, func(s *jsonschema.Schema) bool {
		return len(s.Properties) > 0 || len(s.Required) > 0
	})
}

// beyond names the first keyword that makes the shape depend on the value.
func (p Place) beyond() string {
	for _, s := range p.applied {
		if reason := shapeReason(s); reason != "" {
			return reason
		}
	}
	return ""
}

func shapeReason(s *jsonschema.Schema) string {
	_, moreFields := s.AdditionalProperties.(*jsonschema.Schema)
	_, tuple := s.Items.([]*jsonschema.Schema)
	switch {
	case s.Bool != nil && !*s.Bool:
		return "the schema allows no value here"
	case shapes(s.AnyOf) || shapes(s.OneOf):
		return "the schema offers several shapes for this value"
	case s.If != nil && (s.Then != nil || s.Else != nil):
		return "the shape depends on other values (if/then/else)"
	case len(s.DependentSchemas) > 0 || hasDependentSchema(s.Dependencies):
		return "the shape depends on which fields are set"
	case len(s.PatternProperties) > 0 || moreFields:
		return "the object takes fields with names of your own"
	case tuple || len(s.PrefixItems) > 0:
		return "each position of this list has its own schema"
	}
	return ""
}

// shapes reports whether a union makes a difference to the shape: one that
// only says "or null", or only demands some of the declared names, does not.
func shapes(branches []*jsonschema.Schema) bool {
	if len(branches) == 0 || besideNull(branches) != nil {
		return false
	}
	for _, s := range branches {
		if len(s.Required) == 0 || s.Types != nil || s.Properties != nil || s.Ref != nil {
			return true
		}
	}
	return false
}

func hasDependentSchema(dependencies map[string]any) bool {
	for _, d := range dependencies {
		if _, ok := d.(*jsonschema.Schema); ok {
			return true
		}
	}
	return false
}

// kinds by the names of JSON Schema's types; null is a presence, not a kind.
var kindOf = map[string]Kind{
	"boolean": Boolean, "integer": Integer, "number": Number,
	"string": String, "array": Array, "object": Object,
}

// types are the kinds that all schemas allow, without null.
func (p Place) types() []Kind {
	var allowed []Kind
	stated := false
	for _, s := range p.applied {
		if s.Types == nil {
			continue
		}
		kinds := typesOf(s)
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

func typesOf(s *jsonschema.Schema) []Kind {
	var kinds []Kind
	hasNumber := false
	for _, name := range s.Types.ToStrings() {
		hasNumber = hasNumber || name == "number"
		if kind, ok := kindOf[name]; ok && name != "integer" {
			kinds = append(kinds, kind)
		} else if ok && !hasNumber {
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
	for _, s := range p.applied {
		switch {
		case len(s.Properties) > 0:
			return []Kind{Object}
		case s.Items != nil || s.Items2020 != nil:
			return []Kind{Array}
		case s.MinLength != nil || s.MaxLength != nil || s.Pattern != nil:
			return []Kind{String}
		case s.Minimum != nil || s.Maximum != nil || s.ExclusiveMinimum != nil || s.ExclusiveMaximum != nil || s.MultipleOf != nil:
			return []Kind{Number}
		}
	}
	return nil
}

func (p Place) onlyNull() bool {
	for _, s := range p.applied {
		if isNull(s) || s.Enum != nil && !slices.ContainsFunc(s.Enum.Values, isSomething) {
			return true
		}
	}
	return false
}

func isSomething(v any) bool { return v != nil }
