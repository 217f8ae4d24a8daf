// Package suite reads the file of a test suite: where its cases are, what they share, how much may be sent, and the
// environments that they run in.
package suite

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"a2aform/a2aclient/auth"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/tomlfile"
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

// Files are the case files of the suite: those that its paths name, and all below its directories. A path without a file is a
// problem.
func (s *Suite) Files() (files []string, problems []*tomlfile.Problem) {
	var paths []string
	for _, path := range s.Cases {
		found, err := filepath.Glob(filepath.Join(filepath.Dir(s.Path), filepath.FromSlash(path)))
		if err != nil || len(found) == 0 {
			problems = append(problems, &tomlfile.Problem{Path: s.Path, Text: "cases: there is no file " + path})
		}
		for _, file := range found {
			if err := s.checkPath(file); err != nil {
				problems = append(problems, &tomlfile.Problem{Path: s.Path, Text: "cases: " + file + ": " + err.Error()})
				continue
			}
			paths = append(paths, file)
		}
	}
	files, missing := casefile.Find(paths)
	return files, append(problems, missing...)
}

// checkPath says why the suite may not name a file or directory: it leads out of its repository.
func (s *Suite) checkPath(path string) error {
	root := store.RepositoryOf(s.Path)
	target, err := store.Resolve(path)
	if err != nil {
		return err
	}
	if dir, err := store.Resolve(root); err != nil || !store.IsBelow(dir, target) {
		return errors.New("it is not below " + root)
	}
	return nil
}

// Rate is how many messages may be sent in a time. The zero rate sets no limit.
type Rate struct {
	N   int
	Per time.Duration
}

// maxRate bounds the number of a rate.
const maxRate = 100_000

var units = map[string]time.Duration{"s": time.Second, "m": time.Minute, "h": time.Hour}

// ParseRate reads a rate, such as "5/s".
func ParseRate(text string) (Rate, error) {
	number, unit, _ := strings.Cut(text, "/")
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > maxRate || units[unit] == 0 {
		return Rate{}, errors.New("a rate is a number and a time, such as 5/s, 30/m or 100/h")
	}
	return Rate{n, units[unit]}, nil
}

// IsZero reports that there is no limit.
func (r Rate) IsZero() bool { return r.N == 0 }

// Interval is the time between two messages; 0 without a limit.
func (r Rate) Interval() time.Duration {
	if r.N == 0 {
		return 0
	}
	return r.Per / time.Duration(r.N)
}

// Slower is the slower one of two rates.
func (r Rate) Slower(o Rate) Rate {
	if r.IsZero() || o.Interval() > r.Interval() {
		return o
	}
	return r
}

// minSecret is the minimum length of the value of a variable, in bytes. A shorter one could not be masked, because ordinary words
// contain it.
const minSecret = 8

// Secrets are what variables of the environment contain, which no output may show.
type Secrets []string

// Resolve reads the values of a table of an environment. A variable that is missing, or too short to be masked, is an
// error.
func (e *Environment) Resolve(table string, list []Value, getenv func(string) string) (values map[string]string, secrets Secrets, err error) {
	values = map[string]string{}
	for _, v := range list {
		text := v.Text
		if v.Env != "" {
			if text, err = secretOf(v.Env, getenv); err != nil {
				return nil, nil, fmt.Errorf("the environment %s, %s.%s: %w", e.Name, table, safe.Text(v.Name).Line(80), err)
			}
			secrets = append(secrets, text)
		}
		values[v.Name] = text
	}
	return values, secrets, nil
}

func secretOf(name string, getenv func(string) string) (string, error) {
	value, shown := strings.TrimSpace(getenv(name)), safe.Text(name).Line(80)
	switch {
	case value == "":
		return "", fmt.Errorf("the variable %s is empty or not set", shown)
	case len(value) < minSecret:
		return "", fmt.Errorf("the variable %s has less than %d characters, and so short a secret cannot be masked", shown, minSecret)
	case strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return "", fmt.Errorf("the variable %s has a line break or another control character", shown)
	}
	return value, nil
}

var varPlaceholder = regexp.MustCompile(`\$\{var\.([^}]+)\}`)

// FilledHeaders are the headers with the texts of vars in the place of ${var.NAME}. What a variable contains is not filled in: a
// header takes { env = "NAME" } itself.
func (e *Environment) FilledHeaders() ([]Value, error) {
	vars := map[string]string{}
	for _, v := range e.Vars {
		if v.Env == "" {
			vars[v.Name] = v.Text
		}
	}
	filled := make([]Value, 0, len(e.Headers))
	for _, h := range e.Headers {
		missing := ""
		h.Text = varPlaceholder.ReplaceAllStringFunc(h.Text, func(found string) string {
			name := varPlaceholder.FindStringSubmatch(found)[1]
			value, ok := vars[name]
			if !ok {
				missing = name
			}
			return value
		})
		if missing != "" {
			return nil, fmt.Errorf("the environment %s, headers.%s: there is no text vars.%s", e.Name, safe.Text(h.Name).Line(80), safe.Text(missing).Line(80))
		}
		filled = append(filled, h)
	}
	return filled, nil
}

// MaskedVars are the variables of an environment, with a mask for those that are secret.
func (e *Environment) MaskedVars() map[string]string {
	vars := map[string]string{}
	for _, v := range e.Vars {
		if vars[v.Name] = v.Text; v.Env != "" {
			vars[v.Name] = auth.Mask
		}
	}
	return vars
}
