package table_test

import (
	"testing"

	"a2aform/ui/apptest"
)

// A table of things, with most of its keys.
func TestStrollOverATable(t *testing.T) {
	t.Parallel()
	for name, size := range map[string][2]int{"100x30": {100, 30}, "50x16": {50, 16}, "160x45": {160, 45}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := apptest.ShowFile(t, "things.json", apptest.Things(45), apptest.ThingSchema, size[0], size[1]).WaitFor("45 rows")
			d.Stroll("stroll-table-"+name, "down", "right", "s", "enter", "s", "enter", "right", "right", "s", "down", "enter", "pgdown", "end", "home", "G", "g", "f", "=price>50", "enter", "b", "tab", "b", "esc", "/", "=chair", "enter", "esc", "esc",
				"c", "down", "space", "enter", "B", "B", "space", "down", "space", "y", "down", "esc", "enter", "down", "v", "esc", "esc", "e", "down", "esc")
		})
	}
}
