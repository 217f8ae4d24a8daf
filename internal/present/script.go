// Package present is what a presentation is made of: the [Script] with its steps and captions; its scenes, each a message and
// what comes of it; and the [Act], which plays a scene live, and goes on with the recorded run where the agent fails. It knows no
// screen.
package present

import (
	"cmp"
	_ "embed"
	"strings"
	"time"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/fileschema"
	"a2aform/internal/schema"
	"a2aform/internal/store"
	"a2aform/internal/tomlfile"
)

// maxScript is the size of a script, in bytes.
const maxScript = 1 << 20

// What a step shows.
const (
	Agent   = "agent"   // what the agent is and can do
	Form    = "form"    // a form while it is filled in
	Review  = "review"  // that it is complete
	Task    = "task"    // the task while it goes on
	Answer  = "answer"  // the agent's question, and the answer to it
	Table   = "table"   // the result
	Chart   = "chart"   // the numbers of the result
	Compare = "compare" // the results of two scenes next to one another
)

// Script is what is shown, in order.
type Script struct {
	Path, Title, Agent string
	// Patience is how long the agent may be silent before the recorded run goes on in its place.
	Patience time.Duration
	Steps    []Step
	node     *tomlfile.Node
}

// Step is one picture on the stage.
type Step struct {
	Show           string
	Caption, Notes string
	Agent          string // of a form that goes to another agent than the script's; "" for that
	Skill          string // of a form
	Example        int    // of the skill, from 1; 0 for none
	Value          []byte // JSON of a form or an answer
	Text           string // of a message or an answer
	AnswerAs       string // what the answer to the text of a form is to be, as send --answer-as takes it
	Run            string // the path of the recorded run of a form; "" for none
	Scene          int    // the last form up to here, by its number from 0; -1 before the first
	node           *tomlfile.Node
}

//go:embed demo.toml
var demoScript []byte

// Demo is the script for the built-in agent.
func Demo() *Script {
	s, problems := parse("", demoScript)
	if len(problems) > 0 {
		panic("present: demo.toml: " + problems[0].Error())
	}
	return s
}

// Read reads a script.
func Read(path string) (*Script, []*tomlfile.Problem) {
	data, problem := store.ReadText(path, maxScript, "a script")
	if problem != nil {
		return nil, []*tomlfile.Problem{problem}
	}
	return parse(path, data)
}

// defaultPatience is how long an agent may be silent where the script does not say.
const defaultPatience = 10 * time.Second

// format is the format of [scriptFile].
var format = tomlfile.NewFormat(func() ([]byte, error) {
	return fileschema.Reflect(&scriptFile{}, "A presentation of a2aform", "What a2aform present shows, step by step.")
})

type scriptFile struct {
	Version  int                 `json:"version,omitempty" jsonschema:"enum=1" jsonschema_description:"The version of this format."`
	Title    string              `json:"title,omitempty" jsonschema_description:"What the presentation is called."`
	Agent    string              `json:"agent,omitempty" jsonschema_description:"The agent: a URL, a card file or a saved name."`
	Patience fileschema.Duration `json:"patience,omitempty" jsonschema_description:"How long the agent may be silent before the recorded run goes on in its place. Default: 10s."`
	Steps    []scriptStep        `json:"step" jsonschema:"required,minItems=1" jsonschema_description:"What is shown, in order; write one for each picture, such as show = \"agent\"."`
}

type scriptStep struct {
	Show     string `json:"show" jsonschema:"required,enum=agent,enum=form,enum=review,enum=task,enum=answer,enum=table,enum=chart,enum=compare" jsonschema_description:"What the step shows: one of agent, form, review, task, answer, table, chart, compare."`
	Caption  string `json:"caption,omitempty" jsonschema_description:"What the audience reads."`
	Notes    string `json:"notes,omitempty" jsonschema_description:"What the presenter reads."`
	Agent    string `json:"agent,omitempty" jsonschema_description:"The agent of a form that goes to another one than that of the script."`
	Skill    string `json:"skill,omitempty" jsonschema_description:"The id of the skill of a form."`
	Example  int    `json:"example,omitempty" jsonschema:"minimum=1,maximum=1000" jsonschema_description:"The example of the skill that fills in a form, from 1."`
	Value    string `json:"value,omitempty" jsonschema_description:"The JSON of a form or an answer."`
	Text     string `json:"text,omitempty" jsonschema_description:"The text of a message or an answer."`
	AnswerAs string `json:"answer-as,omitempty" jsonschema_description:"What the answer to the text is to be, as send --answer-as takes it."`
	Run      string `json:"run,omitempty" jsonschema_description:"The file of a recorded run, from the directory of this file."`
}

func parse(path string, data []byte) (*Script, []*tomlfile.Problem) {
	tree, problem := tomlfile.Parse(data)
	if problem != nil {
		problem.Path = path
		return nil, []*tomlfile.Problem{problem}
	}
	r, from := &tomlfile.Reader{Path: path}, scriptFile{}
	if !format.Decode(r, tree, &from) {
		return nil, r.Problems
	}
	s := &Script{Path: path, Title: from.Title, Agent: from.Agent, Patience: cmp.Or(time.Duration(from.Patience), defaultPatience), node: tree}
	for i, step := range from.Steps {
		s.Steps = append(s.Steps, readStep(r, tree.Get("step").Items[i], step))
	}
	if len(r.Problems) == 0 {
		s.number(r)
	}
	return s, r.Problems
}

func readStep(r *tomlfile.Reader, n *tomlfile.Node, from scriptStep) Step {
	s := Step{
		Show: from.Show, Caption: strings.TrimSpace(from.Caption), Notes: strings.TrimSpace(from.Notes), Agent: from.Agent, Skill: from.Skill,
		Example: from.Example, Text: from.Text, AnswerAs: from.AnswerAs, node: n,
	}
	if from.Value != "" {
		if s.Value = []byte(from.Value); !isJSON(s.Value) {
			r.Problemf(n.Get("value"), "value is JSON in a text, such as '{\"name\": \"Ada\"}'")
		}
	}
	if from.Run != "" {
		s.Run = localPath(r, n.Get("run"), from.Run)
	}
	if file, ok := strings.CutPrefix(s.AnswerAs, "@"); ok {
		path, name := schema.SplitRef(r.Relative(file))
		s.AnswerAs = "@" + localPath(r, n.Get("answer-as"), path)
		if name != "" {
			s.AnswerAs += "#" + name
		}
	}
	return s
}

// localPath returns a path that the script names, from the directory of the script. One outside of its repository is a problem.
func localPath(r *tomlfile.Reader, n *tomlfile.Node, path string) string {
	path = r.Relative(path)
	if err := store.CheckPath(r.Path, path); err != nil {
		r.Problemf(n, "%s: %s", path, err)
	}
	return path
}

func isJSON(text []byte) bool {
	_, err := ojson.Parse(text, ojson.DataLimits)
	return err == nil
}

// number finds the scene of each step, and says what is out of order.
func (s *Script) number(r *tomlfile.Reader) {
	scene := -1
	for i := range s.Steps {
		step := &s.Steps[i]
		given := step.given()
		switch {
		case step.Show == Form:
			scene++
			if given > 1 || given == 0 && step.Run == "" {
				r.Problemf(step.node, "a form is filled in from one of example, value, text or run")
			}
		case step.Show == Answer && (given != 1 || step.Example > 0):
			r.Problemf(step.node, "an answer has either text or value")
		case step.AnswerAs != "" && (step.Show != Form || step.Value != nil):
			r.Problemf(step.node.Get("answer-as"), "only a form with a text has answer-as")
		case step.Show != Answer && given > 0 || step.Run != "" || step.Skill != "" || step.Agent != "":
			r.Problemf(step.node, "only a form has agent, skill, example, value, text and run")
		case step.Show != Agent:
			checkOrder(r, step, scene)
		}
		step.Scene = scene
	}
}

// checkOrder says that a step comes before what it shows.
func checkOrder(r *tomlfile.Reader, step *Step, scene int) {
	switch {
	case scene < 0:
		r.Problemf(step.node, "%s comes before the first form: nothing was sent yet", step.Show)
	case scene < 1 && step.Show == Compare:
		r.Problemf(step.node, "compare needs two forms before it")
	}
}

// given counts what a step gives to be sent.
func (s *Step) given() (n int) {
	for _, is := range []bool{s.Example > 0, s.Value != nil, s.Text != ""} {
		if is {
			n++
		}
	}
	return n
}

// answers are the answers of a scene, in order.
func (s *Script) answers(scene int) (list []Step) {
	for _, step := range s.Steps {
		if step.Scene == scene && step.Show == Answer {
			list = append(list, step)
		}
	}
	return list
}
