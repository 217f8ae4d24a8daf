package task_test

import (
	"net/http/httptest"
	"testing"
	"time"

	"a2aform/internal/demo"
	"a2aform/ui/apptest"
)

// An agent that vanishes in the middle of a task is reported, and the results received so
// far stay.
func TestVanishedAgentKeepsReceivedResults(t *testing.T) {
	t.Parallel()
	agent := demo.New(demo.Options{Pace: 700 * time.Millisecond})
	t.Cleanup(func() { _ = agent.Close() })
	server := httptest.NewServer(agent)
	d := apptest.Start(t, server.URL, 80, 24).WaitFor("Fight Comparison").Press("down", "enter").WaitFor("Destination *")
	d.Press("f3").WaitFor("Blank form").Press("2").WaitGone("Blank form").WaitFor("Kyoto")
	d.Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("╭ Itinerary", " rows ")
	_ = server.Listener.Close()
	server.CloseClientConnections()
	d.WaitFor("Connection lost. Reconnecting (", "╭ Itinerary", " rows ")
}

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

// What is sent again as it was is reviewed as the first time.
func TestWarningsOfWhatIsSentAgain(t *testing.T) {
	t.Parallel()
	c := apptest.OneForm(`{"type":"object","properties":{"mail":{"type":"string","format":"email"}}}`)
	d := apptest.Start(t, apptest.Agent(t, c, apptest.Says(`"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"thanks"}]}}`)), 100, 30).WaitFor("The skill").Press("enter").WaitFor("Mail")
	const warning = "! Mail  ada  Not an e-mail address; the agent may refuse it"
	d.Type("ada").Press("ctrl+s").WaitFor("› Review", warning).Press("enter").WaitFor("thanks")
	d.Press("r").WaitFor("› Review", "The same message as before", warning).WaitGone("f6 Fix").Press("esc").WaitGone("› Review")
}
