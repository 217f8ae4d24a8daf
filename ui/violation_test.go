package ui_test

import (
	"net/http"
	"testing"
)

// What the agent refused is said at the field, which has the focus.
func TestRefusedFieldHasFocus(t *testing.T) {
	t.Parallel()
	two := `{"type":"object","required":["word","rounds"],"properties":{"word":{"type":"string","title":"Word"},"rounds":{"type":"integer","title":"Rounds"}}}`
	url := agent(t, oneForm(two), func(w http.ResponseWriter, r *http.Request) {
		says(`"error":{"code":-32602,"message":"bad","data":[{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"message.parts[0].data.rounds","description":"only odd numbers"}]}]}`)(w, r)
	})
	d := start(t, url, 100, 24).WaitFor("The skill").Press("enter").WaitFor("▌ ○ Word").Type("x").Press("tab").Type("2").Press("shift+tab", "ctrl+s").WaitFor("enter Send").Press("enter")
	d.WaitFor("only odd numbers").Press("esc").WaitFor("! the agent says: only odd numbers")
	d.Press("backspace").Type("3").WaitGone("only odd numbers").WaitFor("3")
}
