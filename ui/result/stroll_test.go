package result_test

import (
	"testing"

	"a2aform/ui/apptest"
)

const order = `{"id":"A-17","customer":{"name":"Ada","since":"2024-02-29","tags":["gold","eu"]},"lines":[{"what":"Chair","price":12.50},{"what":"Lamp","price":-1}],"note":null,"paid":true,"text":"first line\nsecond line","link":"https://example.com/a"}`

// JSON as a tree, and queries on it, with most of their keys.
func TestStrollOverJSON(t *testing.T) {
	t.Parallel()
	for name, size := range map[string][2]int{"100x30": {100, 30}, "50x16": {50, 16}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := apptest.ShowFile(t, "order.json", order, "", size[0], size[1]).WaitFor("Ada")
			d.Stroll("stroll-json-"+name, "tab", "down", "v", "down", "down", "left", "right", "space", "*", "end", "home", "/", "=lamp", "enter", "n", "N", "esc", "enter", "esc", "y", "down", "esc", "e", "esc", "esc",
				":", "=.lines", "enter", "esc", "esc", ":", "=.lines[", "esc", ":", "=.lines[] | .price", "enter", "y", "esc", "esc", "esc", "w", "?", "esc")
		})
	}
}

func TestStrollOverAText(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "notes.md", "# Notes\n\nA list:\n\n1. one\n2. two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nSee https://example.com/a for more.\n", "", 80, 20).WaitFor("Notes")
	d.Stroll("stroll-text", "down", "pgdown", "/", "=two", "enter", "n", "esc", "y", "down", "esc", "e", "esc", "v", "esc", "tab", "tab")
}
