package store

import (
	"errors"
	"os"
	"strings"
	"testing"
)

// The card of a saved agent is the first one that was stored, until it is replaced, or the agent has another address.
func TestSavedCard(t *testing.T) {
	s := inHome(t)
	if err := s.SaveAgent(Saved{Name: "fight", URL: "https://a.example"}); err != nil {
		t.Fatal(err)
	}
	agent := savedNamed(t, s, "fight")
	want := func(text string) {
		t.Helper()
		got, err := s.SavedCard(agent)
		switch {
		case err != nil:
			t.Fatal(err)
		case got == nil && text != "", got != nil && (string(got.Card) != text || got.When.IsZero()):
			t.Errorf("the card is %v, want %q", got, text)
		}
	}
	store := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	want("")
	store(s.StoreFirstCard(agent, []byte(`{"version": "1<"}`)))
	store(s.StoreFirstCard(agent, []byte(`{}`)))
	want(`{"version": "1<"}`)
	store(s.StoreCard(agent, []byte(`{"version": "2"}`)))
	want(`{"version": "2"}`)

	moved := agent
	moved.URL = "https://b.example"
	if got, err := s.SavedCard(moved); got != nil || err != nil {
		t.Errorf("an agent at another address has the card %v, %v", got, err)
	}
	of := agent
	of.Environment = "staging"
	store(os.Remove(s.savedCardPath(agent)))
	store(s.StoreFirstCard(of, []byte(`{}`)))
	want("")

	store(s.StoreCard(agent, []byte(`{}`)))
	if _, err := s.RemoveAgent("fight"); err != nil {
		t.Fatal(err)
	}
	want("")
	if got, err := (*Store)(nil).SavedCard(agent); got != nil || err != nil {
		t.Errorf("without a store there is %v, %v", got, err)
	}
	store((*Store)(nil).StoreFirstCard(agent, nil))
}

// A file that cannot be used is an error that names the agent.
func TestDamagedSavedCard(t *testing.T) {
	s := inHome(t)
	agent := Saved{Name: "fight", URL: "https://a.example", File: "agents.toml"}
	if err := writeFile(s.savedCardPath(agent), []byte(`{"version":2}`)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.SavedCard(agent); !errors.Is(err, ErrNewer) {
		t.Errorf("a file of a newer version: %v", err)
	}
	if err := writeFile(s.savedCardPath(agent), []byte(`{`)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.SavedCard(agent); err == nil || !strings.Contains(err.Error(), "the saved card of fight is damaged") {
		t.Errorf("a damaged file: %v", err)
	}
}

func savedNamed(t *testing.T, s *Store, name string) Saved {
	t.Helper()
	list, problems := s.Saved(t.TempDir())
	for _, a := range list {
		if a.Name == name {
			return a
		}
	}
	t.Fatalf("no agent %s in %v, %v", name, list, problems)
	return Saved{}
}
