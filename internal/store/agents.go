package store

import (
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
	// Catalog is the catalog that named the agent's host, "" where the user did.
	Catalog string `json:"catalog,omitempty"`
	// About and Skills are what the card said when the agent was opened: its description, and
	// the names of its first skills. Both are shortened, and empty in files of older versions.
	About  safe.Raw   `json:"about,omitzero"`
	Skills []safe.Raw `json:"skills,omitempty"`
}

// maxAgents bounds the list of agents.
const maxAgents = 20

func (s *Store) agents() listOf[Agent] { return listOf[Agent]{s, "agents.json", "the list of agents"} }

// Agents are the agents opened before, the last one first. A list that cannot
// be read is an error; one that does not exist is empty.
func (s *Store) Agents() ([]Agent, error) { return s.agents().read() }

// Remember puts an agent on top of the list.
func (s *Store) Remember(a Agent) error {
	return s.agents().change(func(list []Agent) []Agent {
		list = slices.Insert(slices.DeleteFunc(list, func(old Agent) bool { return old.Ref == a.Ref }), 0, a)
		return list[:min(len(list), maxAgents)]
	})
}

// Forget takes an agent off the list of those opened before.
func (s *Store) Forget(ref string) error {
	return s.agents().change(func(list []Agent) []Agent {
		return slices.DeleteFunc(list, func(a Agent) bool { return a.Ref == ref })
	})
}
