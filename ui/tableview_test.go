package ui_test

import (
	"testing"

	"a2aform/internal/store"
	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// A saved view is how the next table with the same columns opens, and no other.
func TestSavedViewOpensTheNextTable(t *testing.T) {
	t.Parallel()
	keep := home(t)
	show := func(keep *store.Store, text, schemaText string) *uitest.Driver {
		return uitest.Start(t, ui.New(t.Context(), kit.Options{Show: openedFile(t, "things.json", text, schemaText), Store: keep}), 80, 24)
	}
	d := show(keep, things(12), thingSchema).WaitFor("12 rows")
	d.Press("F").WaitFor("Nothing to save")
	d.Press("f").Type("id>3").Press("enter").WaitFor("9 of 12").Press("s").Press("s").WaitFor("▼").Press("right", "-").WaitFor("1 column hidden")
	d.Press("F").WaitFor("Saved: the next table with these columns opens like this.")

	again := show(keep, things(12), thingSchema).WaitFor("9 of 12", "▼", "1 column hidden", "Shown as you saved it.")
	again.Press("esc").WaitFor("All rows again", "12 rows").Press("s").WaitGone("▼").Press("+").WaitGone("1 column hidden")

	show(keep, `[{"other": 1}, {"other": 2}]`, "").WaitFor("2 rows").WaitGone("Shown as you saved it.")
}
