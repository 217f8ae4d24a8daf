package task_test

import (
	"testing"

	"a2aform/ui/apptest"
)

// What the agent may refuse is said in the review, and a key goes to it.
func TestWarningsOfTheReviewLeadToTheirFields(t *testing.T) {
	t.Parallel()
	c := apptest.OneForm(`{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{
		"name":{"type":"string"},"mail":{"type":"string","format":"email"},"site":{"type":"string","format":"uri"}}}`)
	d := apptest.Start(t, apptest.Agent(t, c, apptest.Says(`"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"thanks"}]}}`)), 100, 30).WaitFor("The skill").Press("enter").WaitFor("Name")
	d.Type("Ada").Press("tab").Type("ada").Press("tab").Type("x y").Press("shift+tab", "shift+tab", "ctrl+s").WaitFor("› Review")
	d.WaitFor("! Mail  ada  Not an e-mail address; the agent may refuse it", "! Site  x y", "f6 Fix")
	d.Press("f6").WaitGone("› Review").WaitFor("Warning 1 of 2; F6 goes to the next", "▌ ● Mail")
	d.Press("f6").WaitFor("▌ ● Site").Press("ctrl+u").Press("shift+tab", "ctrl+u").Type("ada@example.com").Press("ctrl+s").WaitFor("› Review").WaitGone("! Mail")
	d.Press("enter").WaitFor("thanks")
}
