package schema

import (
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// names validates the names of an object's members a second time: the validator does
// it too, but its errors have lost their place by the time they are read, as it
// goes on to use their memory.
type names struct {
	*budget
	schema *jsonschema.Schema
}

// Validate implements [jsonschema.SchemaExt].
func (n names) Validate(ctx *jsonschema.ValidatorContext, v any) {
	object, _ := v.(map[string]any)
	for _, name := range sortedNames(object) {
		verdict, _ := n.schema.Validate(name).(*jsonschema.ValidationError) //nolint:errorlint // it is never wrapped
		if verdict != nil {
			ctx.AddErrors(verdict.Causes, nameFault{&kind.PropertyNames{Property: name}})
		}
	}
}

// addNameValidators gives every schema that has propertyNames a validator of names.
func (c *Compiled) addNameValidators(all map[*jsonschema.Schema]bool) {
	c.named = map[string]bool{}
	for s := range all {
		if s.PropertyNames != nil && s.DraftVersion >= int(draft6) && s.Bool == nil {
			s.Extensions = append(s.Extensions, names{&c.budget, s.PropertyNames})
			c.named[s.PropertyNames.Location] = true
		}
	}
}

// validatesNames reports whether names validates by the schema at a location.
func (c *Compiled) validatesNames(location string) bool { return c.named[location] }
