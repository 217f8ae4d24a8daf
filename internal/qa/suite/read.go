package suite

import (
	"path/filepath"
	"slices"
	"strings"

	"a2aform/a2aclient/auth"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/tomlfile"
	"a2aform/internal/store"
)

const (
	maxMessages = 10_000_000
	minCode     = -1_000_000
	maxCode     = 1_000_000
)

type reader struct{ tomlfile.Reader }

// Read reads the file of a suite. It is nil where there are problems.
func Read(path string) (*Suite, []*tomlfile.Problem) {
	data, problem := tomlfile.ReadFile(path, maxFile, "the file of a suite")
	if problem != nil {
		return nil, []*tomlfile.Problem{problem}
	}
	return Parse(path, data)
}

// Parse is [Read] for the text of a file.
func Parse(path string, data []byte) (*Suite, []*tomlfile.Problem) {
	tree, problem := tomlfile.Parse(data)
	if problem != nil {
		problem.Path = path
		return nil, []*tomlfile.Problem{problem}
	}
	r := &reader{tomlfile.Reader{Path: path}}
	s := r.file(tree)
	if len(r.Problems) > 0 {
		slices.SortStableFunc(r.Problems, func(a, b *tomlfile.Problem) int { return a.Line - b.Line })
		return nil, r.Problems
	}
	return s, nil
}

func (r *reader) file(n *tomlfile.Node) *Suite {
	s, fileVersion, before := &Suite{Path: r.Path}, 0, len(r.Problems)
	var rejection *casefile.Rejection
	r.Table(n, "the file", tomlfile.Fields{
		"version": r.Whole(&fileVersion, "version", version, version),
		"cases":   func(n *tomlfile.Node) { r.cases(n, s) }, "default-environment": r.Text(&s.DefaultEnvironment, "default-environment"),
		"rejection": func(n *tomlfile.Node) { rejection = r.rejection(n) },
		"defaults":  func(n *tomlfile.Node) { s.Defaults = casefile.ReadDefaults(&r.Reader, n) },
		"budget": func(n *tomlfile.Node) {
			r.Table(n, "budget", tomlfile.Fields{"messages": r.Whole(&s.Budget, "messages", 1, maxMessages)})
		},
		"environments": func(n *tomlfile.Node) { r.environments(n, s) },
	})
	s.Defaults.Rejection = rejection
	if s.Cases == nil {
		s.Cases = []string{defaultCases}
	}
	switch {
	case len(r.Problems) > before: // already reported
	case n.Get("version") == nil:
		r.Problemf(n, "version = %d is missing", version)
	case s.DefaultEnvironment != "":
		if _, err := s.Environment(""); err != nil {
			r.Problemf(n.Get("default-environment"), "default-environment: there is no [environments.%s]", s.DefaultEnvironment)
		}
	}
	return s
}

func (r *reader) cases(n *tomlfile.Node, s *Suite) {
	r.TextOrTexts(&s.Cases, "cases")(n)
	for _, path := range s.Cases {
		if _, err := filepath.Match(path, "x"); err != nil || filepath.IsAbs(path) {
			r.Problemf(n, `cases: %s is not a path relative to this file, such as "cases" or "cases/*.toml"`, path)
		}
	}
	if n.Kind == tomlfile.Array && len(n.Items) == 0 {
		r.Problemf(n, "cases is empty")
	}
}

func (r *reader) rejection(n *tomlfile.Node) *casefile.Rejection {
	how := &casefile.Rejection{}
	r.Table(n, "rejection", tomlfile.Fields{
		"states": casefile.ReadStates(&r.Reader, &how.States, "states"),
		"codes":  func(n *tomlfile.Node) { r.codes(n, how) },
		"that":   func(n *tomlfile.Node) { how.That = casefile.ReadThat(&r.Reader, n) },
	})
	if n.Kind == tomlfile.Table && len(n.Members) == 0 {
		r.Problemf(n, "rejection is empty; it has states, codes or that")
	}
	return how
}

func (r *reader) codes(n *tomlfile.Node, into *casefile.Rejection) {
	if n.Kind != tomlfile.Array {
		r.Problemf(n, "codes is a list of numbers, such as [-32602]")
		return
	}
	for _, item := range n.Items {
		code := 0
		r.Whole(&code, "each of codes", minCode, maxCode)(item)
		into.Codes = append(into.Codes, code)
	}
}

func (r *reader) environments(n *tomlfile.Node, s *Suite) {
	if n.Kind != tomlfile.Table {
		r.Problemf(n, "write each environment as a table: [environments.NAME]")
		return
	}
	if len(n.Members) > maxEnvironments {
		r.Problemf(n, "there are more than %d environments", maxEnvironments)
		return
	}
	for _, m := range n.Members {
		if !store.IsAgentName(m.Name) {
			r.Problemf(m.Value, "environments: %s is not a name; use letters, digits, - and _", m.Name)
			continue
		}
		s.Environments = append(s.Environments, r.environment(m.Value, m.Name))
	}
}

func (r *reader) environment(n *tomlfile.Node, name string) *Environment {
	e := &Environment{Name: name}
	r.Table(n, "environments."+name, tomlfile.Fields{
		"agents":      func(n *tomlfile.Node) { r.agents(n, e) },
		"headers":     func(n *tomlfile.Node) { r.headers(n, e) },
		"credentials": func(n *tomlfile.Node) { r.credentials(n, e) },
		"vars":        func(n *tomlfile.Node) { e.Vars = r.values(n, "vars") },
		"protect":     r.Truth(&e.Protect, "protect"),
		"rate":        func(n *tomlfile.Node) { r.rate(n, e) },
	})
	return e
}

func (r *reader) rate(n *tomlfile.Node, e *Environment) {
	var text string
	if r.Text(&text, "rate")(n); n.Kind != tomlfile.String {
		return
	}
	var err error
	if e.Rate, err = ParseRate(text); err != nil {
		r.Problemf(n, "rate: %s", err)
	}
}

func (r *reader) agents(n *tomlfile.Node, e *Environment) {
	for _, v := range r.values(n, "agents") {
		switch {
		case v.Env != "":
			r.Problemf(n.Get(v.Name), "agents: the agent %s is a URL, a card file or a saved name", v.Name)
		case v.Name == store.BuiltIn && v.Text != store.BuiltIn:
			r.Problemf(n.Get(v.Name), "agents: %s is the built-in agent; give this one another name", v.Name)
		case v.Text == "":
			r.Problemf(n.Get(v.Name), "agents: the agent %s is empty", v.Name)
		case strings.HasSuffix(v.Text, ".json") && !strings.Contains(v.Text, "://"):
			v.Text = r.Relative(v.Text)
		}
		e.Agents = append(e.Agents, Agent{v.Name, v.Text})
	}
}

func (r *reader) headers(n *tomlfile.Node, e *Environment) {
	e.Headers = r.values(n, "headers")
	for _, v := range e.Headers {
		if v.Env == "" && auth.IsSecretHeader(v.Name) {
			r.Problemf(n.Get(v.Name), `headers: %s holds a secret; name the variable that has it: { env = "NAME" }`, v.Name)
		}
	}
}

func (r *reader) credentials(n *tomlfile.Node, e *Environment) {
	e.Credentials = r.values(n, "credentials")
	for _, v := range e.Credentials {
		if v.Env == "" {
			r.Problemf(n.Get(v.Name), `credentials: %s is a secret; name the variable that has it: { env = "NAME" }`, v.Name)
		}
	}
}

// values reads a table of texts, each of which may be { env = "NAME" }.
func (r *reader) values(n *tomlfile.Node, name string) (list []Value) {
	if n.Kind != tomlfile.Table {
		r.Problemf(n, "%s is a table of names and texts", name)
		return nil
	}
	if len(n.Members) > maxEntries {
		r.Problemf(n, "%s has more than %d names", name, maxEntries)
		return nil
	}
	for _, m := range n.Members {
		v := Value{Name: m.Name}
		if m.Value.Kind == tomlfile.Table {
			r.Table(m.Value, name+"."+m.Name, tomlfile.Fields{"env": r.Text(&v.Env, "env")})
			if v.Env == "" {
				r.Problemf(m.Value, `%s: %s is a text, or { env = "NAME" }`, name, m.Name)
			}
		} else {
			r.Text(&v.Text, name+": "+m.Name)(m.Value)
		}
		list = append(list, v)
	}
	return list
}
