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
	d.WaitFor("INV-2022-00101").Press("right", "right", "right").WaitFor("Customer  Björn Aas")
	d.Press("b").WaitFor("▌invoices.json", "Total by Customer", "chart 1 of 2", "Omar Farouk       ▇").Golden("real-invoices-chart-120x40")
	d.Press("b").WaitFor("Items by Customer", "chart 2 of 2")
	d.Press("end", "left", "left").WaitFor("Status  paid").WaitFor("Total by Status", "overdue")
	d.Press("f").Type("status:paid").Press("enter").WaitFor("of 120 rows").WaitGone("overdue  ▇")
	d.Press("enter").WaitFor("╭ Row 1 of").WaitGone("Total by Status").Press("esc").WaitFor("Total by Status")
	d.Press("esc").WaitGone("Total by Status").WaitFor("of 120 rows")
	d.Resize(100, 30).Press("b").WaitFor("› Chart", "▌Total by Status")
}

// Four real tables (their sources and licences are beside them): what a person wants first is in sight, and what is not is counted.
func TestGoldenRealTables(t *testing.T) {
	t.Parallel()
	// The words are those of the brief, which comes last.
	for name, brief := range map[string]string{"invoices": "overdue 24 (20 %)", "elements": "Average Atomic mass", "kev": "31 Mar 2022", "pods": "CrashLoopBackOff 5"} {
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
