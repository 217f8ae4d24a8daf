package store

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"a2aform/internal/store/runfile"
)

// SavedCard is the card of a saved agent as it was when the agent was saved, or was first opened by its name.
type SavedCard struct {
	Card []byte
	When time.Time
}

// savedCardVersion is the version of the files of saved cards.
const savedCardVersion = 1

type savedCardFile struct {
	Version int       `json:"version"`
	Agent   string    `json:"agent"` // what opens it: with another address it is another agent
	When    time.Time `json:"when"`
	Card    string    `json:"card"`
}

// SavedCard is the card that is stored for a saved agent; nil for none.
func (s *Store) SavedCard(a Saved) (*SavedCard, error) {
	if s == nil {
		return nil, nil
	}
	data, err := readFile(s.savedCardPath(a))
	if isMissing(err) {
		return nil, nil
	}
	what := "the saved card of " + shown(a.Name)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", what, runfile.Fault(err))
	}
	var file savedCardFile
	switch err := json.Unmarshal(data, &file); {
	case err == nil && file.Version > savedCardVersion:
		return nil, fmt.Errorf("%s %w", what, ErrNewer)
	case err != nil || file.Version < 1:
		return nil, aside(s.savedCardPath(a), fmt.Errorf("%s is damaged", what))
	case file.Agent != a.Ref():
		return nil, nil
	}
	return &SavedCard{[]byte(file.Card), file.When}, nil
}

// StoreCard stores the card of a saved agent, in place of the one that is there.
func (s *Store) StoreCard(a Saved, card []byte) error {
	data, err := json.Marshal(savedCardFile{savedCardVersion, a.Ref(), time.Now().UTC(), string(card)})
	if err != nil {
		return err
	}
	return writeFile(s.savedCardPath(a), data)
}

// StoreOwnCard stores the card of an agent that [Store.SaveAgent] saved.
func (s *Store) StoreOwnCard(a Saved, card []byte) error {
	a.File = s.savedPath()
	return s.StoreCard(a, card)
}

// StoreFirstCard stores the card of a saved agent unless one is there. Agents of environments have none.
func (s *Store) StoreFirstCard(a Saved, card []byte) error {
	if s == nil || a.Environment != "" {
		return nil
	}
	if stored, err := s.SavedCard(a); stored != nil || err != nil {
		return err
	}
	return s.StoreCard(a, card)
}

// dropCard removes the card of an agent that is no longer saved, or is saved anew.
func (s *Store) dropCard(a Saved) { _ = os.Remove(s.savedCardPath(a)) } // an agent of another address does not use it

// savedCardPath is where the card of a saved agent is. Repositories may have agents of the same name.
func (s *Store) savedCardPath(a Saved) string {
	return filepath.Join(s.state, savedCardDir, Digest([]byte(a.File+"\x00"+a.Name))+".json")
}

const savedCardDir = "saved-cards"
