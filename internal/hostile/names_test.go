package hostile

import "testing"

func TestBehaviorNamesAreUnique(t *testing.T) {
	known := map[string]bool{}
	for _, b := range All() {
		if known[b.Name] {
			t.Errorf("two behaviors are named %q", b.Name)
		}
		known[b.Name] = true
	}
}
