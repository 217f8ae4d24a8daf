// Package fileschema holds the JSON Schemas of case files and suite files, with which editors complete and explain their keys.
package fileschema

import (
	"encoding/json"
	"slices"

	"github.com/invopop/jsonschema"
)

// Draft is the version of JSON Schema that editors of TOML know.
const draft = "http://json-schema.org/draft-07/schema#"

// Names are the files that have a schema.
var Names = []string{"case", "suite"}

// Of is the JSON Schema of a file of [Names], indented.
func Of(name string) ([]byte, error) {
	var file any = &caseFile{}
	title, description := "A test case of a2aform", "What is sent to a skill, and what is expected of the answer: .a2aform/cases/*.toml"
	if name == "suite" {
		file, title, description = &suiteFile{}, "A test suite of a2aform", "The cases of a repository and the environments that they run in: .a2aform/suite.toml"
	}
	r := jsonschema.Reflector{Anonymous: true, ExpandedStruct: true, DoNotReference: true, RequiredFromJSONSchemaTags: true}
	s := r.Reflect(file)
	s.Version, s.Title, s.Description = draft, title, description
	return json.MarshalIndent(s, "", "  ")
}

// The types of values that are more than one Go type.
type (
	duration string
	values   map[string]any
	texts    map[string]string
	numbers  map[string]float64
	secret   map[string]any
	count    struct{}
	queries  struct{}
	outcomes []string
	expected []string
)

// JSONSchema returns the schema of a time.
func (duration) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: `^([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h))+$`, Examples: []any{"30s", "5m"}}
}

// JSONSchema returns the schema of a text, or of a variable with the text.
func (secret) JSONSchema() *jsonschema.Schema {
	variable := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), Required: []string{"env"}, AdditionalProperties: jsonschema.FalseSchema}
	variable.Properties.Set("env", &jsonschema.Schema{Type: "string", Description: "The variable that holds a secret of at least 8 characters."})
	return &jsonschema.Schema{Type: "object", AdditionalProperties: &jsonschema.Schema{OneOf: []*jsonschema.Schema{{Type: "string"}, variable}}}
}

// JSONSchema returns the schema of a number, or of a range.
func (count) JSONSchema() *jsonschema.Schema {
	number := &jsonschema.Schema{Type: "integer", Minimum: "0", Maximum: "1000000"}
	both := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), AdditionalProperties: jsonschema.FalseSchema}
	both.Properties.Set("min", number)
	both.Properties.Set("max", number)
	return &jsonschema.Schema{OneOf: []*jsonschema.Schema{number, both}, Examples: []any{1, map[string]int{"min": 1, "max": 2}}}
}

// JSONSchema returns the schema of a query, or of several with their reasons.
func (queries) JSONSchema() *jsonschema.Schema {
	r := jsonschema.Reflector{Anonymous: true, ExpandedStruct: true, DoNotReference: true, RequiredFromJSONSchemaTags: true}
	each := r.Reflect(&query{})
	each.Version = ""
	return &jsonschema.Schema{OneOf: []*jsonschema.Schema{{Type: "string"}, {Type: "array", Items: each}}, Examples: []any{".data.total == 24.90"}}
}

// states are those of a task, endings how a run ends without one.
var (
	states  = []any{"submitted", "working", "input-required", "auth-required", "completed", "failed", "rejected", "canceled"}
	endings = []any{"answered", "refused", "crashed", "lost", "interrupted"}
)

// JSONSchema returns the schema of one word or several.
func (outcomes) JSONSchema() *jsonschema.Schema {
	return oneOrMore(slices.Concat(states, endings))
}

// JSONSchema returns the schema of the expected state.
func (expected) JSONSchema() *jsonschema.Schema {
	return oneOrMore(slices.Concat(states, endings, []any{"accepted", "any"}))
}

func oneOrMore(words []any) *jsonschema.Schema {
	word := &jsonschema.Schema{Type: "string", Enum: words}
	return &jsonschema.Schema{OneOf: []*jsonschema.Schema{word, {Type: "array", Items: word}}}
}
