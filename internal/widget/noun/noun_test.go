package noun_test

import (
	"testing"

	"a2aform/internal/widget/noun"
)

func TestItemIsNamedAfterItsList(t *testing.T) {
	t.Parallel()
	for label, want := range map[string]string{
		"Stops":           "stop",
		"Expense entries": "expense entry",
		"Boxes":           "box",
		"Branches":        "branch",
		"URLs":            "URL",
		"Aliases":         "item", // its singular is not certain
		"List of names":   "item",
		"Address":         "item",
		"":                "item",
	} {
		if got := noun.Of(label); got != want {
			t.Errorf("an item of %q is called %q, want %q", label, got, want)
		}
	}
}
