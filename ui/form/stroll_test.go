package form_test

import (
	"testing"

	"a2aform/ui/apptest"
)

// The form of a trip and its review, with most of their keys.
func TestStrollOverAForm(t *testing.T) {
	t.Parallel()
	for name, size := range map[string][2]int{"100x30": {100, 30}, "70x22": {70, 22}, "160x45": {160, 45}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := apptest.OpenSkill(t, apptest.Trip, apptest.Stuck, size[0], size[1])
			d.Stroll("stroll-form-"+name, "ctrl+s", "=Rome", "tab", "tab", "=x", "tab", "f6", "ctrl+r", "ctrl+r", "ctrl+r", "alt+/", "=com", "enter", "ctrl+t", "down", "enter", "ctrl+end", "ctrl+home", "f2", "f2",
				"ctrl+o", "=json", "esc", "ctrl+z", "ctrl+y", "alt+d", "ctrl+g", "ctrl+g")
		})
	}
}
