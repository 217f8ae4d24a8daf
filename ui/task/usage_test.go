package task_test

import (
	"testing"

	"a2aform/ui/apptest"

	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// usedAgent answers with a task that has a title, a price, tokens and a history.
func usedAgent(t *testing.T) string {
	t.Helper()
	c := apptest.Card{Name: "Example Agent", Description: "Counts its tokens", Skills: `{"id":"plan","name":"Plan","description":"Plans","tags":[],"inputModes":["text/plain"]}`}
	return apptest.Agent(t, c, apptest.Says(`"result":{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED","timestamp":"2026-01-02T03:04:05Z"},
		"metadata":{"title":"Trip to Rome","https://example.com/cost/v1":{"price":{"amount":0.020,"currency":"EUR"}}},
		"history":[{"messageId":"m1","role":"ROLE_USER","parts":[{"text":"Plan a trip"}]},{"messageId":"m2","role":"ROLE_AGENT","parts":[{"text":"Where to?"}]}],
		"artifacts":[{"artifactId":"a","name":"Plan","metadata":{"usage":{"input_tokens":10,"total_tokens":1234}},"parts":[{"data":[{"day":1,"city":"Rome"},{"day":2,"city":"Ostia"}]}]}]}}`))
}

// The title of a task is at its messages, and its price and tokens are below them. The history of
// runs has a column of what they used.
func TestTaskSaysWhatItUsed(t *testing.T) {
	t.Parallel()
	keep := apptest.Home(t)
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep, Ref: usedAgent(t)}), 120, 30).WaitFor("Counts its tokens")
	d.Press("c").WaitGone("Skills").Type("go").Press("enter").WaitFor("Ostia").Press("tab").WaitFor("▸ you").Press("enter").WaitFor("Example Agent · Trip to R…", "1234 tokens, 0.020 EUR")
	d.Press("alt+h").WaitFor("› History", "1234 tokens, 0.020 EUR")
	// another session reads them from the run's file
	d = uitest.Start(t, ui.New(t.Context(), kit.Options{Store: keep}), 120, 30).WaitFor("Open an agent").Press("alt+h").WaitFor("History", "1 run", "1234 tokens, 0.020 EUR")
	d.Press("enter").WaitFor("Trip to R…", "1234 tokens, 0.020 EUR").Press("w").WaitFor("› Traffic").Press("/").Type("input_tokens").WaitFor(`"input_tokens": 10`)
	d = apptest.Start(t, usedAgent(t), 50, 20).WaitFor("Plan").Press("c").WaitGone("Skills").Type("go").Press("enter").WaitFor("Ostia").Press("tab", "enter").WaitFor("› Run")
	d.WaitFor("2 rows").Press("z").WaitFor("1234 tokens, 0.020 EUR")
}

func TestGoldenUsedTask(t *testing.T) {
	apptest.EachSize(t, func(t *testing.T, w, h int, golden func(*uitest.Driver, string)) {
		d := apptest.Start(t, usedAgent(t), w, h).WaitFor("Plan").Press("c").WaitGone("Skills").Type("go").Press("enter").WaitFor("Ostia").Press("tab", "enter").WaitFor("Ostia", "› Run")
		golden(d, "task-used")
	})
}
