// Package fileschema has the formats of case files and suite files as Go types, and their JSON Schemas: the files are read by them, and
// editors complete and explain their keys with them.
package fileschema

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/invopop/jsonschema"
)

// Draft is the version of JSON Schema that editors of TOML know.
const draft = "http://json-schema.org/draft-07/schema#"

// Names are the files that have a schema.
var Names = []string{"case", "suite"}

// Of is the JSON Schema of a file of [Names], indented.
func Of(name string) ([]byte, error) {
	if name == "suite" {
		return Reflect(&Suite{}, "A test suite of a2aform", "The cases of a repository and the environments that they run in: .a2aform/suite.toml")
	}
	return Reflect(&Case{}, "A test case of a2aform", "What is sent to a skill, and what is expected of the answer: .a2aform/cases/*.toml")
}

// Reflect is the JSON Schema of a file that is decoded into a Go value, indented.
func Reflect(file any, title, description string) ([]byte, error) {
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

// Outcomes are the states of a task, and how a run ends without one.
var Outcomes = []string{
	"submitted", "working", "input-required", "auth-required", "completed", "failed", "rejected", "canceled",
	"answered", "refused", "crashed", "lost", "interrupted",
}

// Expectations of a state that several outcomes satisfy.
const (
	AcceptedState = "accepted" // the agent works on the input, has, asks, or answers by a message
	AnyState      = "any"      // but for a crash, and where nothing was learned
)

// ExpectedStates are what the state of an expectation may be.
var ExpectedStates = append(slices.Clone(Outcomes), AcceptedState, AnyState)

// wordOf is the schema of one of several words.
func wordOf(list []string) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string"}
	for _, word := range list {
		s.Enum = append(s.Enum, word)
	}
	return s
}

// The words of [Outcomes] and [ExpectedStates].
type (
	outcome  string
	outcomes struct{ Words }
	expected struct{ Words }
)

// JSONSchema returns the schema of one word.
func (outcome) JSONSchema() *jsonschema.Schema { return wordOf(Outcomes) }

// JSONSchema returns the schema of one word or several.
func (outcomes) JSONSchema() *jsonschema.Schema { return oneOrMore(wordOf(Outcomes)) }

// JSONSchema returns the schema of the expected state.
func (expected) JSONSchema() *jsonschema.Schema { return oneOrMore(wordOf(ExpectedStates)) }

func oneOrMore(word *jsonschema.Schema) *jsonschema.Schema {
	return &jsonschema.Schema{OneOf: []*jsonschema.Schema{word, {Type: "array", Items: word, MinItems: new(uint64(1))}}}
}

// Duration is a time such as 30s.
type Duration time.Duration

// UnmarshalText takes a time above 0.
func (d *Duration) UnmarshalText(text []byte) error {
	t, err := time.ParseDuration(string(text))
	if err != nil || t <= 0 {
		return errors.New(`write a time above 0, such as "30s"`)
	}
	*d = Duration(t)
	return nil
}

// JSONSchema returns the schema of a time.
func (Duration) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Title: "a time in quotes", Pattern: `^([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h))+$`, Examples: []any{"30s", "5m"}}
}

// Types whose values are read from the tree of the file, because they keep their digits or their order.
type (
	anything map[string]json.RawMessage
	texts    map[string]string
	numbers  struct{}
	version  struct{}
)

// UnmarshalJSON takes any value.
func (*numbers) UnmarshalJSON([]byte) error { return nil }

// JSONSchema returns the schema of a table of numbers.
func (numbers) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "object", AdditionalProperties: &jsonschema.Schema{Type: "number", Minimum: "0"}}
}

// UnmarshalJSON takes any value.
func (*version) UnmarshalJSON([]byte) error { return nil }

// JSONSchema returns the schema of a version, which may be written as a number.
func (version) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Title: "a version", AnyOf: []*jsonschema.Schema{{Type: "string"}, {Type: "number"}}}
}

// JSONSchemaExtend adds that one of the lists is there, and that none is empty.
func (Matrix) JSONSchemaExtend(s *jsonschema.Schema) {
	s.MinProperties = new(uint64(1))
	for list := s.Properties.Oldest(); list != nil; list = list.Next() {
		list.Value.MinItems = new(uint64(1))
	}
}

// Count is a number, or a range of it.
type Count struct {
	Min int  `json:"min"`
	Max *int `json:"max"` // nil for any number
}

// UnmarshalJSON takes a number, or a table with min and max.
func (c *Count) UnmarshalJSON(data []byte) error {
	if data[0] != '{' {
		c.Max = &c.Min
		return json.Unmarshal(data, &c.Min)
	}
	type plain Count
	if err := json.Unmarshal(data, (*plain)(c)); err != nil {
		return err
	}
	if c.Max != nil && c.Min > *c.Max {
		return fmt.Errorf("min %d is above max %d", c.Min, *c.Max)
	}
	return nil
}

// JSONSchema returns the schema of a number, or of a range.
func (Count) JSONSchema() *jsonschema.Schema {
	number := &jsonschema.Schema{Type: "integer", Minimum: "0", Maximum: "1000000"}
	both := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), MinProperties: new(uint64(1)), AdditionalProperties: jsonschema.FalseSchema}
	both.Properties.Set("min", number)
	both.Properties.Set("max", number)
	return &jsonschema.Schema{Title: "a number, or { min = 1, max = 2 }", OneOf: []*jsonschema.Schema{number, both}}
}

// Queries are an expression, or several with their reasons.
type Queries []Query

// UnmarshalJSON takes both forms.
func (q *Queries) UnmarshalJSON(data []byte) error {
	if data[0] != '"' {
		return json.Unmarshal(data, (*[]Query)(q))
	}
	*q = Queries{{}}
	return json.Unmarshal(data, &(*q)[0].JQ)
}

// JSONSchema returns the schema of both forms.
func (Queries) JSONSchema() *jsonschema.Schema {
	r := jsonschema.Reflector{Anonymous: true, ExpandedStruct: true, DoNotReference: true, RequiredFromJSONSchemaTags: true}
	each := r.Reflect(&Query{})
	each.Version = ""
	return &jsonschema.Schema{
		Title: "jq in quotes, or tables [[expect.that]]", OneOf: []*jsonschema.Schema{{Type: "string"}, {Type: "array", Items: each}},
		Examples: []any{".data.total == 24.90"},
	}
}

// JSONSchemaExtend adds that there is one relation.
func (Value) JSONSchemaExtend(s *jsonschema.Schema) {
	for p := s.Properties.Oldest(); p != nil; p = p.Next() {
		if p.Key != "at" && p.Key != "why" && p.Key != "within" {
			s.OneOf = append(s.OneOf, &jsonschema.Schema{Required: []string{p.Key}})
		}
	}
}
