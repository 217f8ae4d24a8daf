// Package fileschema has the formats of case files and suite files as Go types, and their JSON Schemas: the files are read by them, and
// editors complete and explain their keys with them.
package fileschema

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/invopop/jsonschema"

	"a2aform/internal/tomlfile"
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

// caseName is what `cases schema` is written to by its example.
const caseName = "case.schema.json"

// maxUp is how many directories above a case file its schema is looked for.
const maxUp = 4

// Comment is the first line of a case file, with which editors find its schema: "" where there is no case.schema.json in its
// directory or above it.
func Comment(path string) string {
	dir := filepath.Dir(path)
	for up := range maxUp {
		schema := strings.Repeat("../", up) + caseName
		if info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(schema))); err == nil && info.Mode().IsRegular() {
			return "#:schema " + schema + "\n"
		}
		if _, err := os.Stat(filepath.Join(dir, strings.Repeat("../", up), ".git")); err == nil {
			break
		}
	}
	return ""
}

// SuiteFormat is the format of [Suite].
var SuiteFormat = tomlfile.NewFormat(func() ([]byte, error) { return Of("suite") })

// Suite is a suite file.
type Suite struct {
	Version      int                    `json:"version" jsonschema:"required,enum=1" jsonschema_description:"The version of this format."`
	Cases        Words                  `json:"cases,omitempty" jsonschema:"example=cases/**/*.toml" jsonschema_description:"The case files, from the directory of this file; ** is any number of directories. Default: cases/**/*.toml."`
	Environment  string                 `json:"default-environment,omitempty" jsonschema_description:"The environment without --env."`
	Rejection    *Rejection             `json:"rejection,omitempty" jsonschema_description:"How these agents show that input was rejected. One of them is enough."`
	Defaults     *Defaults              `json:"defaults,omitempty" jsonschema_description:"What cases have that do not say it themselves."`
	Budget       budget                 `json:"budget,omitempty" jsonschema_description:"How much may be sent without a question."`
	Environments map[string]Environment `json:"environments,omitempty" jsonschema_description:"Where cases run, each by its name: [environments.NAME]."`
}

// Rejection is how agents show that input was rejected.
type Rejection struct {
	States outcomes `json:"states,omitempty" jsonschema_description:"States of the task."`
	Codes  []int    `json:"codes,omitempty" jsonschema:"minimum=-1000000,maximum=1000000,example=-32602" jsonschema_description:"Codes of errors."`
	That   string   `json:"that,omitempty" jsonschema_description:"jq over the verdict document that gives true."`
}

// JSONSchemaExtend adds that one of the members is there.
func (Rejection) JSONSchemaExtend(s *jsonschema.Schema) { s.MinProperties = new(uint64(1)) }

// Defaults are the defaults of a suite.
type Defaults struct {
	Timeout  Duration `json:"timeout,omitempty" jsonschema_description:"How long one attempt may take."`
	Repeat   int      `json:"repeat,omitempty" jsonschema:"minimum=1,maximum=1000" jsonschema_description:"How often a case runs."`
	PassRate float64  `json:"pass-rate,omitempty" jsonschema:"exclusiveMinimum=0,maximum=1" jsonschema_description:"The share of the repeats that must pass."`
	Tags     []string `json:"tags,omitempty" jsonschema_description:"Tags of cases that have none."`
	Expect   *Expect  `json:"expect,omitempty" jsonschema_description:"What is expected of cases whose input is valid."`
}

type budget struct {
	Messages int `json:"messages,omitempty" jsonschema:"minimum=1,maximum=10000000" jsonschema_description:"How many messages."`
}

// Environment is an environment of a suite.
type Environment struct {
	Agents      map[string]agent  `json:"agents,omitempty" jsonschema_description:"The agents by the names that cases use: a URL, a card file or a saved name."`
	Headers     map[string]Secret `json:"headers,omitempty" jsonschema_description:"Headers of every request."`
	Credentials map[string]Secret `json:"credentials,omitempty" jsonschema_description:"Secrets by the names of the schemes of the card."`
	Vars        map[string]Secret `json:"vars,omitempty" jsonschema_description:"The values of ${var.NAME}."`
	Protect     bool              `json:"protect,omitempty" jsonschema:"default=false" jsonschema_description:"Only cases tagged safe run here, one at a time and once, and none with invalid data; --yes lifts that."`
	Rate        string            `json:"rate,omitempty" jsonschema:"example=2/s" jsonschema_description:"The most messages in a second (s), minute (m) or hour (h)."`
}

// agent is what opens an agent.
type agent string

// JSONSchema returns the schema of a text that is not empty.
func (agent) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Title: "a URL, a card file or a saved name", MinLength: new(uint64(1))}
}

// Secret is a text, or the variable that contains it.
type Secret struct {
	Text string `json:"-"`
	Env  string `json:"env"` // "" for a text
}

// UnmarshalJSON takes both forms.
func (s *Secret) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &s.Text)
	}
	type plain Secret
	return json.Unmarshal(data, (*plain)(s))
}

// JSONSchema returns the schema of both forms.
func (Secret) JSONSchema() *jsonschema.Schema {
	variable := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), Required: []string{"env"}, AdditionalProperties: jsonschema.FalseSchema}
	variable.Properties.Set("env", &jsonschema.Schema{Type: "string", MinLength: new(uint64(1)), Description: "The variable that holds a secret of at least 8 characters."})
	return &jsonschema.Schema{Title: `text, or { env = "NAME" }`, OneOf: []*jsonschema.Schema{{Type: "string"}, variable}}
}
