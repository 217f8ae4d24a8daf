package kit_test

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"a2aform/ui/kit"
)

// bubbles fails there.
func TestDeleteWordBeforeLastCharacter(t *testing.T) {
	input := kit.NewInput("")
	input.Focus()
	input.SetValue("ab")
	input.SetCursor(1)
	if input, _ = input.Update(tea.KeyPressMsg{Code: tea.KeyDelete, Mod: tea.ModAlt}); input.Value() != "ab" {
		t.Errorf("%q", input.Value())
	}
}

func TestExpand(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	for typed, want := range map[string]string{
		"a b.json": "a b.json", " /x ": "/x", "'/a b'": "/a b", `"c"`: "c", "'": "'", "~": home, "~/x": home + "/x", "~you/x": "~you/x",
	} {
		if got := kit.ExpandPath(typed); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}
