package table_test

import (
	"fmt"
	"testing"

	"a2aform/ui/apptest"
)

// On a wide terminal a chart is beside the table: it is of the column at the cursor and of the rows that are shown, and a row that is
// opened takes its place.
func TestChartIsBesideTheTable(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "invoices.json", apptest.RealTable(t, "invoices.json"), apptest.RealTable(t, "invoices.schema.json"), 120, 40)
	d.WaitFor("INV-2022-00101").Press("right").WaitFor("Customer  Björn Aas")
	d.Press("b").WaitFor("▌invoices.json", "Total by Customer", "chart 1 of 5", "Omar Farouk   ", "▇▇▇▇").Golden("real-invoices-chart-120x40")
	d.Press("b").WaitFor("Total by Status", "chart 2 of 5")
	d.Press("home", "right", "right", "right", "right").WaitFor("Status  paid").WaitFor("Total by Status", "overdue")
	d.Press("f").Type("status:paid").Press("enter").WaitFor("72 of 120 rows", "Total by Customer").WaitGone("overdue  ▇", "Total by Status") // which would be one bar
	d.Press("enter").WaitFor("╭ Row 1 of").WaitGone("Total by Customer").Press("esc").WaitFor("Total by Customer")
	d.Press("esc").WaitGone("Total by Customer").WaitFor("of 120 rows")
	d.Resize(100, 30).Press("b").WaitFor("▌Total by Customer").WaitGone("▌invoices.json").Press("enter").WaitFor("The chart covers the rows; Esc closes it")
}

// The sums of a chart have equally many digits after the point.
func TestSumsOfAChartHaveTheSamePrecision(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "shares.json", `[{"to":"Ann","total":1534.5},{"to":"Bob","total":178},{"to":"Cid","total":67.77}]`, "", 80, 24).WaitFor("Ann")
	d.Press("b").WaitFor(" 1,534.50", " 178.00", " 67.77")
}

// A filter that no row matches leaves no chart of other rows beside it, and letters go on being what they are.
func TestFilterWithoutRowsHasNoChart(t *testing.T) {
	t.Parallel()
	for _, width := range []int{80, 120} {
		d := apptest.ShowFile(t, "invoices.json", apptest.RealTable(t, "invoices.json"), apptest.RealTable(t, "invoices.schema.json"), width, 30)
		d.WaitFor("INV-2022-00101").Press("b").WaitFor("Total by Status").Press("/").Type("atlantis").Press("enter").WaitFor("0 of 120 rows", "No rows match").WaitGone("Total by Status")
		d.Press("b").WaitFor("No rows are shown").Press("s").WaitFor("Sort by").Type("due").Press("enter").WaitGone("Sort by").Press("esc").WaitFor("All rows again", "▲Due", "120 rows")
	}
}

// A chart has as many bars as there is height for, and a number that is less than a cell has a thin one.
func TestChartUsesItsHeight(t *testing.T) {
	t.Parallel()
	rows := `[{"team":"team 00","budget":772000000000}`
	for i := 1; i < 30; i++ {
		rows += fmt.Sprintf(`,{"team":"team %02d","budget":%d}`, i, 1_000_000-i)
	}
	d := apptest.ShowFile(t, "teams.json", rows+"]", "", 120, 40).WaitFor("team 00").Press("right", "b")
	d.WaitFor("budget by team", "team 00  ▇▇▇▇", "team 29  ▏").WaitGone(" more ")
	d.Resize(120, 24).WaitFor("team 15  ▏", " more ").WaitGone("team 29  ▏")
}

// Four real tables (their sources and licences are beside them): what a person wants first is in sight, and what is not is counted.
func TestGoldenRealTables(t *testing.T) {
	t.Parallel()
	// The words are those of the brief, which comes last.
	for name, brief := range map[string]string{"invoices": "overdue 24 (20 %)", "elements": "Average Atomic mass", "kev": "dateAdded 31 Mar 2022", "pods": "CrashLoopBackOff 5"} {
		for _, size := range append([][2]int{{120, 40}}, apptest.Sizes...) {
			golden := fmt.Sprintf("real-%s-%dx%d", name, size[0], size[1])
			t.Run(golden, func(t *testing.T) {
				t.Parallel()
				d := apptest.ShowFile(t, name+".json", apptest.RealTable(t, name+".json"), apptest.RealTable(t, name+".schema.json"), size[0], size[1])
				d.WaitFor(brief).Golden(golden)
			})
		}
	}
}

// A column of long texts that a filter brings in sight is cut, and hides no other one; rows keep their name beside a chart, too.
func TestFilteredColumnHidesNoOther(t *testing.T) {
	t.Parallel()
	for _, width := range []int{80, 120} {
		d := apptest.ShowFile(t, "sp500.json", apptest.RealTable(t, "sp500.json"), apptest.RealTable(t, "sp500.schema.json"), width, 24)
		d.WaitFor("120 rows").WaitGone("Sector").Press("/").Type("energy or utilities").Press("enter").WaitFor("8 of 120 rows", "Symbol", "Name", "Sector", "Price", "Market cap")
		d.Press("s").Type("price").Press("enter").WaitFor("▼Price", "Symbol", "Sector")
		if width == 120 {
			d.Press("b").WaitFor("chart 1 of", "Atmos Energy", "Gas Utilities", "▼Price", "Market cap")
		}
	}
}

// A date that is sorted by takes the place of another date, and a country that is looked for that of the status: the total stays.
func TestAddedColumnReplacesOneOfItsRole(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "invoices.json", apptest.RealTable(t, "invoices.json"), apptest.RealTable(t, "invoices.schema.json"), 80, 24)
	d.WaitFor("Invoice date", "Total", "Status").WaitGone(" Due ").Press("s").Type("due").WaitFor("▌ Due").Press("enter").WaitFor("▲Due", "Customer", "Total", "Status").WaitGone("Invoice date  ")
	d.Press("/").Type("brazil, canada").Press("enter").WaitFor("26 of 120 rows", "▲Due", "Customer", "Country", "Total")
}

// What the total above the rows says is not said again below them.
func TestTotalIsSaidOnce(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "invoices.json", apptest.RealTable(t, "invoices.json"), apptest.RealTable(t, "invoices.schema.json"), 80, 24)
	d.WaitFor("Total 680.48").Press("s").Type("total").Press("enter").WaitFor("Total  21.86", "min 0.99 · avg 5.67 · max 21.86").WaitGone("sum ")
	d.Press("s").Type("items").WaitFor("▌ Items").Press("enter").WaitFor("sum 652 · min 1").Press("enter").WaitFor("Row 3 · 1 of 120").WaitGone("sum 652")
}

// A column that is out of sight is sorted by as one in sight is, and comes to those in sight first. So does one that a filter names.
// Amounts begin with the largest.
func TestSortByAColumnWithoutRoom(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "invoices.json", apptest.RealTable(t, "invoices.json"), apptest.RealTable(t, "invoices.schema.json"), 80, 24)
	d.WaitFor("INV-2022-00101", "11 more columns →").WaitGone("City").Press("s").WaitFor("Sort by", "17 of 17").Type("city").WaitFor("▌ City").Press("enter")
	d.WaitFor("▲City", "City  Amsterdam", "Customer", "Total", " 11 more columns →").WaitGone("←")
	d.Press("s").Type("city").WaitFor("City  ascending; again for descending").Press("enter").WaitFor("▼City").WaitGone("Amsterdam")
	d.Press("s").WaitFor("City  descending; again for ascending", "18 of 18").Press("end", "enter").WaitFor("Invoice  INV-2022-00101").WaitGone("▼City", " City ")
	d.Press("s").Type("total").Press("enter").WaitFor("▼Total", "21.86", "18.86").Press("s").WaitFor("Total  descending; again for ascending").Press("enter").WaitFor("▲Total", "0.99")
	d.Press("s").Type("order received").Press("enter").WaitFor("INV-2022-00102").WaitGone("▲Total")
	d.Press("/").Type("country:norway or state:BC").Press("enter").WaitFor("3 of 120 rows", "State   Country").WaitGone("←")
	d.Press("/", "ctrl+u").Type("overdue brazil or canada").Press("enter").WaitFor("5 of 120 rows", "overdue brazil or c…", "more columns →", "Rows with overdue and (brazil or canada)", "Customer", "Status", "Country", "Canada")
	d.Press("esc").WaitFor("All rows again").WaitGone("Country")
	d.Press("/").WaitFor("↑ Earlier filter").Press("up", "enter").WaitFor("5 of 120 rows").Press("/", "ctrl+u").Type("denmark").Press("enter", "/", "up", "enter").WaitFor("5 of 120 rows", "brazil or canada")
	d.Press("/", "ctrl+u").Type("norway, denmark").Press("enter").WaitFor("4 of 120 rows", "Rows with norway or denmark")
}
