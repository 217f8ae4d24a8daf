package ui_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"a2aform/ui/kit"
)

// A guest opens the agents that are allowed and no others, and neither reads nor writes files.
func TestGuestHasNoFilesAndFewAgents(t *testing.T) {
	t.Parallel()
	agent := demoAgent(t, quick)
	card := filepath.Join(t.TempDir(), "card.json")
	if err := os.WriteFile(card, []byte(`{"name":"Other"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	d := startWith(t, kit.Options{Store: home(t), Demo: noDemo, Kiosk: true, Allowed: []string{agent.URL}, Open: func(context.Context, string) error {
		t.Error("a browser is opened")
		return nil
	}}, 80, 24).WaitFor("Open an agent")
	d.Type(filepath.Dir(card) + "/").WaitGone("card.json").Press("ctrl+u")
	for _, other := range []string{card, agent.URL + "/other", "http://127.0.0.1:1"} {
		d.Type(other).Press("enter").WaitFor("not among those that may be opened here").Press("ctrl+u").WaitGone("not among those")
	}
	d.Type(agent.URL).Press("enter").WaitFor("Fight Comparison")
	openForm(d).WaitFor("A *").Type("Lion").Press("tab").Type("Tiger").Press("alt+o").WaitFor("Files are off here")
	d.Press("ctrl+s").WaitFor("enter Send").Press("enter").WaitFor("✓ completed")
	d.Press("E").WaitFor("Share this run as").Press("1").WaitFor("Files are off here")
}
