package store

import (
	"path/filepath"
	"slices"
	"time"

	"a2aform/internal/safe"
)

// Agent is an agent that was opened before.
type Agent struct {
	Ref  string    `json:"ref"` // as the user typed it
	Name safe.Raw  `json:"name"`
	Used time.Time `json:"used"`
	// Repository is the file that named the agent, where that is a repository's:
	// without it the user would not know the address. "" for any other.
	Repository string `json:"repository,omitempty"`
	// About and Skills are what the card said when the agent was opened: its description, and
	// the names of its first skills. Both are shortened, and empty in files of older versions.
	About  safe.Raw   `json:"about,omitzero"`
	Skills []safe.Raw `json:"skills,omitempty"`
}

// maxAgents bounds the list of agents.
const maxAgents = 20

// Agents are the agents opened before, the last one first. A list that cannot
// be read is an error; one that does not exist is empty.
func (s *Store) Agents() ([]Agent, error) { return readList[Agent](s.agentsPath(), agentsName) }

// agentsName are what the file is called in messages.
const agentsName = "the list of agents"

// Remember puts an agent on top of the list.
func (s *Store) Remember(a Agent) error {
	return s.locked(func() error { return s.remember(a) })
}

func (s *Store) remember(a Agent) error {
	agents, err := s.Agents()
	if err != nil {
		return err
	}
	agents = slices.DeleteFunc(agents, func(old Agent) bool { return old.Ref == a.Ref })
	agents = slices.Insert(agents, 0, a)
	return s.writeAgents(agents[:min(len(agents), maxAgents)])
}

func (s *Store) writeAgents(agents []Agent) error {
	return writeList(s.agentsPath(), agentsName, agents)
}

// Forget takes an agent off the list of those opened before.
func (s *Store) Forget(ref string) error {
	return s.locked(func() error {
		agents, err := s.Agents()
		if err != nil {
			return err
		}
		return s.writeAgents(slices.DeleteFunc(agents, func(a Agent) bool { return a.Ref == ref }))
	})
}

func (s *Store) agentsPath() string { return filepath.Join(s.state, "agents.json") }
