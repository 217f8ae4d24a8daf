package mock

import (
	"encoding/json"
	"slices"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/tomlfile"
)

// maxScript is the size of a script, in bytes.
const maxScript = 1 << 20

// Script says how skills answer.
type Script struct{ skills []*Scripted }

// Scripted is how one skill answers.
type Scripted struct {
	Skill   string // its id, "text" for messages of text, "*" for all others
	Words   []string
	Asks    []string
	Outputs []json.RawMessage
	States  []string // through which its tasks go; nil for working, completed
	Last    string   // what it says then
}

// of is how a skill answers, nil where the script does not say.
func (s *Script) of(skill string) *Scripted {
	if s == nil {
		return nil
	}
	names := []string{skill, "*"}
	if skill == "text" {
		names = names[:1]
	}
	for _, name := range names {
		if i := slices.IndexFunc(s.skills, func(one *Scripted) bool { return one.Skill == name }); i >= 0 {
			return s.skills[i]
		}
	}
	return nil
}

// endStates are the states in which a task of a script can end.
var endStates = []string{"completed", "failed", "rejected", "canceled"}

// ReadScript reads the file of a script.
func ReadScript(path string) (*Script, []*tomlfile.Problem) {
	data, problem := tomlfile.ReadFile(path, maxScript, "a script")
	if problem == nil {
		var tree *tomlfile.Node
		if tree, problem = tomlfile.Parse(data); problem == nil {
			return readScript(path, tree)
		}
		problem.Path = path
	}
	return nil, []*tomlfile.Problem{problem}
}

func readScript(path string, tree *tomlfile.Node) (*Script, []*tomlfile.Problem) {
	r := &tomlfile.Reader{Path: path}
	s, version := &Script{}, 0
	r.Table(tree, "the file", tomlfile.Fields{
		"version": r.Whole(&version, "version", 1, 1),
		"skill": func(n *tomlfile.Node) {
			for _, item := range r.List(n, "skill") {
				s.skills = append(s.skills, readScripted(r, item))
			}
		},
	})
	if len(r.Problems) > 0 {
		return nil, r.Problems
	}
	return s, nil
}

func readScripted(r *tomlfile.Reader, n *tomlfile.Node) *Scripted {
	s := &Scripted{}
	var outputs []string
	r.Table(n, "skill", tomlfile.Fields{
		"id": r.Text(&s.Skill, "id"), "words": r.TextOrTexts(&s.Words, "words"), "asks": r.TextOrTexts(&s.Asks, "asks"),
		"outputs": r.TextOrTexts(&outputs, "outputs"), "states": r.TextOrTexts(&s.States, "states"), "last": r.Text(&s.Last, "last"),
	})
	if s.Skill == "" {
		r.Problemf(n, `id is missing: the id of a skill, "text" for messages of text, or "*"`)
	}
	for i, state := range s.States {
		isLast := i == len(s.States)-1
		if isLast != slices.Contains(endStates, state) || !isLast && state != "submitted" && state != "working" {
			r.Problemf(n.Get("states"), "states are submitted and working, and at the end completed, failed, rejected or canceled")
			break
		}
	}
	for _, output := range outputs {
		if _, err := ojson.Parse([]byte(output), ojson.DataLimits); err != nil {
			r.Problemf(n.Get("outputs"), "each of outputs is JSON: %s", err)
		}
		s.Outputs = append(s.Outputs, json.RawMessage(output))
	}
	return s
}
