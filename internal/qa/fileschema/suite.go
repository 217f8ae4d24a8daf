package fileschema

import (
	"encoding/json"

	"github.com/invopop/jsonschema"

	"a2aform/internal/tomlfile"
)

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
