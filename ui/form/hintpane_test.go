package form_test

import (
	"testing"

	"a2aform/ui/apptest"
)

// The pane beside the fields is there for what is to be known of a field; where that is nothing, there is none.
func TestNoEmptyPaneBesideTheFields(t *testing.T) {
	t.Parallel()
	c := apptest.OneForm(`{"type":"object","properties":{"country":{"type":"string"},"from":{"type":"string","format":"date"}}}`)
	for _, width := range []int{120, 160} {
		d := apptest.OpenForm(apptest.Start(t, apptest.Agent(t, c, apptest.Says(`"result":{}`)), width, 40).WaitFor("The skill"))
		d.WaitFor("▌ ○ Country").WaitGone("╭ Country")
		d.Press("down").WaitFor("▌ ○ From", "─╮╭ From ─", "a calendar.")
		d.Press("up").WaitFor("▌ ○ Country").WaitGone("╭ From", "╭ Country")
	}
}
