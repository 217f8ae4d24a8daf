// Package present is what a presentation is made of: the [Script] with its steps and captions; its scenes, each a message and
// what comes of it; and the [Act], which plays a scene live, and goes on with the recorded run where the agent fails. It knows no
// screen.
package present

import (
	_ "embed"
	"slices"
	"strings"
	"time"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/tomlfile"
	"a2aform/internal/schema"
	"a2aform/internal/store"
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
	Compare = "compare" // the results of two scenes next to one another
)

var shows = []string{Agent, Form, Review, Task, Answer, Table, Compare}

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
	data, problem := tomlfile.ReadFile(path, maxScript, "a script")
	if problem != nil {
		return nil, []*tomlfile.Problem{problem}
	}
	return parse(path, data)
}

// defaultPatience is how long an agent may be silent where the script does not say.
const defaultPatience = 10 * time.Second

func parse(path string, data []byte) (*Script, []*tomlfile.Problem) {
	tree, problem := tomlfile.Parse(data)
	if problem != nil {
		problem.Path = path
		return nil, []*tomlfile.Problem{problem}
	}
	r := &tomlfile.Reader{Path: path}
	s, version := &Script{Path: path, Patience: defaultPatience, node: tree}, 0
	r.Table(tree, "the script", tomlfile.Fields{
		"version": r.Whole(&version, "version", 1, 1), "title": r.Text(&s.Title, "title"),
		"agent": r.Text(&s.Agent, "agent"), "patience": r.Duration(&s.Patience, "patience"),
		"step": func(n *tomlfile.Node) {
			for _, item := range r.List(n, "step") {
				s.Steps = append(s.Steps, readStep(r, item))
			}
		},
	})
	if len(s.Steps) == 0 && len(r.Problems) == 0 {
		r.Problemf(tree, "there is no [[step]]: write one for each picture, such as show = %q", Agent)
	}
	if len(r.Problems) == 0 {
		s.number(r)
	}
	return s, r.Problems
}

func readStep(r *tomlfile.Reader, n *tomlfile.Node) Step {
	s := Step{node: n}
	var value string
	r.Table(n, "step", tomlfile.Fields{
		"show": r.Text(&s.Show, "show"), "caption": r.Text(&s.Caption, "caption"), "notes": r.Text(&s.Notes, "notes"),
		"agent": r.Text(&s.Agent, "agent"), "skill": r.Text(&s.Skill, "skill"), "example": r.Whole(&s.Example, "example", 1, 1000),
		"value": r.Text(&value, "value"), "text": r.Text(&s.Text, "text"), "answer-as": r.Text(&s.AnswerAs, "answer-as"), "run": r.Text(&s.Run, "run"),
	})
	if !slices.Contains(shows, s.Show) {
		at := n
		if given := n.Get("show"); given != nil {
			at = given
		}
		r.Problemf(at, "show is missing or unknown: it is one of %s", strings.Join(shows, ", "))
	}
	s.Caption, s.Notes = strings.TrimSpace(s.Caption), strings.TrimSpace(s.Notes)
	if value != "" {
		if s.Value = []byte(value); !isJSON(s.Value) {
			r.Problemf(n.Get("value"), "value is JSON in a text, such as '{\"name\": \"Ada\"}'")
		}
	}
	if s.Run != "" {
		s.Run = localPath(r, n.Get("run"), s.Run)
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
