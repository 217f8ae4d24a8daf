package table_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/ui/apptest"
)

func TestTableIsSortedAndFiltered(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "things.json", apptest.Things(200), apptest.ThingSchema, 100, 24)
	d.WaitFor("No.", "Chair 0", "200 rows", "✗ -1", "Chair 0")
	d.Press("s", "enter", "s", "enter").WaitFor("▼No.", "200  200  Lamp 💡 199").Press("s", "enter").WaitGone("▼").WaitFor("Chair 0")
	d.Press("f").WaitFor("filter:").Type("weight>3").Press("enter").WaitFor(`There is no column "weight"`)
	d.Press("ctrl+u").Type("name:lamp price>90").Press("enter").WaitFor("6 of 200 rows", "name:lamp price>90", "Lamp 💡 143", "Average Price 95.35").Press("B").WaitGone("Average Price").Press("B").WaitFor("Average Price 95.35")
	d.Press("v").WaitFor("› JSON (all 200 rows)").Press("esc").WaitFor("6 of 200 rows")
	d.Press("esc").WaitFor("All rows again").WaitGone("6 of 200 rows")
	d.Press("/").WaitFor("enter Filter").Type(`"table 1"`).Press("enter").WaitFor("28 of 200 rows").Press("down", "down").WaitFor("▌  18").Press("esc").WaitFor("All rows again", "▌  18", "17   Chair 16") // among all
}

func TestTableColumnsAreArranged(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "things.json", apptest.Things(30), apptest.ThingSchema, 60, 24)
	d.WaitFor("Stock", "Parts", "Chair 0", "1 more column").WaitGone("No.")
	d.Press("c").WaitFor("▌Columns", "▌ ● Name", " of 6 in sight").WaitGone("a name").Press("z").WaitFor("always in sight").Press("esc").WaitFor("┼").Press("end").WaitFor("Parts", "2 items", "Chair 0")
	d.Press("end", "c", "up").WaitFor("▌ ● Stock").Press("space").WaitFor("▌ ○ Stock", "hidden").Press("esc").WaitGone("Stock")
	d.Press("c").WaitFor("▌Columns").Press("end", "up", "space").WaitFor("▌ ● Stock").Press("esc").WaitFor("Stock")
	d.Press("c").WaitFor("▌Columns").Press("home", "down", "down", "<", "<", "<", "esc").WaitFor("Pr…").Press("c", ">", ">", ">", "ctrl+up", "esc").WaitFor("Price │ Name")
	d.Press("space", "space").WaitFor("2 marked", "●").Press("y").WaitFor("Copied 2 rows")
	d.Press("esc").WaitFor("No row is marked")
	d.Press("G").WaitFor("30 rows", "Table 29").Press("g", "y").WaitFor(`Copied "0.00"`)
}

// Enter shows the row in place of the table, then opens a list in it as a table.
func TestRowAndItsValuesOpen(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "things.json", apptest.Things(30), apptest.ThingSchema, 80, 24)
	d.WaitFor("No.", "Chair 0").Press("enter").WaitFor("▌Row 1 of 30", "▸ No.", "Name", "Chair 0", "2026-01-10").WaitGone("Table 1")
	d.Press("right").WaitFor("▌Row 2 of 30", "Table 1").Press("left").WaitFor("▌Row 1 of 30", "← → other rows")
	d.Press("down").WaitFor("▸ Name").Press("enter").WaitFor("All of this value is here; y copies it")
	d.Press("end").WaitFor("▸ Parts", "enter Open value").Press("enter").WaitFor("› row 1 Parts", "of", "wood").Press("esc").WaitFor("▌Row 1 of 30")
	d.Press("esc").WaitFor("Table 1").WaitGone("Row 1 of 30")
}

func TestTableIsExportedAsShown(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	d := apptest.ShowFile(t, "things", apptest.Things(30), apptest.ThingSchema, 80, 24)
	d.WaitFor("Chair 0").Press("f").Type("name:lamp price>90").Press("enter").WaitFor(" 1 of 30 rows").WaitGone("Chair 0").Press("end", "c", "space", "esc", "s", "enter", "s", "enter").WaitFor("▼")
	d.Press("e").WaitFor("Export 1 of 30 rows, 5 of 6 columns", "CSV").Type("csv").Press("enter").WaitFor("things.csv")
	d.Press("ctrl+u").Paste(dir + "/out.csv").Press("enter").WaitFor("Saved as")
	got, err := os.ReadFile(filepath.Join(dir, "out.csv"))
	if want := "\ufeffNo.,Name,Price,Made,Stock\n28,Lamp 💡 27,99.27,2026-01-10,false\n"; err != nil || string(got) != want {
		t.Errorf("%q (%v), want %q", got, err, want)
	}
	d.Press("e").WaitFor("CSV").Type("csv").Press("enter").WaitFor("things.csv")
	d.Press("ctrl+u").Paste(dir + "/out.csv").Press("enter").WaitFor("not saved: there is a file of this name already").Press("esc").WaitFor("for spreadsheets").Press("esc").WaitFor("Lamp").WaitGone("for spreadsheets")
}

// A table without a row for its filter says so in the place of rows and of what they come to, also while the filter is typed.
func TestFilterWithoutRows(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "invoices.json", apptest.RealTable(t, "invoices.json"), "", 80, 24).WaitFor("INV-2022-00101", "Total 680.48")
	d.Press("/").Type("no such row").WaitFor("No rows match.", "filter: no such row").WaitGone("Total 680.48", "INV-2022-00101", "Esc clears it")
	d.Press("enter").WaitFor("No rows match. / edits the filter, Esc clears it.").Press("esc").WaitFor("INV-2022-00101", "Total 680.48")
}

// The cursor goes to what is first by the new order.
func TestSortingGoesToTheFirstRow(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "moons.json", `[{"planet":"Mars","moons":2},{"planet":"Earth","moons":1},{"planet":"Uranus","moons":27}]`, "", 80, 24).WaitFor("▌  Mars")
	d.Press("s", "enter").WaitFor("▲planet", "▌  Earth").Press("down").WaitFor("▌  Mars").Press("s", "enter").WaitFor("▼planet", "▌  Uranus")
}

func TestDuplicateMembersAreReported(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "twice.json", `[{"n":9,"n":8,"s":"d"},{"n":1,"s":"e"}]`, "", 80, 24)
	d.WaitFor("n  8  ! came 2 times; the last is shown", "! 1 row has a name twice").Press("enter").WaitFor("Row 1 of 2", "came 2 times; this is the last").Press("esc").WaitGone("Row 1 of 2")
	dir := t.TempDir()
	d.Press("e").WaitFor("CSV").Type("csv").Press("enter").WaitFor("twice.json.csv").Press("ctrl+u").Paste(dir + "/out.csv").Press("enter")
	d.WaitFor("Saved as", "; row", "came 2 times; the last is shown")
}

func TestRowsThatBreakTheSchemaAreFound(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "things.json", apptest.Things(9000), apptest.ThingSchema, 100, 24) // large: its rows are bytes
	d.WaitFor("✗ 900 wrong", " 9,000 rows").Press("f6").WaitFor("Row 10 breaks the schema; 900 rows in all", "✗ must be at least 0  Price  -1")
	d.Press("f6").WaitFor("Row 20 breaks").Press("[").WaitFor("Row 10 breaks").Press("[").WaitFor("Row 9,000 breaks")
	d.Press("f").Type("name:lamp").Press("enter").WaitFor("2,250 of 9,000").Press("f6").WaitFor("Row 20 breaks")
	d.Press("f").Press("ctrl+u").Type("price>0").Press("enter").WaitFor("8,010 of 9,000").Press("f6").WaitFor("None of the rows shown breaks the schema")
}

func TestInvalidLineBreaksNoOtherLine(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "lines.jsonl", "{\"a\":1}\n{\"a\":\n{\"a\":3}\n", "", 80, 24)
	d.WaitFor(" 3 rows", "✗ 1 wrong").Press("f6").WaitFor("Row 2 is no JSON", "✗ this row cannot be read: line 1, column 6: the text ends too early")
}

// A column of numbers is drawn by the categories and as a histogram; ids are no values.
// Of large tables a part is drawn, which the screen says.
func TestColumnsAreDrawnAsCharts(t *testing.T) {
	t.Parallel()
	rows := `[{"kind":"food","cost":20,"share":0.5},{"kind":"fuel","cost":45,"share":0.25},{"kind":"food","cost":60,"share":1}]`
	schema := `{"type":"array","items":{"type":"object","properties":{"kind":{"type":"string"},"cost":{"type":"number"},"share":{"type":"number","minimum":0,"maximum":1}}}}`
	d := apptest.ShowFile(t, "costs.json", rows, schema, 80, 24).WaitFor("3 rows", "▌  food")
	d.Press("b").WaitFor("▌Cost by Kind", "▇ 80", "fuel  ▇", "chart 1 of 2").Press("b").WaitFor("Rows by Kind", "food  ▇▇▇▇")
	d.Press("esc").WaitFor("▌  food").Press("right", "b").WaitFor("▌Cost by Kind").Press("b").WaitFor("Distribution of Cost", "20 – 25", "60 – 65").Press("b").WaitFor("▌Cost by Kind", "chart 1 of 2")
	d.Press("esc").WaitFor("▌  food").Press("right", "b").WaitFor("▌Mean Share by Kind", "0.75").Press("left").WaitFor("Distribution of Share").Press("left").WaitFor("▌Mean Share by Kind").Press("esc").WaitFor("▌  food")
	apptest.ShowFile(t, "things.json", apptest.Things(30_000), "", 80, 24).WaitFor("30,000 rows").Press("b").WaitFor("Mean price by stock", "20,000 of 30,000 rows, evenly chosen")
}

// Next to a wide table is the row of the cursor in full. A comparison without a column is about the column of the cursor.
func TestTableShowsTheRowAndFiltersTheFocusedColumn(t *testing.T) {
	t.Parallel()
	rows := `[{"name":"one","share":0.25,"cost":20,"paid":true},{"name":"two","share":0.5,"cost":45,"paid":false},{"name":"three","share":0.9,"cost":60.5,"paid":true}]`
	schema := `{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"share":{"type":"number","minimum":0,"maximum":1},"cost":{"type":"number"},"paid":{"type":"boolean"}}}}`
	d := apptest.ShowFile(t, "costs.json", rows, schema, 100, 24).WaitFor("▌costs.json", "3 rows ─").Press("enter").WaitFor("╭ Row 1 of 3 ")
	d.Press("down").WaitFor("╭ Row 2 ", "  45", "  no").Press("end", "left", "f").WaitFor(`filter: Share>0.25  Name:one,two  !word  "two words"`)
	d.Type(">40").Press("enter").WaitFor("2 of 3 rows", `Cost>40`).WaitGone("one")
	d.Press("f").WaitFor(`Cost>40`).Press("ctrl+u").Type("cost>99").Press("enter").WaitFor("No rows match. / edits the filter, Esc clears it.").WaitGone("╭ Row ")
	d.Press("esc").WaitFor("╭ Row ").Press("ctrl+home").WaitFor("╭ Row 1 ").Press("space").WaitFor("╭ Row 2 ", "1 marked")
	d.Press("e").WaitFor("Export 1 marked row ─", "CSV").Type("csv").Press("enter").WaitFor("costs.json.csv", "table; nothing is overwritten")
}

// The rows follow a filter while it is typed, as long as something matches; esc takes it back.
func TestRowsFollowTheFilter(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "things.json", `[{"name":"one","n":1},{"name":"two","n":2},{"name":"three","n":30}]`, "", 80, 24).WaitFor("3 rows ─")
	d.Press("f").Type("tw").WaitFor("1 of 3 rows", "filter: tw").WaitGone("three").Type("x").WaitFor("filter: twx", "0 of 3 rows").WaitGone("two").Press("ctrl+u").Type("<1").WaitFor("0 of 3 rows").Press("ctrl+u").WaitFor("3 rows", "two").WaitGone("of 3 rows")
	d.Press("esc").WaitFor("3 rows ─", "three").WaitGone("1 of 3")
	d.Press("f").Type("n>1").WaitFor("2 of 3 rows").Type("0").WaitFor("1 of 3 rows").Press("enter").WaitFor("1 of 3 rows", "· n>10")
}

// A wrong filter stays in sight with what is wrong with it.
func TestAWrongFilterStaysInSight(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {100, 30}} {
		d := apptest.OpenSkill(t, apptest.Trip, apptest.Quick, size[0], size[1])
		d.Press("f3").WaitFor("1  Lisbon").Press("1").WaitFor("6 of 6 required").Press("ctrl+s").WaitFor("› Review").Press("enter").WaitFor("✓ Done", "s Sort")
		d.Press("f").WaitFor("filter: ").Type("foo>5").Press("enter").WaitFor(`There is no column "foo"; there are Date, Time, Activity`, "filter: foo>5").Press("ctrl+u").Type("activty:walk").Press("enter").WaitFor("did you mean Activity?", "filter: activty:walk").Press("esc")
		d.Press("f").WaitFor("filter: ").Type("rain>0.5").Press("enter").WaitFor("6 of 12 rows")
	}
}

// The row follows the cursor; a long one scrolls.
func TestRowFollowsTheCursor(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "things.json", `[{"name":"one","n":1},{"name":"two","n":2},{"name":"three","n":3}]`, "", 80, 24).WaitFor(" 3 rows")
	d.Press("down", "enter").WaitFor("Row 2 of 3", "two").Press("right").WaitFor("Row 3 of 3", "three").WaitGone("two").Press("esc").WaitFor("▌  three")
	long := `[{"name":"one","text":"` + strings.Repeat("word ", 400) + `finish"},{"name":"two","text":"short"}]`
	d = apptest.ShowFile(t, "long.json", long, "", 80, 24).WaitFor("▌").Press("enter").WaitFor("Row 1 of 2", "word word", "↓ 14 more lines").WaitGone("finish")
	d.Press("pgdown", "pgdown").WaitFor("finish").WaitGone("more line").Press("right").WaitFor("Row 2 of 2", "short")
}

// Sorting keeps the row that is shown, and a filter that is given up comes back to it. Where the row is in the place
// of the table, both show the table.
func TestRowStaysWhereTheTableIsSortedOrFiltered(t *testing.T) {
	t.Parallel()
	rows := `[{"name":"one","n":1},{"name":"two","n":2},{"name":"three","n":3}]`
	d := apptest.ShowFile(t, "things.json", rows, "", 100, 24).WaitFor("3 rows").Press("down", "enter").WaitFor("Row 2 of 3")
	d.Press("s", "enter").WaitFor("▲name", "Row 2 · 3 of 3 rows", "▌  two").Press("f").Type("th").WaitFor("1 of 3 rows", "Row 3 · 1 of 1 rows").Press("esc").WaitFor(" 3 rows", "Row 2 · 3 of 3 rows")
	d = apptest.ShowFile(t, "things.json", rows, "", 80, 24).WaitFor("3 rows").Press("down", "enter").WaitFor("Row 2 of 3")
	d.Press("f").WaitFor("one", "three", "filter: ").Type("th").WaitFor("1 of 3 rows").Press("esc").WaitFor("Row 2 of 3", "two").WaitGone("three")
	d.Press("s", "enter").WaitFor("▲name", "one", "▌  two").WaitGone("Row 2 of 3").Press("s", "enter").WaitFor("▼name", "▌  two")
}

// A list in an object is a table with the other values above it, and is exported with them.
func TestListHasTheFactsAroundItAbove(t *testing.T) {
	t.Parallel()
	text := `{"name":"Order 7","total":30,"lines":[{"what":"Chair","price":10},{"what":"Table","price":20}],"paid":true}`
	for _, size := range [][2]int{{80, 24}, {100, 30}} {
		d := apptest.ShowFile(t, "order.json", text, "", size[0], size[1]).WaitFor("name   Order 7", "paid   yes", "2 rows ─", "▌  Chair")
		d.Press("down").WaitFor("▌  Table").Press("enter").WaitFor("Row 2 of 2").Press("esc").WaitFor("Order 7")
		d.Press("e").WaitFor("Export the result ─").Press("esc").Press("f").Type("chair").Press("enter").WaitFor("1 of 2 rows", "Order 7")
		d.Press("e").WaitFor("Export 1 of 2 rows ─").Press("esc")
	}
	apptest.ShowFile(t, "order.json", text, "", 36, 10).WaitFor("name Order 7   total 30   paid", "Chair")
	many := make([]string, 140)
	for i := range many {
		many[i] = fmt.Sprintf(`"fact%d":%d`, i, i)
	}
	apptest.ShowFile(t, "many.json", "{"+strings.Join(many, ",")+`,"rows":[{"what":"Chair"}]}`, "", 80, 24).WaitFor("fact0 0   fact1 1 ", "more lines, in the JSON (v)", "▌ 1  Chair")
}

// A row says of its values what the table does, in the same way: times, names that the schema does not have, links.
func TestRowIsShownAsInTheTable(t *testing.T) {
	t.Parallel()
	rows := `[{"when":"2026-03-14T10:30:00Z","BillingCity":"Bonn","page":"https://example.com/a/long/path/to/the/page/of/this/order?number=12345&view=all"},
		{"when":"2026-03-15T11:45:00Z","BillingCity":"Oslo","page":"https://example.com/b"}]`
	schema := `{"type":"array","items":{"type":"object","properties":{"when":{"type":"string","format":"date-time"}}}}`
	d := apptest.ShowFile(t, "orders.json", rows, schema, 60, 24).WaitFor("2026-03-14 10:30Z", "Billing city")
	d.Press("enter").WaitFor("Row 1 of 2", "When", "2026-03-14 10:30Z", "Billing city", "this/order?number=12345&", " view=all ").WaitGone("10:30:00")
}
