package ui_test

import (
	"testing"

	"a2aform/ui/apptest"
)

// An address in a question is shown as it goes over the network,
// where the question is and where credentials are given.
func TestLookAlikeAddressInAQuestionIsMarked(t *testing.T) {
	t.Parallel()
	question := `{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_AUTH_REQUIRED","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"Sign in at https://pаypal.com/x"}]}}}}`
	d := apptest.Start(t, apptest.Agent(t, apptest.OneForm(apptest.WordSchema), apptest.Says(`"result":`+question)), 90, 30).WaitFor("The skill").Press("enter")
	d.WaitFor("Word *").Type("x").Press("ctrl+s").WaitFor("Send  enter").Press("enter")
	d.WaitFor("Your answer", "is really xn--pypal-4ve.com")
}
