package suite

import (
	"path/filepath"
	"slices"
	"strings"

	"a2aform/a2aclient/auth"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/fileschema"
	"a2aform/internal/store"
	"a2aform/internal/tomlfile"
)

type reader struct{ tomlfile.Reader }

// Read reads the file of a suite. It is nil where there are problems.
func Read(path string) (*Suite, []*tomlfile.Problem) {
	data, problem := store.ReadText(path, maxFile, "the file of a suite")
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
	var file fileschema.Suite
	if !fileschema.SuiteFormat.Decode(&r.Reader, n, &file) {
		return nil
	}
	s := &Suite{Path: r.Path, Cases: file.Cases, DefaultEnvironment: file.Environment, Budget: file.Budget.Messages}
	if s.Cases == nil {
		s.Cases = []string{defaultCases}
	}
	for _, path := range s.Cases {
		if _, err := filepath.Match(path, "x"); err != nil || filepath.IsAbs(path) {
			r.Problemf(n.Get("cases"), `cases: %s is not a path relative to this file, such as "cases" or "cases/*.toml"`, path)
		}
	}
	s.Defaults = casefile.ReadDefaults(&r.Reader, n.Get("defaults"), file.Defaults)
	if from := file.Rejection; from != nil {
		s.Defaults.Rejection = &casefile.Rejection{States: from.States.Words, Codes: from.Codes}
		if at := n.Get("rejection").Get("that"); at != nil {
			s.Defaults.Rejection.That = casefile.ReadThat(&r.Reader, at)
		}
	}
	if environments := n.Get("environments"); environments != nil {
		for _, m := range environments.Members {
			s.Environments = append(s.Environments, r.environment(m, file.Environments[m.Name]))
		}
	}
	if _, err := s.Environment(""); err != nil {
		r.Problemf(n.Get("default-environment"), "default-environment: there is no [environments.%s]", s.DefaultEnvironment)
	}
	return s
}

func (r *reader) environment(m tomlfile.Member, from fileschema.Environment) *Environment {
	n, e := m.Value, &Environment{Name: m.Name, Protect: from.Protect}
	if !store.IsAgentName(m.Name) {
		r.Problemf(n, "environments: %s is not a name; use letters, digits, - and _", m.Name)
	}
	if at := n.Get("agents"); at != nil {
		for _, m := range at.Members {
			e.Agents = append(e.Agents, r.agent(m, string(from.Agents[m.Name])))
		}
	}
	e.Headers, e.Credentials, e.Vars = values(n.Get("headers"), from.Headers), values(n.Get("credentials"), from.Credentials), values(n.Get("vars"), from.Vars)
	for _, v := range e.Headers {
		if v.Env == "" && auth.IsSecretHeader(v.Name) {
			r.Problemf(n.Get("headers").Get(v.Name), `headers: %s holds a secret; name the variable that has it: { env = "NAME" }`, v.Name)
		}
	}
	for _, v := range e.Credentials {
		if v.Env == "" {
			r.Problemf(n.Get("credentials").Get(v.Name), `credentials: %s is a secret; name the variable that has it: { env = "NAME" }`, v.Name)
		}
	}
	if from.Rate != "" {
		var err error
		if e.Rate, err = ParseRate(from.Rate); err != nil {
			r.Problemf(n.Get("rate"), "rate: %s", err)
		}
	}
	return e
}

func (r *reader) agent(m tomlfile.Member, ref string) Agent {
	if m.Name == store.BuiltIn && ref != store.BuiltIn {
		r.Problemf(m.Value, "agents: %s is the built-in agent; give this one another name", m.Name)
	}
	if strings.HasSuffix(ref, ".json") && !strings.Contains(ref, "://") {
		ref = r.Relative(ref)
	}
	return Agent{m.Name, ref}
}

// values are the texts of a table, in the order of the file.
func values(n *tomlfile.Node, from map[string]fileschema.Secret) (list []Value) {
	if n == nil {
		return nil
	}
	for _, m := range n.Members {
		list = append(list, Value{m.Name, from[m.Name].Text, from[m.Name].Env})
	}
	return list
}
