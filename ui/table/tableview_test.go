package table_test

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/ui/apptest"

	"a2aform/internal/store"
	"a2aform/ui"
	"a2aform/ui/kit"
	"a2aform/ui/uitest"
)

// A saved view is how the next table with the same columns opens, and no other.
func TestSavedViewOpensTheNextTable(t *testing.T) {
	t.Parallel()
	keep := apptest.Home(t)
	show := func(keep *store.Store, text, schemaText string) *uitest.Driver {
		return uitest.Start(t, ui.New(t.Context(), kit.Options{Show: apptest.OpenedFile(t, "things.json", text, schemaText), Store: keep}), 80, 24)
	}
	d := show(keep, apptest.Things(12), apptest.ThingSchema).WaitFor("12 rows")
	d.Press("c", "ctrl+s").WaitFor("Nothing to save").Press("esc")
	d.Press("f").Type("id>3").Press("enter").WaitFor("9 of 12").Press("s", "enter").Press("s", "enter").WaitFor("▼").Press("right", "c", "space").WaitFor("1 hidden")
	d.Press("ctrl+s").WaitFor("Saved: the next table with these columns opens like this.")

	again := show(keep, apptest.Things(12), apptest.ThingSchema).WaitFor("9 of 12", "▼", "1 column hidden", "Shown as you saved it.")
	again.Press("esc").WaitFor("All rows again", "12 rows").Press("s", "enter").WaitGone("▼").Press("c", "down", "space", "esc").WaitGone("1 column hidden")

	show(keep, `[{"other": 1}, {"other": 2}]`, "").WaitFor("2 rows").WaitGone("Shown as you saved it.")
}

// A wrong guess of what a column is is mended in the panel of columns, and stays so for the next table with the same columns.
func TestColumnIsWhatTheUserSays(t *testing.T) {
	t.Parallel()
	keep := apptest.Home(t)
	rows := make([]string, 12)
	for i := range rows {
		rows[i] = fmt.Sprintf(`{"name":"n%d","points":%d}`, i, 10*i%70)
	}
	text := "[" + strings.Join(rows, ",") + "]"
	show := func() *uitest.Driver {
		return uitest.Start(t, ui.New(t.Context(), kit.Options{Show: apptest.OpenedFile(t, "points.json", text, ""), Store: keep}), 80, 24)
	}
	d := show().WaitFor("Total points 310")
	d.Press("end", "c").WaitFor("▌ ● points").Press("t").WaitFor("points is …", "a rate").Type("rate").Press("enter")
	d.WaitFor("Kept: so it is in later tables with these columns.").Press("esc").WaitFor("Average points 25.8").WaitGone("Total")
	show().WaitFor("Average points 25.8")
}

// A column further right is seen in place of less important ones where the user wants it, also in the next table with these columns.
func TestWantedColumnIsKept(t *testing.T) {
	t.Parallel()
	keep := apptest.Home(t)
	show := func() *uitest.Driver {
		return uitest.Start(t, ui.New(t.Context(), kit.Options{Show: apptest.OpenedFile(t, "things.json", apptest.Things(12), apptest.ThingSchema), Store: keep}), 50, 24)
	}
	d := show().WaitFor("12 rows", "2 more columns →", "Stock").WaitGone("Parts")
	d.Press("c", "end").WaitFor("▌ ○ Parts").Press("space").WaitFor("▌ ● Parts", "Parts is in sight; further right (→): Stock")
	d.Press("ctrl+s").WaitFor("Saved: the next table").Press("esc").WaitFor("2 items", "2 more columns →").WaitGone("Stock")
	show().WaitFor("12 rows", "2 items", "2 more columns →").WaitGone("Stock")
}

// A column is found by its name; letters without / are keys.
func TestColumnIsFound(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "invoices.json", apptest.RealTable(t, "invoices.json"), apptest.RealTable(t, "invoices.schema.json"), 80, 24).WaitFor("INV-2022-00101")
	d.Press("c").WaitFor("▌Columns", "▌ ● Invoice").Press("/").WaitFor("Find column", "17 of 17").Type("country").WaitFor("1 of 17").Press("enter").WaitFor("▌ ○ Country")
	d.Press("/").WaitFor("Find column", "▌ Country").Press("esc").WaitFor("▌ ○ Country")
}
