package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/report"
	"a2aform/internal/qa/suite"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/tomlfile"
)

// Environments are the environments of the suite of the working directory, and the flags that select them.
type Environments struct {
	Streams *Streams
	Suite   *suite.Suite   // nil if there is none
	Name    string         // from the command line; "" for the default environment
	Secrets report.Secrets // of the environments in use
	files   []string       // the directories of --allow-files
	inUse   *Environment
	isInUse bool // inUse was found out
	isRead  bool
}

// Environment is an environment in use; nil for none.
type Environment struct {
	*suite.Environment
	vars    map[string]string
	secrets []string // of vars
	hidden  report.Secrets
}

// AddEnvironmentFlags adds the flags that select an environment.
func (e *Environments) AddEnvironmentFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVarP(&e.Name, "env", "e", "", "use the environment `NAME` of .a2aform/suite.toml: its agents, headers, credentials and variables (default its default-environment)")
	_ = cmd.RegisterFlagCompletionFunc("env", CompleteEnvironments)
}

// AddFilesFlag adds the flag for directories whose files cases may name.
func (e *Environments) AddFilesFlag(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&e.files, "allow-files", nil, "let cases name files below this `DIR`, which may be outside of their repository; may be repeated")
}

// checkFiles refuses values of --allow-files that are no directories.
func (e *Environments) checkFiles() error {
	for _, dir := range e.files {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return Usagef("--allow-files: there is no directory %s", safe.Text(dir).Line(200))
		}
	}
	return nil
}

// CompleteEnvironments offers the names of the environments of the suite.
func CompleteEnvironments(*cobra.Command, []string, string) (names []string, _ cobra.ShellCompDirective) {
	if path, err := suite.Find(WorkingDir()); err == nil && path != "" {
		if found, problems := suite.Read(path); problems == nil {
			for _, each := range found.Environments {
				names = append(names, each.Name)
			}
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// Read reads the suite file once, and prints all of its problems.
func (e *Environments) Read() error {
	if e.isRead {
		return nil
	}
	e.isRead = true
	if err := e.checkFiles(); err != nil {
		return err
	}
	path, err := suite.Find(WorkingDir())
	if err != nil {
		return Usagef("%s", err)
	}
	if path != "" {
		found, problems := suite.Read(fromHere([]string{path})[0])
		for _, p := range problems {
			e.Streams.Warn(p.Error())
		}
		if len(problems) > 0 {
			return Usagef("the suite file has problems, so nothing was sent")
		}
		e.Suite = found
		e.maskStreams()
	}
	if _, err := e.Suite.Environment(e.Name); err != nil {
		return Usagef("--env: %s", err)
	}
	return nil
}

// Environment returns the environment of the command line, nil for none. From then on, all output masks the values of its variables.
// Lenient leaves out missing variables, for an agent of the command line.
func (e *Environments) Environment(lenient bool) (*Environment, error) {
	if e.isInUse {
		return e.inUse, nil
	}
	found, err := e.Suite.Environment(e.Name)
	if err != nil {
		return nil, Usagef("%s", err)
	}
	var in *Environment
	if found != nil {
		if in, err = e.resolve(found, lenient); err != nil {
			return nil, err
		}
	}
	e.inUse, e.isInUse = in, true
	return in, nil
}

func (e *Environments) resolve(found *suite.Environment, lenient bool) (*Environment, error) {
	in := &Environment{Environment: found, vars: map[string]string{}}
	for _, v := range found.Vars {
		values, secrets, err := found.Resolve("vars", []suite.Value{v}, e.Streams.Getenv)
		switch {
		case err != nil && lenient:
			continue
		case err != nil:
			return nil, Usagef("%s", err)
		}
		in.vars[v.Name] = values[v.Name]
		in.secrets = append(in.secrets, secrets...)
	}
	e.Secrets.Add(in.secrets...)
	in.hidden.Add(in.secrets...)
	if lenient { // credentials are those of flags
		return in, nil
	}
	for table, list := range map[string][]suite.Value{"headers": found.Headers, "credentials": found.Credentials} {
		_, secrets, err := found.Resolve(table, list, e.Streams.Getenv)
		if err != nil {
			return nil, Usagef("%s", err)
		}
		e.Secrets.Add(secrets...)
	}
	return in, nil
}

// SavedAgent returns an agent of an environment as a saved agent, with what the environment sends to it. The suite file is not
// trusted, so the user must agree before a secret is sent.
func (e *Environments) SavedAgent(in *Environment, agent suite.Agent) (*store.Saved, error) {
	path, err := filepath.Abs(e.Suite.Path)
	if err != nil {
		return nil, err
	}
	saved := store.Saved{URL: agent.Ref}
	if store.IsAgentName(agent.Ref) {
		list, _ := e.Streams.Store().Saved(WorkingDir())
		if i := slices.IndexFunc(list, func(a store.Saved) bool { return a.Name == agent.Ref }); i >= 0 {
			saved = list[i]
			saved.HasOwnHost = !saved.Local
		}
	}
	if !saved.HasOwnHost {
		if err := checkCard(path, saved.Ref(), e.files...); err != nil {
			return nil, err
		}
	}
	saved.Name, saved.File, saved.Local, saved.Environment = agent.Name, path, true, in.Name
	headers, err := in.FilledHeaders()
	if err != nil {
		return nil, Usagef("%s", err)
	}
	saved.Headers = slices.Concat(saved.Headers, savedValues(headers))
	saved.Credentials, saved.Vars = savedValues(in.Credentials), nil
	for _, v := range savedValues(in.Vars) {
		if v.Env != "" {
			saved.Vars = append(saved.Vars, v)
		}
	}
	return &saved, nil
}

func savedValues(list []suite.Value) (headers []store.SavedHeader) {
	for _, v := range list {
		headers = append(headers, store.SavedHeader{Name: v.Name, Env: v.Env, Text: v.Text})
	}
	return headers
}

// holdsSecret reports whether a case sends what a variable of its environment holds.
func (in *Environment) holdsSecret(c *casefile.Case) bool {
	return in != nil && len(in.secrets) > 0 && slices.ContainsFunc(c.Texts(), in.hidden.Has)
}

// AgentsOf names the agents of an environment.
func AgentsOf(in *suite.Environment) string {
	var names []string
	for _, a := range in.Agents {
		names = append(names, a.Name)
	}
	return safe.Text(strings.Join(names, ", ")).Line(200).String()
}

// Options returns the options for reading cases that run. Lenient leaves out missing variables.
func (e *Environments) Options(lenient bool) (casefile.Options, error) {
	if err := e.Read(); err != nil {
		return casefile.Options{}, err
	}
	in, err := e.Environment(lenient)
	if err != nil {
		return casefile.Options{}, err
	}
	o := e.options()
	if in != nil {
		o.Env, o.Vars = in.Name, in.vars
	}
	return o, nil
}

// Offline returns the options for reading cases that do not run. It does not read variables of the process.
func (e *Environments) Offline() (casefile.Options, error) {
	if err := e.Read(); err != nil {
		return casefile.Options{}, err
	}
	o := e.options()
	if found, err := e.Suite.Environment(e.Name); err == nil && found != nil {
		o.Env, o.Vars = found.Name, found.MaskedVars()
	}
	return o, nil
}

// options returns the options for reading cases without an environment.
func (e *Environments) options() casefile.Options {
	o := casefile.Options{AllowFiles: e.files}
	if e.Suite != nil {
		o.Defaults = &e.Suite.Defaults
	}
	return o
}

// ErrNoCases says that no cases are named, and that there is no directory of them.
var ErrNoCases = Usagef("there is no %s here or above in the repository: name the files or directories of the cases, or write the first one with a2aform cases new", casefile.DefaultDir)

// paths returns the case files of the suite, or the directory of the cases if there is no suite.
func (e *Environments) paths() ([]string, []*tomlfile.Problem, error) {
	if e.Suite != nil {
		files, problems := e.Suite.Files()
		return files, problems, nil
	}
	dir, err := casefile.FindDir(WorkingDir())
	switch {
	case err != nil:
		return nil, nil, Usagef("%s", err)
	case dir == "":
		return nil, nil, ErrNoCases
	}
	return []string{dir}, nil, nil
}

// Root returns the path that identifies the suite in the history.
func (e *Environments) Root() string {
	root := WorkingDir()
	if e.Suite != nil {
		root = e.Suite.Path
	} else if dir, err := casefile.FindDir(root); err == nil && dir != "" {
		root = dir
	}
	if path, err := filepath.Abs(root); err == nil {
		root = path
	}
	return root
}

// maskStreams masks the values of variables in all later output.
func (e *Environments) maskStreams() {
	s := e.Streams
	s.Out, s.Err = e.masked(s.Out), e.masked(s.Err)
}

func (e *Environments) masked(to io.Writer) io.Writer {
	w := e.Secrets.NewWriter(to)
	if file, ok := to.(term.File); ok {
		return maskedFile{file, w}
	}
	return w
}

// maskedFile masks secrets in what it writes. It keeps the file, so that a terminal is still recognized as one.
type maskedFile struct {
	term.File
	to io.Writer
}

func (f maskedFile) Write(p []byte) (int, error) { return f.to.Write(p) }

// errNoAgent says which agents a case may name.
func errNoAgent(in *Environment) error {
	if in == nil || len(in.Agents) == 0 {
		return errors.New("no agent: name one in the case, with -a, or in A2ACLI_AGENT_CARD")
	}
	return fmt.Errorf("no agent: the environment %s has several, so the case must name one of %s", in.Name, AgentsOf(in.Environment))
}

func environmentLine(text string) string { return safe.Text(text).Line(200).String() }

// Named returns the name of the agent that an argument names in the environment; "" where it is another agent, which is the one of
// the command line from then on.
func (a *Agents) Named(args []string) (name string, err error) {
	if in, err := a.Environment(false); err == nil && in != nil && len(args) == 1 {
		if _, ok := in.Agent(args[0]); ok {
			return args[0], nil
		}
	}
	a.Flag.Value, err = a.Flag.Ref(a.Streams, args)
	return "", err
}

// ReadCases returns the case files of paths, else those of the suite, at least one.
func (e *Environments) ReadCases(paths []string, options casefile.Options) ([]*casefile.File, error) {
	var problems []*tomlfile.Problem
	if len(paths) == 0 {
		var err error
		if paths, problems, err = e.paths(); err != nil {
			return nil, err
		}
	}
	found, missing := casefile.Find(fromHere(paths))
	files, wrong := casefile.ReadAll(found, options)
	if problems = slices.Concat(problems, missing, wrong); len(problems) > 0 {
		for _, p := range problems {
			e.Streams.Warn(p.Error())
		}
		return nil, Usagef("%s, so nothing was sent", countedProblems(len(problems)))
	}
	if len(files) == 0 {
		return nil, Usagef("there are no case files (*.toml) in %s", strings.Join(paths, ", "))
	}
	return files, nil
}

// fromHere returns paths relative to the working directory if they are below it.
func fromHere(paths []string) []string {
	list := slices.Clone(paths)
	for i, path := range paths {
		if near, err := filepath.Rel(WorkingDir(), path); err == nil && filepath.IsAbs(path) && filepath.IsLocal(near) {
			list[i] = near
		}
	}
	return list
}

func countedProblems(n int) string {
	if n == 1 {
		return "a case file has a problem"
	}
	return "the case files have problems"
}
