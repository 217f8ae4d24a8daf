package schema

import (
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"a2aform/internal/schema/message"
	"a2aform/internal/schema/normalize"
)

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
