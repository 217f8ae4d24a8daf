package history_test

import (
	"testing"

	"a2aform/ui/apptest"
	"a2aform/ui/kit"
)

// The history of runs of every outcome, with most of its keys.
func TestStrollOverHistory(t *testing.T) {
	t.Parallel()
	for name, size := range map[string][2]int{"100x30": {100, 30}, "60x16": {60, 16}, "160x45": {160, 45}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := apptest.StartWith(t, kit.Options{Store: oddRuns(t), Demo: apptest.NoDemo}, size[0], size[1]).WaitFor("Open an agent").Press("alt+h").WaitFor("killed")
			d.Stroll("stroll-history-"+name, "down", "down", "space", "down", "space", "down", "space", "d", "esc", "esc", "/", "=demo", "enter", "down", "esc", "end", "home", "pgdown", "up", "l", "m", "y",
				"x", "esc", "x", "enter", "p", "space", "n", "esc", "v", "esc")
		})
	}
}

// The runs of one skill, with a result.
func TestStrollOverResultsOfRuns(t *testing.T) {
	t.Parallel()
	d := apptest.StartWith(t, kit.Options{Store: apptest.ThreeRuns(t), Demo: apptest.NoDemo}, 120, 32).WaitFor("Open an agent").Press("alt+h").WaitFor("3 runs")
	d.Stroll("stroll-runs", "down", "down", "up", "enter", "v", "esc", "esc", "d", "n", "enter", "esc", "i", "f", "t", "esc", "y", "esc", "A", "esc", "space", "down", "space", "d", "esc", "esc", "p", "space", "n", "+", "-", "0", "esc", "S", "esc", "u", "esc")
}
