package kit

import (
	"slices"
	"testing"
)

// Dialogs, lists, prompts, the calendar and search lines have ids for their keys.
func TestDialogsHaveIDsForTheirKeys(t *testing.T) {
	var ids []string
	for _, a := range KeyActions() {
		ids = append(ids, a.ID)
	}
	for _, want := range []string{"list.choose", "list.complete", "list.close", "prompt.enter", "prompt.complete", "calendar.choose", "calendar.today", "search.take", "search.leave", "reading.pager"} {
		if !slices.Contains(ids, want) {
			t.Errorf("there is no id %s", want)
		}
	}
	if i := slices.IndexFunc(KeyActions(), func(a KeyAction) bool { return a.ID == "list.page-down" }); i < 0 || KeyActions()[i].binding.Help().Key != "pgdn" {
		t.Error("the key of a package below is not shown by its short name")
	}
}
