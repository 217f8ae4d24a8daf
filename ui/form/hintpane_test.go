package form_test

import (
	"testing"

	"a2aform/ui/apptest"
)

// What is to be known of a field is below it, whatever the width, and what is beside the fields stays as the focus moves.
func TestHintsBelowTheField(t *testing.T) {
	t.Parallel()
	c := apptest.OneForm(`{"type":"object","properties":{"country":{"type":"string"},"from":{"type":"string","format":"date"}}}`)
	for width, beside := range map[int]string{100: "▌ ○ Country", 120: "▌ ○ Country", 160: "─╮╭ JSON ─"} {
		d := apptest.OpenForm(apptest.Start(t, apptest.Agent(t, c, apptest.Says(`"result":{}`)), width, 40).WaitFor("The skill"))
		d.WaitFor("▌ ○ Country", beside).WaitGone("F4 shows")
		d.Press("down").WaitFor("▌ ○ From", "▌   ", "F4 shows").WaitGone("╭ From")
		d.Press("up").WaitFor("▌ ○ Country", beside).WaitGone("F4 shows", "╭ Country")
	}
}
