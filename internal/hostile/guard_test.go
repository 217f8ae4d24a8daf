package hostile

import (
	"path/filepath"
	"slices"
	"testing"
)

// unproven are behaviours for which no guard was taken away yet: their rows hold,
// and nobody has seen them bite.
var unproven = []string{ // of a terminal, which the scorer of guards has none of
	"hang-up", "termination", "quit signal", "closed window", "storm of sizes", "one cell", "paste that submits", "paste that quits", "paste without marks", "answers nobody asked for", "bytes that are no keys",
	// What was taken away for them was not what holds them.
	"task id that controls", "100,000 lines", "breaks off before a word", "task id that leads away",
}

// TestEveryGuardCanBeTakenAway holds the table of removals to the source and to
// the behaviours. Whether they bite, "make guards" says.
func TestEveryGuardCanBeTakenAway(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	known, proven, names := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, b := range All() {
		if known[b.Name] {
			t.Errorf("two behaviours are named %q", b.Name)
		}
		known[b.Name] = true
	}
	for _, m := range Removals() {
		if names[m.Name] {
			t.Errorf("two removals are named %q", m.Name)
		}
		names[m.Name] = true
		if _, err := m.Apply(root, t.TempDir()); err != nil {
			t.Error(err)
		}
		for _, name := range m.Bites {
			if proven[name] = true; !known[name] {
				t.Errorf("%s: there is no behaviour %q", m.Name, name)
			}
		}
	}
	for _, b := range All() {
		if open := slices.Contains(unproven, b.Name); open == proven[b.Name] {
			t.Errorf("%s %q: a removal names it: %t; it is listed as unproven: %t", b.Category, b.Name, proven[b.Name], open)
		}
	}
}
