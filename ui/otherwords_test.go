package ui

import (
	"slices"
	"testing"

	"a2aform/ui/kit"
)

// Each action that has other words is one of the program, by the name that the palette lists.
func TestOtherWordsAreOfActions(t *testing.T) {
	for name := range otherWords {
		if !slices.ContainsFunc(kit.KeyActions(), func(a kit.KeyAction) bool { return a.Text == name }) {
			t.Errorf("no action is called %q", name)
		}
	}
}
