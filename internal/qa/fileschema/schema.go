// Package fileschema has the formats of case files and suite files as Go types, and their JSON Schemas: the files are read by them, and
// editors complete and explain their keys with them.
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
		file, title, description = &Suite{}, "A test suite of a2aform", "The cases of a repository and the environments that they run in: .a2aform/suite.toml"
	}
	r := jsonschema.Reflector{Anonymous: true, ExpandedStruct: true, DoNotReference: true, RequiredFromJSONSchemaTags: true}
	s := r.Reflect(file)
	s.Version, s.Title, s.Description = draft, title, description
	return json.MarshalIndent(s, "", "  ")
}

// Words are one or more texts: "a", or ["a", "b"].
type Words []string

// UnmarshalJSON takes both forms.
func (w *Words) UnmarshalJSON(data []byte) error {
	if data[0] != '"' {
		return json.Unmarshal(data, (*[]string)(w))
	}
	*w = Words{""}
	return json.Unmarshal(data, &(*w)[0])
}

// JSONSchema returns the schema of both forms.
func (Words) JSONSchema() *jsonschema.Schema { return oneOrMore(&jsonschema.Schema{Type: "string"}) }

// outcomes are states of a task and other ends of a run, expected those that an expectation may name.
type (
	outcomes struct{ Words }
	expected struct{ Words }
)

// The types of values that are more than one Go type.
type (
	duration string
	values   map[string]any
	texts    map[string]string
	numbers  map[string]float64
	count    struct{}
	queries  struct{}
)

// JSONSchema returns the schema of a time.
func (duration) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Title: "a time in quotes", Pattern: `^([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h))+$`, Examples: []any{"30s", "5m"}}
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
	return oneOrMore(&jsonschema.Schema{Type: "string", Enum: slices.Concat(states, endings)})
}

// JSONSchema returns the schema of the expected state.
func (expected) JSONSchema() *jsonschema.Schema {
	return oneOrMore(&jsonschema.Schema{Type: "string", Enum: slices.Concat(states, endings, []any{"accepted", "any"})})
}

func oneOrMore(word *jsonschema.Schema) *jsonschema.Schema {
	return &jsonschema.Schema{OneOf: []*jsonschema.Schema{word, {Type: "array", Items: word, MinItems: new(uint64(1))}}}
}
