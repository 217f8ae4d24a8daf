package task_test

import (
	"net/http"
	"testing"

	"a2aform/ui/apptest"
)

// What the agent refused is said at the field, which has the focus.
func TestRefusedFieldHasFocus(t *testing.T) {
	t.Parallel()
	two := `{"type":"object","required":["word","rounds"],"properties":{"word":{"type":"string","title":"Word"},"rounds":{"type":"integer","title":"Rounds"}}}`
	url := apptest.Agent(t, apptest.OneForm(two), func(w http.ResponseWriter, r *http.Request) {
		apptest.Says(`"error":{"code":-32602,"message":"bad","data":[{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"message.parts[0].data.rounds","description":"only odd numbers"}]}]}`)(w, r)
	})
	d := apptest.Start(t, url, 100, 24).WaitFor("The skill").Press("enter").WaitFor("▌ ○ Word").Type("x").Press("tab").Type("2").Press("shift+tab", "ctrl+s").WaitFor("Send  enter").Press("enter")
	d.WaitFor("only odd numbers").Press("esc").WaitFor("! The agent says: only odd numbers")
	d.Press("backspace").Type("3").WaitGone("only odd numbers").WaitFor("3")
}

// What an agent says of several fields stands at each of them, one line each, and the form counts it until it is changed.
func TestEachRejectedFieldHasItsOwnLine(t *testing.T) {
	t.Parallel()
	two := `{"type":"object","properties":{"word":{"type":"string","title":"Word"},"rounds":{"type":"integer","title":"Rounds"}}}`
	url := apptest.Agent(t, apptest.OneForm(two), func(w http.ResponseWriter, r *http.Request) {
		apptest.Says(`"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_REJECTED","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"Not valid:\n- /word: is too short\n- /rounds: must be odd"}]}}}}`)(w, r)
	})
	d := apptest.Start(t, url, 100, 24).WaitFor("The skill").Press("enter").WaitFor("▌ ○ Word").Type("x").Press("tab").Type("2").Press("shift+tab", "ctrl+s").WaitFor("Send  enter").Press("enter")
	d.WaitFor("o Edit & resend").Press("o").WaitFor("! The agent says: is too short", "! The agent says: must be odd", "! 2 warnings").WaitGone("⏎", "Not valid")
	d.Type("yz").WaitGone("too short").WaitFor("! 1 warning ")
}

// A task that the agent rejects names fields in its message, too: as a JSON Pointer in a
// sentence, or in the words of a validator, as text or data.
func TestRejectedFieldHasFocus(t *testing.T) {
	t.Parallel()
	two := `{"type":"object","required":["word","rounds"],"properties":{"word":{"type":"string","title":"Word"},"rounds":{"type":"integer","title":"Rounds"}}}`
	for said, want := range map[string]string{
		`{"text":"Keep /rounds odd, see /docs/rounds.html."}`:                                             "The agent says: Keep /rounds odd, see",
		`{"text":"1 validation error for Fight\nrounds\n  must be odd [type=odd]"}`:                       "The agent says: must be odd",
		`{"text":"Rounds: give an odd number."}`:                                                          "The agent says: give an odd number.",
		`{"text":"Sorry."},{"data":{"errors":[{"path":["rounds"],"message":"only odd numbers please"}]}}`: "The agent says: only odd numbers please",
	} {
		for _, state := range []string{"REJECTED", "FAILED"} {
			url := apptest.Agent(t, apptest.OneForm(two), func(w http.ResponseWriter, r *http.Request) {
				apptest.Says(`"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_`+state+`","message":{"messageId":"m","role":"ROLE_AGENT","parts":[`+said+`]}}}}`)(w, r)
			})
			d := apptest.Start(t, url, 100, 24).WaitFor("The skill").Press("enter").WaitFor("▌ ○ Word").Type("x").Press("tab").Type("2").Press("shift+tab", "ctrl+s").WaitFor("Send  enter").Press("enter")
			d.WaitFor("o Edit & resend").Press("o").WaitFor("! " + want).WaitFor("▌ ● Rounds")
		}
	}
}
