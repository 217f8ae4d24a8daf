package fileschema

// suiteFile is a suite file.
type suiteFile struct {
	Version      int                    `json:"version" jsonschema:"required,enum=1" jsonschema_description:"The version of this format."`
	Cases        []string               `json:"cases,omitempty" jsonschema:"example=cases/**/*.toml" jsonschema_description:"The case files, from the directory of this file; ** is any number of directories. Default: cases/**/*.toml."`
	Environment  string                 `json:"default-environment,omitempty" jsonschema_description:"The environment without --env."`
	Rejection    *rejection             `json:"rejection,omitempty" jsonschema_description:"How these agents show that input was rejected. One of them is enough."`
	Defaults     *defaults              `json:"defaults,omitempty" jsonschema_description:"What cases have that do not say it themselves."`
	Budget       *budget                `json:"budget,omitempty" jsonschema_description:"How much may be sent without a question."`
	Environments map[string]environment `json:"environments,omitempty" jsonschema_description:"Where cases run, each by its name."`
}

type rejection struct {
	States outcomes `json:"states,omitempty" jsonschema_description:"States of the task."`
	Codes  []int    `json:"codes,omitempty" jsonschema:"example=-32602" jsonschema_description:"Codes of errors."`
	That   string   `json:"that,omitempty" jsonschema_description:"jq over the verdict document that gives true."`
}

type defaults struct {
	Timeout  duration `json:"timeout,omitempty" jsonschema_description:"How long one attempt may take."`
	Repeat   int      `json:"repeat,omitempty" jsonschema:"minimum=1,maximum=1000" jsonschema_description:"How often a case runs."`
	PassRate float64  `json:"pass-rate,omitempty" jsonschema:"maximum=1" jsonschema_description:"The share of the repeats that must pass."`
	Tags     []string `json:"tags,omitempty" jsonschema_description:"Tags of cases that have none."`
	Expect   *expect  `json:"expect,omitempty" jsonschema_description:"What is expected of cases whose input is valid."`
}

type budget struct {
	Messages int `json:"messages,omitempty" jsonschema:"minimum=1" jsonschema_description:"How many messages."`
}

type environment struct {
	Agents      texts  `json:"agents,omitempty" jsonschema_description:"The agents by the names that cases use: a URL, a card file or a saved name."`
	Headers     secret `json:"headers,omitempty" jsonschema_description:"Headers of every request."`
	Credentials secret `json:"credentials,omitempty" jsonschema_description:"Secrets by the names of the schemes of the card."`
	Vars        secret `json:"vars,omitempty" jsonschema_description:"The values of ${var.NAME}."`
	Protect     bool   `json:"protect,omitempty" jsonschema:"default=false" jsonschema_description:"Only cases tagged safe run here, one at a time and once, and none with invalid data; --yes lifts that."`
	Rate        string `json:"rate,omitempty" jsonschema:"example=2/s" jsonschema_description:"The most messages in a second (s), minute (m) or hour (h)."`
}
