package agent_test

import (
	"testing"
	"time"

	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
)

// The card of an agent with odd skills and warnings, at two sizes.
func TestStrollOverACard(t *testing.T) {
	t.Parallel()
	for name, size := range map[string][2]int{"100x30": {100, 30}, "60x20": {60, 20}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := apptest.Start(t, apptest.CardWithWarnings(t), size[0], size[1]).WaitFor("Skills")
			d.Stroll("stroll-card-"+name, "down", "down", "down", "tab", "down", "pgdown", "home", "tab", "/", "=a", "down", "enter", "esc", "end", "up", "v", "down", "end", "home",
				"/", "=skills", "enter", "esc", "esc", "!", "down", "f", "esc", "ctrl+o", "=address", "esc", "y", "2")
		})
	}
}

// Known and saved agents, and addresses that are none.
func TestStrollOverKnownAgents(t *testing.T) {
	t.Parallel()
	keep := apptest.Home(t)
	apptest.Save(t, keep, store.Saved{Name: "books", URL: "http://localhost:1/books"}, store.Saved{Name: "trips", URL: "http://localhost:1/trips"})
	apptest.Remember(t, keep, store.Agent{Ref: "http://localhost:1/old", Name: safe.Text("Old Agent"), Used: time.Date(2025, 3, 14, 9, 30, 0, 0, time.UTC)})
	d := apptest.StartWith(t, kit.Options{Store: keep, Demo: apptest.NoDemo}, 100, 30).WaitFor("Open an agent")
	d.Stroll("stroll-connect", "=no address at all", "enter", "esc", "=http://localhost:1/nothing", "enter", "tab", "down", "down", "up", "/", "=tri", "enter", "esc", "end", "x", "esc", "x", "enter", "shift+tab", "=boo", "esc", "?", "esc", "ctrl+o", "=hist", "esc")
}
