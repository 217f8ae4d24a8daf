package table_test

import (
	"testing"

	"a2aform/ui"
	"a2aform/ui/apptest"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// A click on a title sorts, one on a cell goes to it, a second one opens it. In JSON a
// click on the node at the cursor opens it.
func TestClicksInATableAndItsJSON(t *testing.T) {
	t.Parallel()
	for _, width := range []int{80, 50} {
		app := ui.New(t.Context(), kit.Options{Show: apptest.OpenedFile(t, "things.json", apptest.Things(120), apptest.ThingSchema), Mouse: true})
		d := uitest.Start(t, app, width, 30).WaitFor("Chair 0", "12 wrong")
		apptest.ClickAt(t, d, "Name  ", 0).WaitFor("▲")
		apptest.ClickAt(t, d, "▲Name", 0).WaitFor("▼").Press("s", "end", "enter").WaitGone("▼", "▲").WaitFor("Chair 0")
		apptest.ClickAt(t, d, "Chair 4  ", 0).WaitFor("Name  Chair 4")
		apptest.ClickAt(t, d, "Chair 4  ", 0).WaitFor("▸ Name", "Chair 4").WaitGone("Table 5")
		d.Press("esc").WaitFor("Table 5").Press("v").WaitFor("▸ 3:")
		apptest.ClickAt(t, d, "▸ 3:", 0)
		apptest.ClickAt(t, d, "▸ 3:", 0).WaitFor("▾ 3:")
	}
}
