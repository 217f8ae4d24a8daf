// Package suite reads the file of a test suite: where its cases are, what they share, how much may be sent, and the
// environments that they run in.
package suite

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"a2aform/internal/qa/casefile"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

const (
	maxFile = 1 << 20 // bytes of the file
)

const fileName = "suite.toml"

// Name is the path of a suite's file below the directory of a repository.
var Name = filepath.Join(store.LocalDir, fileName)

// defaultCases are the cases of a suite that names none.
const defaultCases = "cases"

// Suite is a suite file. It is not trusted, because it may come with a repository.
type Suite struct {
	Path               string   // of the file; "" for a directory of cases without one
	Cases              []string // files, directories and patterns, relative to its directory
	DefaultEnvironment string
	Defaults           casefile.Defaults
	Budget             int            // messages that may be sent without a question; 0 for any number
	Environments       []*Environment // in the order of the file
}

// Environment is where cases run: its agents, and what to send to them.
type Environment struct {
	Name        string
	Agents      []Agent
	Headers     []Value
	Credentials []Value // by the name of the scheme of the card
	Vars        []Value
	Protect     bool
	Rate        Rate // the zero rate sets no limit
}

// Agent is an agent of an environment.
type Agent struct {
	Name string // in case files
	Ref  string // a URL, the path of a card file, or the name of a saved agent
}

// Value is a text of an environment, or the variable that holds it. What a variable holds is secret.
type Value struct {
	Name string
	Text string
	Env  string // "" for a text
}

// Find returns the suite file of a directory, as [store.FindLocal] finds it; "" where there is none.
func Find(dir string) (string, error) { return store.FindLocal(dir, fileName) }

// Environment returns the environment of a name, or the default one for an empty name. It is nil if there is none.
func (s *Suite) Environment(name string) (*Environment, error) {
	if s == nil || s.Path == "" {
		if name == "" {
			return nil, nil
		}
		return nil, fmt.Errorf("there is no environment %s: there is no %s here or above in the repository", safe.Text(name).Line(80), Name)
	}
	if name == "" {
		name = s.DefaultEnvironment
	}
	if name == "" {
		return nil, nil
	}
	var names []string
	for _, e := range s.Environments {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	hint := "there is " + strings.Join(names, ", ")
	if near := safe.Nearest(name, names); near != "" {
		hint = "did you mean " + near + "?"
	}
	if len(names) == 0 {
		hint = "it has none"
	}
	return nil, fmt.Errorf("%s has no environment %s; %s", safe.Text(s.Path).Line(200), safe.Text(name).Line(80), hint)
}

// Agent returns the agent that a case names, or the only one for a case that names none.
func (e *Environment) Agent(name string) (Agent, bool) {
	if e == nil {
		return Agent{}, false
	}
	if name == "" && len(e.Agents) == 1 {
		return e.Agents[0], true
	}
	if i := slices.IndexFunc(e.Agents, func(a Agent) bool { return a.Name == name }); i >= 0 {
		return e.Agents[i], true
	}
	return Agent{}, false
}
