package store

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// Saved is an agent that the user, or a repository, gave a name.
type Saved struct {
	Name      string // [IsAgentName] holds
	URL, Card string // one of both: an address, or the absolute path of a card file
	Transport string // "JSONRPC", "HTTP+JSON" or "GRPC"; "" as the card prefers
	Version   string // of A2A to speak; "" as the card says
	Tenant    string // "" for the card's
	Endpoint  string // where messages go in place of the card's address; "" for that
	Headers   []SavedHeader
	Schemas   []SavedSchema
	File      string // where it is saved
	// Environment, Credentials and Vars are of an agent of an environment of a suite: its name, the secrets by the names
	// of schemes, and of the variables of cases.
	Environment       string
	Credentials, Vars []SavedHeader
	// Local says that it comes from a repository, or another file that the user did not write: its author is not
	// trusted with credentials, see [Store.IsTrusted].
	Local bool
	// HasOwnHost says of one that is Local that its host is that of an agent which the user saved.
	HasOwnHost bool
}

// SavedHeader is a header to send, by the variable that contains its value: a
// value is never in the file, but for one of an environment that is no secret.
type SavedHeader struct{ Name, Env, Text string }

// SavedSchema is the schema of a skill that the user attached, in place of what the card
// declares: "FILE" or "FILE#NAME", with an absolute path.
type SavedSchema struct {
	Skill, Ref string
	IsOutput   bool // it is of what the skill answers with, not of what it takes
}

// Ref is what opens the agent: its address or its file.
func (a Saved) Ref() string { return cmp.Or(a.URL, a.Card) }

// savedName is the file of saved agents, in the directory of the user's files or
// in that of a repository.
const savedName = "agents.toml"

// savedTitle is the name of the file in messages.
const savedTitle = "saved agents"

// BuiltIn is the name of the built-in agent, which no file can give to another one.
const BuiltIn = "demo"

var agentName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`)

// IsAgentName reports whether an agent may be saved under a name: letters,
// digits, - and _, which no URL and no path of several parts is made of.
func IsAgentName(name string) bool {
	return agentName.MatchString(name) && !strings.EqualFold(name, "localhost")
}

// Saved are the user's saved agents, then those of the repository around dir,
// each by name. A name of the user's own means that one, whatever a repository
// says. The problems are of files that cannot be used, and of names that are
// hidden so; they are worded for users. A nil store has no user's file.
func (s *Store) Saved(dir string) (list []Saved, problems []error) {
	if s != nil {
		own, err := readSaved(s.savedPath())
		if err != nil {
			problems = append(problems, err)
		}
		list, problems = withoutBuiltIn(own, problems)
	}
	path, err := FindLocal(dir, savedName)
	switch {
	case err != nil:
		return list, append(problems, err)
	case path == "" || s != nil && path == s.savedPath():
		return list, problems
	}
	local, err := readSaved(path)
	if err != nil {
		return list, append(problems, err)
	}
	local, problems = withoutBuiltIn(local, problems)
	for _, a := range local {
		a.Local = true
		if err := a.checkFiles(); err != nil {
			problems = append(problems, &RefusedAgentError{a.Name, fmt.Sprintf("%s of %s is not used: %s", a.Name, shown(path), err)})
			continue
		}
		if slices.ContainsFunc(list, func(own Saved) bool { return own.Name == a.Name }) {
			problems = append(problems, fmt.Errorf("%s of %s is not used: your own agent of that name comes first", a.Name, shown(path)))
			continue
		}
		list = append(list, a)
	}
	return list, problems
}

// withoutBuiltIn leaves out an agent that has the name of the built-in one.
func withoutBuiltIn(list []Saved, problems []error) ([]Saved, []error) {
	i := slices.IndexFunc(list, func(a Saved) bool { return a.Name == BuiltIn })
	if i < 0 {
		return list, problems
	}
	problem := fmt.Sprintf("%s of %s is not used: %s is the built-in agent; give it another name", BuiltIn, shown(list[i].File), BuiltIn)
	return slices.Delete(list, i, i+1), append(problems, &RefusedAgentError{BuiltIn, problem})
}

// RefusedAgentError says why an agent of a file is not used.
type RefusedAgentError struct{ Name, text string }

func (e *RefusedAgentError) Error() string { return e.text }

// checkFiles says why an agent of a repository may not name its files.
func (a Saved) checkFiles() error {
	if a.Card != "" {
		if err := CheckPath(a.File, a.Card); err != nil {
			return fmt.Errorf("the card %s: %w", shown(a.Card), err)
		}
	}
	for _, s := range a.Schemas {
		path, _ := schema.SplitRef(s.Ref)
		if err := CheckPath(a.File, path); err != nil {
			return fmt.Errorf("the schema %s: %w", shown(path), err)
		}
	}
	return nil
}

func (s *Store) savedPath() string { return filepath.Join(s.config, savedName) }

// readSaved reads a file of saved agents. One that does not exist contains none.
func readSaved(path string) ([]Saved, error) {
	data, err := readByHand(path, savedTitle)
	if err != nil || data == nil {
		return nil, err
	}
	return parseSaved(data, path)
}

// shown is a path that may be in a message.
func shown(path string) string { return safe.Text(path).Line(safe.TextLimit()).String() }
