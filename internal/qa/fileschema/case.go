package fileschema

import (
	"encoding/json"

	"a2aform/internal/tomlfile"
)

// CaseFormat is the format of [Case].
var CaseFormat = tomlfile.NewFormat(func() ([]byte, error) { return Of("case") })

// Case is a case file.
type Case struct {
	Version  int      `json:"version" jsonschema:"required,enum=1" jsonschema_description:"The version of this format."`
	Name     string   `json:"name,omitempty" jsonschema:"minLength=1,example=expenses ask once" jsonschema_description:"What the case is called in reports. Default: the name of the file."`
	Why      string   `json:"why,omitempty" jsonschema:"example=T-1432: totals were rounded" jsonschema_description:"Why there is such a case. It is in every report."`
	Agent    string   `json:"agent,omitempty" jsonschema:"example=expenses" jsonschema_description:"The agent: a name of the environment or of agents.toml, a URL or a card file. AGENT or -a on the command line wins."`
	Skill    string   `json:"skill,omitempty" jsonschema:"example=expense-report" jsonschema_description:"The id of the skill. Without it the message is for the agent itself."`
	Schema   string   `json:"schema,omitempty" jsonschema_description:"The name of the form, where the skill has several."`
	Tags     []string `json:"tags,omitempty" jsonschema:"example=smoke,example=safe" jsonschema_description:"Words that --tag selects by. Only cases tagged safe run in a protected environment."`
	Timeout  Duration `json:"timeout,omitempty" jsonschema_description:"How long one attempt may take. Default: 60s."`
	Repeat   int      `json:"repeat,omitempty" jsonschema:"minimum=1,maximum=1000,default=1" jsonschema_description:"How often the case runs. Each repeat is a message of its own."`
	PassRate float64  `json:"pass-rate,omitempty" jsonschema:"exclusiveMinimum=0,maximum=1,default=1,example=0.8" jsonschema_description:"The share of the repeats that must pass."`
	Needs    []string `json:"needs,omitempty" jsonschema:"example=create order" jsonschema_description:"Cases that must pass before this one runs."`
	Capture  texts    `json:"capture,omitempty" jsonschema_description:"Values for cases that need this one, as ${capture.NAME}: jq over the verdict document."`
	Skip     string   `json:"skip,omitempty" jsonschema:"minLength=1,example=not built yet" jsonschema_description:"Why the case is left out."`
	Input    Input    `json:"input" jsonschema:"required" jsonschema_description:"What is sent: one of json, json-file and text, or a form that set fills in."`
	Table    *Table   `json:"table,omitempty" jsonschema_description:"One case for each row. Cells are ${row.NAME}."`
	Matrix   *Matrix  `json:"matrix,omitempty" jsonschema_description:"One case for every combination of these values."`
	Expect   *Expect  `json:"expect,omitempty" jsonschema_description:"What is expected of the end. All of it is checked and reported."`
	Turns    []Turn   `json:"turn,omitempty" jsonschema_description:"What happens after the first message, in order."`
}

// Input is what a case sends.
type Input struct {
	JSON      string   `json:"json,omitempty" jsonschema:"example={\"a\": \"Lion\"}" jsonschema_description:"The data as JSON. Digits, order and null reach the agent as they are written."`
	JSONFile  string   `json:"json-file,omitempty" jsonschema_description:"A file with the data, from the directory of this file."`
	Text      string   `json:"text,omitempty" jsonschema:"minLength=1" jsonschema_description:"The text of a message without a form."`
	Set       anything `json:"set,omitempty" jsonschema_description:"Fields that are set over the data, as send --set does."`
	Files     []string `json:"files,omitempty" jsonschema:"example=report.pdf" jsonschema_description:"Files that are sent too, from the directory of this file, or their URLs."`
	Invalid   bool     `json:"invalid,omitempty" jsonschema:"default=false" jsonschema_description:"The input breaks its schema on purpose, and the agent must reject it."`
	AnswerAs  string   `json:"answer-as,omitempty" jsonschema:"example=name\\, price: number" jsonschema_description:"What the answer to the text is to be: columns of a table, table, or a JSON Schema: @FILE or the schema itself."`
	InText    bool     `json:"answer-in-text,omitempty" jsonschema_description:"Writes the schema of answer-as into the text, too."`
	SkillHint bool     `json:"skill-hint,omitempty" jsonschema_description:"Sends the id of the skill with a text, as metadata.skillId."`
}

// Table is the table of a case.
type Table struct {
	File string     `json:"file,omitempty" jsonschema:"example=amounts.csv" jsonschema_description:"A file of rows: .csv, .jsonl or .json."`
	Rows []anything `json:"rows,omitempty" jsonschema_description:"The rows themselves."`
}

// Matrix is the matrix of a case.
type Matrix struct {
	Transport []string  `json:"transport,omitempty" jsonschema:"enum=JSONRPC,enum=HTTP+JSON,enum=GRPC" jsonschema_description:"Bindings."`
	Version   []version `json:"a2a-version,omitempty" jsonschema:"example=1.0,example=0.3" jsonschema_description:"Versions of A2A."`
	Stream    []bool    `json:"stream,omitempty" jsonschema_description:"With a stream, without one."`
}

// Expect is what is expected of a run.
type Expect struct {
	State         expected `json:"state,omitempty" jsonschema_description:"How the run ends: any one of these; accepted: the agent takes the input; any: all but a crash. Default: completed or answered."`
	Output        string   `json:"output,omitempty" jsonschema:"enum=valid,enum=invalid,enum=any" jsonschema_description:"How tagged data agrees with its schema. Default: what comes is valid."`
	Schemas       []string `json:"schemas,omitempty" jsonschema:"example=expenseSummary" jsonschema_description:"Schemas of which data must come."`
	Artifacts     *Count   `json:"artifacts,omitempty" jsonschema_description:"How many artifacts come."`
	Settled       Duration `json:"settled,omitempty" jsonschema_description:"The longest time until the task is over."`
	FirstArtifact Duration `json:"first-artifact,omitempty" jsonschema_description:"The longest time until the first artifact."`
	That          Queries  `json:"that,omitempty" jsonschema_description:"jq over the verdict document, which must give true."`
	Run           string   `json:"run,omitempty" jsonschema:"example=./check.py" jsonschema_description:"A program of the repository that checks the verdict document, which it reads from standard input. The exit code 0 is a pass. a2aform agents trust allows it to run."`
	Values        []Value  `json:"value,omitempty" jsonschema_description:"A place of the verdict document, and what must hold there."`
	Same          *Same    `json:"same,omitempty" jsonschema_description:"The output is as last time: as its golden file, which test --update writes."`
}

// Query is an expression with its reason.
type Query struct {
	JQ  string `json:"jq" jsonschema:"required,example=.data.total == 24.90" jsonschema_description:"An expression that must give true."`
	Why string `json:"why,omitempty" jsonschema_description:"Why it must hold. It is in every report."`
}

// Value is a place of the verdict document, and what must hold there.
type Value struct {
	At       string            `json:"at" jsonschema:"required,title=a JSON Pointer: it begins with /,pattern=^(/|$),example=/data/total" jsonschema_description:"A JSON Pointer into the verdict document."`
	Is       json.RawMessage   `json:"is,omitempty" jsonschema_description:"The value is this one."`
	Not      json.RawMessage   `json:"not,omitempty" jsonschema_description:"The value is another one."`
	Near     json.RawMessage   `json:"near,omitempty" jsonschema_description:"The number is this one, give or take what within says."`
	Within   json.RawMessage   `json:"within,omitempty" jsonschema_description:"A number, or a share such as 1%."`
	In       []json.RawMessage `json:"in,omitempty" jsonschema:"minItems=1" jsonschema_description:"The value is one of these."`
	Matches  string            `json:"matches,omitempty" jsonschema_description:"The text matches this regular expression (RE2)."`
	Type     string            `json:"type,omitempty" jsonschema:"enum=null,enum=boolean,enum=integer,enum=number,enum=string,enum=array,enum=object" jsonschema_description:"The type of the value."`
	Exists   bool              `json:"exists,omitempty" jsonschema_description:"Whether there is a value."`
	Length   *Count            `json:"length,omitempty" jsonschema_description:"How long a text, a list or an object is."`
	OfFormat string            `json:"of-format,omitempty" jsonschema:"example=date-time" jsonschema_description:"The text has this format of JSON Schema."`
	Why      string            `json:"why,omitempty" jsonschema_description:"Why it must hold. It is in every report."`
}

// Same is how the output is compared with a golden file.
type Same struct {
	File      string   `json:"file" jsonschema:"required,example=golden/${case}.json" jsonschema_description:"The golden file, from the directory of this file."`
	Ignore    []string `json:"ignore,omitempty" jsonschema:"example=/**/payout" jsonschema_description:"Places that are not compared: JSON Pointers in which * is one step and ** any number of them."`
	Formats   []string `json:"formats,omitempty" jsonschema:"example=date-time,example=uuid" jsonschema_description:"Formats of schemas: that a value has one is all that is compared."`
	Number    numbers  `json:"number,omitempty" jsonschema_description:"How far the numbers at some places may differ."`
	Unordered texts    `json:"unordered,omitempty" jsonschema_description:"Arrays whose order does not count, each with the member that tells its items apart; an empty text compares whole items."`
}

// Turn is what happens after the first message.
type Turn struct {
	When     outcome  `json:"when,omitempty" jsonschema:"default=input-required" jsonschema_description:"The state to wait for."`
	Do       string   `json:"do,omitempty" jsonschema:"enum=answer,enum=message,enum=cancel,default=answer" jsonschema_description:"What happens then."`
	Text     string   `json:"text,omitempty" jsonschema_description:"The text of an answer or a message."`
	JSON     string   `json:"json,omitempty" jsonschema_description:"Data in place of a text."`
	JSONFile string   `json:"json-file,omitempty" jsonschema_description:"A file with the data, from the directory of this file."`
	Set      anything `json:"set,omitempty" jsonschema_description:"Fields that are set over the data."`
	Expect   *Expect  `json:"expect,omitempty" jsonschema_description:"What is expected once the state is reached."`
}
