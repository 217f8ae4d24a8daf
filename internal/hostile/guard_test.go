package hostile

import (
	"path/filepath"
	"testing"
)

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
		if !proven[b.Name] {
			t.Errorf("%s %q: no removal names it", b.Category, b.Name)
		}
	}
}
