package kit_test

import (
	"testing"

	"a2aform/ui/apptest"
	"a2aform/ui/kit"
)

// What screens are made of is compared whole on the screens that use it: dialogs, the palette, prompts, pagers, panes.
func TestStrollOverDialogs(t *testing.T) {
	t.Parallel()
	d := apptest.OpenDemo(t, apptest.Quick, 100, 30)
	d.Stroll("stroll-card", "?", "pgdown", "end", "/", "=table", "enter", "n", "N", "esc", "esc",
		"ctrl+o", "=cop", "down", "down", "up", "esc", "ctrl+o", "=zzz", "backspace", "backspace", "backspace", "pgdown", "end", "home", "esc",
		"a", "esc", "ctrl+s", "=demo!", "enter", "backspace", "enter", "{", "{", "}", "}", "}", "v", "/", "=skill", "enter", "n", "N", "esc", "esc")
}

func TestStrollOverAResult(t *testing.T) {
	t.Parallel()
	d := apptest.Attentive(t, kit.Options{Demo: apptest.NoDemo})
	d.Stroll("stroll-result", "e", "down", "esc", "y", ":", "=.winner", "enter", "esc", "esc", "v", "down", "left", "right", "*", "/", "=win", "enter", "n", "esc",
		"u", "down", "esc", "S", "tab", "tab", "space", "esc", "ctrl+o", "=credit", "esc", "tab", "pgdown", "shift+tab")
}

// The same on a terminal that is as small as the program goes, and on a wide one.
func TestStrollOverSizes(t *testing.T) {
	t.Parallel()
	for name, size := range map[string][2]int{"small": {46, 14}, "wide": {180, 50}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := apptest.OpenSkill(t, apptest.Expense, apptest.Quick, size[0], size[1])
			d.Stroll("stroll-"+name, "?", "esc", "tab", "=Travel", "tab", "tab", "ctrl+t", "down", "enter", "ctrl+o", "=json", "esc", "ctrl+s", "v", "v", "y", "esc", "enter", "tab", "down", "v", "esc", "e", "esc", "=yes", "enter", "e", "esc")
		})
	}
}
