package uitest

import (
	"slices"
	"testing"
)

// What changed from one screen to the next gives the next one again.
func TestChangesOfScreens(t *testing.T) {
	screens := [][]string{{"a", " b", ""}, {"a", "c", "", "12 d"}, {"a"}, {"", "x  y", " 3 z"}}
	var before []string
	for _, now := range screens {
		if got := changed(before, changes(before, now)); !slices.Equal(got, now) {
			t.Errorf("%q, want %q", got, now)
		}
		before = now
	}
}
