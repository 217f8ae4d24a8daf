package result_test

import (
	"testing"

	"a2aform/ui/apptest"
)

func TestQueryIsAnsweredWhileTyping(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "things.json", apptest.Things(30), apptest.ThingSchema, 80, 24)
	d.WaitFor("Chair 0").Press(":").WaitFor("jq: all of it", "Runs on the table.", "30 rows", "Chair 0")
	d.Type(".[] | select(.price > 95) | {name, price}").WaitFor("2 rows", "Lamp 💡 27", "99.27")
	d.Type(" |").WaitFor("✗ the expression ends too early · below is what it gave before", "Lamp 💡 27").Press("enter").WaitFor("✗ the expression ends").WaitGone("nothing yet").Press("backspace", "backspace").WaitGone("✗")
	d.Type(" ").Press("enter").WaitFor("› jq", " 2 rows").Press("esc").WaitFor("jq: .[]") // enter waits for the answer
	d.Press("ctrl+u").Type(".[:1]").Press("enter").WaitFor("› jq", " 1 row").Press("esc").WaitFor("jq: .[:1]")
	d.Press("ctrl+u").Type(".[] | select(.price > 95) | {name, price}").Press("enter").WaitFor("› jq", " 2 rows").Press("s", "enter").WaitFor("▲").Press("esc").WaitFor("jq: .[]")
	d.Type(`|"x"*1e9`).WaitFor("✗ this needs more than 256 MiB of memory; --max query-memory=512MiB").Press("esc").WaitFor("30 rows")
}

// A query that asks for all of it shows the rows as they are, and the example has one of their columns.
func TestQueryBeginsWithTheTableAsItIs(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "moons.json", `[{"planet":"Mars","moons":2},{"planet":"Earth","moons":1}]`, "", 80, 24).WaitFor("Mars").Press(":")
	d.WaitFor("jq: all of it; for example: .[] | select(.moons > 10)", "planet  moons", "Earth")
	d = apptest.ShowFile(t, "names.json", `[{"planet":"Mars","color":"red"},{"planet":"Earth","color":"blue"}]`, "", 80, 24).WaitFor("Mars").Press(":")
	d.WaitFor("jq: all of it; for example: map(.planet)", "planet  color")
}
