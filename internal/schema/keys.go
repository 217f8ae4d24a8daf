package schema

import (
	"github.com/santhosh-tekuri/jsonschema/v6"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/schema/message"
)

// IsMap reports an object that takes members with names that the user chooses: a map, or
// an object that declares nothing.
func (l Location) IsMap() bool {
	if !l.TakesKeys() {
		return false
	}
	declares := false
	for _, s := range l.schemas() {
		if len(s.PatternProperties) > 0 || s.PropertyNames != nil || isSchema(s.AdditionalProperties) || isOpenSchema(s.UnevaluatedProperties) {
			return true
		}
		declares = declares || len(s.Properties) > 0
	}
	return !declares
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
	open := true
	for _, s := range l.schemas() {
		if len(s.PatternProperties) == 0 && forbids(s.AdditionalProperties) {
			return false
		}
		if isFalse(s.UnevaluatedProperties) && !l.hasPatterns() {
			open = false
		}
	}
	return open
}

func (l Location) hasPatterns() bool {
	for _, s := range l.schemas() {
		if len(s.PatternProperties) > 0 || isSchema(s.AdditionalProperties) || s.AdditionalProperties == true {
			return true
		}
	}
	return false
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
		return "is not a field of this object"
	}
	return l.checkName(name)
}

func noSuchKey(s *jsonschema.Schema) string {
	if patterns := patternsOf(s); len(patterns) == 1 {
		return "the name must match the pattern " + message.Sanitize(patterns[0].String())
	}
	return "is not a field of this object"
}

// checkName validates a name by propertyNames.
func (l Location) checkName(name string) string {
	for _, s := range l.schemas() {
		if s.PropertyNames == nil {
			continue
		}
		verdict, _ := l.doc.compiled.Validate(s.PropertyNames, name, limit.EditTime.Duration())
		if verdict == nil {
			continue
		}
		for _, problem := range l.doc.compiled.Problems(verdict, nil) {
			return "the name " + problem.Message
		}
	}
	return ""
}

// KeyChoices are the names that an object's members may have where the schema
// lists them; nil where it does not.
func (l Location) KeyChoices() []string {
	for _, s := range l.schemas() {
		if s.PropertyNames == nil {
			continue
		}
		names := l.inside([]*jsonschema.Schema{s.PropertyNames})
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
