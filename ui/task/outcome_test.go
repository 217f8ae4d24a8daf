package task_test

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"a2aform/internal/demo"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
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

// Where a run takes no reply, the key says the one reason.
func TestReasonForNoReply(t *testing.T) {
	t.Parallel()
	task := func(context, state string) string {
		return `"result":{"task":{"id":"t"` + context + `,"status":{"state":"TASK_STATE_` + state + `"},"artifacts":[{"artifactId":"a","parts":[{"data":[{"n":1},{"n":2}]}]}]}}`
	}
	for name, c := range map[string]struct{ answer, shows, says string }{
		"no context": {task("", "COMPLETED"), "✓ Done", "The agent named no context to go on in"},
		"an error":   {`"error":{"code":-32603,"message":"broken"}`, "broken", "The run failed"},
		"history":    {task(`,"contextId":"c"`, "COMPLETED"), "✓ Done", "A recorded run takes no reply"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := apptest.Start(t, apptest.Agent(t, apptest.OneForm(apptest.WordSchema), apptest.Says(c.answer)), 80, 24).WaitFor("The skill")
			d.Press("enter").WaitFor("Word *").Type("hello").WaitFor("1 of 1 required").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor(c.shows)
			if name == "history" {
				d.Press("alt+h").WaitFor("› History", "1 run").Press("enter").WaitFor("› Run", c.shows)
			}
			d.Press("m").WaitFor(c.says)
		})
	}
	d, more := settling(t, 120, 30)
	d.WaitFor("3 rows").Press("m").WaitFor("The run goes on")
	more <- settled
	d.WaitFor("✓ Done")
}

// The footer begins with what people do with a result, and with what helps after a failure.
func TestFooterOfAResult(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ answer, footer, copied string }{
		"data":   {`"result":{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"data":{"number":"ORD-1","total":0.29}}]}]}}`, "e Export  y Copy  o Edit & resend  r Send again", "number  ORD-1\n"},
		"text":   {`"result":{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"text":"Open **daily**."}]}]}}`, "e Export  y Copy  o Edit & resend", "Open **daily**."},
		"failed": {`"result":{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_FAILED"}}}`, "o Edit & resend  r Send again", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := make(chan string, 1)
			clipboard := func(_ context.Context, text string) error {
				got <- text
				return nil
			}
			d := apptest.StartWith(t, kit.Options{Ref: apptest.Agent(t, apptest.OneForm(apptest.WordSchema), apptest.Says(c.answer)), Clipboard: clipboard}, 80, 24).WaitFor("The skill")
			d.Press("enter").WaitFor("Word *").Type("hello").WaitFor("1 of 1 required").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor(c.footer)
			if c.copied == "" {
				return
			}
			d.Press("y").WaitFor("Copied the result.")
			if text := <-got; !strings.Contains(text, c.copied) {
				t.Errorf("the clipboard has %q, want %q", text, c.copied)
			}
		})
	}
}
