package qa_test

import (
	"testing"

	"a2aform/ui/apptest"
	"a2aform/ui/kit"
)

// Test cases, their run, one that fails, and what is made of a run, with most of their keys.
func TestStrollOverCases(t *testing.T) {
	t.Parallel()
	for name, size := range map[string][2]int{"100x30": {100, 30}, "60x18": {60, 18}, "160x45": {160, 45}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, _ := openCases(t, map[string]string{"a.toml": apptest.FightCase, "b.toml": apptest.RowsCase, "c.toml": apptest.WideCase, "d.toml": apptest.BrokenCase, "e.toml": apptest.GoneCase}, size[0], size[1])
			d.WaitFor("fight: Lion").Stroll("stroll-cases-"+name, "down", "down", "down", "space", "up", "space", "/", "=talk", "enter", "esc", "home", "y", "R", "enter", "down", "f", "f", "s", "s", "home",
				"enter", "tab", "down", "v", "v", "n", "esc", "esc", "home", "enter", "esc", "v", "esc", "+", "esc", "o")
		})
	}
}

// A run becomes a test case.
func TestStrollOverSavingACase(t *testing.T) {
	t.Parallel()
	d := apptest.Attentive(t, kit.Options{Demo: apptest.NoDemo, Dir: apptest.CaseFiles(t, nil)})
	d.Stroll("stroll-save", "S", "tab", "space", "down", "space", "down", "space", "down", "down", "space", "tab", "tab", "shift+tab", "up", "ctrl+s", "alt+c", "esc")
}

// The findings of a bad card, and what the agent itself does wrong.
func TestStrollOverFindings(t *testing.T) {
	t.Parallel()
	for name, size := range map[string][2]int{"120x40": {120, 40}, "60x18": {60, 18}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := apptest.Start(t, badAgent(t), size[0], size[1]).WaitFor("! 5 notes").Press("!").WaitFor("▌✗ V03", "✗ S07")
			d.Stroll("stroll-doctor-"+name, "down", "down", "down", "enter", "esc", "f", "f", "y", "l", "end", "home", "pgdown", "?", "esc")
		})
	}
}
