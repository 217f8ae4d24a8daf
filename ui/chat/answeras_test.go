package chat_test

import (
	"testing"

	"a2aform/ui/apptest"

	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// openSmallTalk opens the chat with the demo's skill that takes text.
func openSmallTalk(t *testing.T, url string, keep *store.Store) *uitest.Driver {
	t.Helper()
	d := uitest.Start(t, ui.New(t.Context(), kit.Options{Ref: url, Store: keep, Demo: apptest.NoDemo}), 80, 24)
	d.WaitFor("Fight Comparison").Press("home", "down", "down", "down", "down").WaitFor("▌ Small Talk")
	return d.Press("enter").WaitFor("A text message to Small Talk")
}

// A text skill answers as a table with columns that the user names, and asks for them again
// another day.
func TestChatAnswersAsATable(t *testing.T) {
	url, keep := apptest.DemoAgent(t, apptest.Quick).URL, apptest.Home(t)
	d := openSmallTalk(t, url, keep)
	d.Press("alt+a").WaitFor("A table with columns").Press("enter").WaitFor("Columns of the answer")
	d.Type("name, moons: whole").Press("enter").WaitFor("the column moons has the type whole")
	d.Press("backspace", "backspace", "backspace", "backspace", "backspace").Type("integer").Press("enter").WaitFor("answer: a table of name, moons: integer")
	d.Type("List the planets").Press("enter").WaitFor("schema you asked for", "Saturn     274")
	d.WaitGone(`"moons"`)
	d.WaitOutside("the columns are kept", func() bool { return !keep.AnswerAs(safe.Text(url+"/a2a/v1"), safe.Text("small-talk")).Spec.IsEmpty() })
	d.Press("esc")

	d = openSmallTalk(t, url, keep)
	d.WaitFor("answer: a table of name, moons: integer")
	d.Press("alt+a").WaitFor("Anything").Press("end", "enter").WaitFor("ask for no schema any more").WaitGone("answer: a table")
}

// Where an agent answers in words, alt+w writes the schema into the message.
func TestSchemaIsWrittenIntoTheMessage(t *testing.T) {
	d := openSmallTalk(t, apptest.DemoAgent(t, apptest.Quick).URL, apptest.Home(t))
	d.Press("alt+a").WaitFor("A table").Press("down", "enter").WaitFor("answer: a table")
	d.Type("Tell me a joke").Press("enter").WaitFor("No JSON came. Alt+W")
	d.Type("hm").Press("alt+w").WaitFor("Send or delete what you have written first").Press("backspace", "backspace")
	d.Press("alt+w").WaitFor("Answer with JSON alone", "Enter sends this as a new message", `{"type":"array"`)
	d.Press("enter").WaitFor("schema you asked for", "answer: a table, schema in the text")
}

// The columns that are proposed are those of the last table, with types by what they are for: nothing that came empty or in parts.
func TestColumnsOfTheLastTableAreProposed(t *testing.T) {
	t.Parallel()
	rows := `[{"id":101,"Customer":"Ada","due":"2026-05-01","total":9.5,"paid":true,"note":null,"lines":[{"n":1}]},
		{"id":102,"Customer":"Bo","due":"2026-06-01","total":4,"paid":false,"note":null,"lines":[{"n":2}]}]`
	url, _ := apptest.Chat(t, apptest.ChatCard(), func(int, string) string {
		return `"result":{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"data":` + rows + `}]}]}}`
	})
	d := apptest.Start(t, url, 100, 30).WaitFor("Chat  ").Press("enter").WaitFor("A text message").Type("list").Press("enter").WaitFor("Ada", "✓ completed")
	d.Press("alt+a").WaitFor("A table with columns").Press("enter").WaitFor("Columns of the answer", "id: integer, Customer, due: date, total: number, paid: yes/no").WaitGone("paid: yes/no,")
}
