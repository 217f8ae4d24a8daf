package table_test

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/ui/apptest"
)

// rowsOf are n rows of JSON, each made of its number.
func rowsOf(n int, row func(i int) string) string {
	var rows []string
	for i := range n {
		rows = append(rows, row(i))
	}
	return "[" + strings.Join(rows, ",") + "]"
}

// inOrder reports texts that stand on the screen one below the other.
func inOrder(texts ...string) func(screen string) bool {
	return func(screen string) bool {
		for _, text := range texts {
			_, below, found := strings.Cut(screen, text)
			if !found {
				return false
			}
			screen = below
		}
		return true
	}
}

// The axis of a chart has days and numbers in their order. Sums of many days are in weeks or longer periods, means of many are a line.
// Categories come by their size, those that are no value last.
func TestAxesOfCharts(t *testing.T) {
	t.Parallel()
	const schema = `{"type":"array","items":{"type":"object","properties":{"day":{"type":"string","format":"date"},"at":{"type":"string"},"cost":{"type":"number"},"kind":{"type":"string"}}}}`
	for _, c := range []struct {
		name, rows, title string
		shown             []string
	}{
		{"days", rowsOf(5, func(i int) string { return fmt.Sprintf(`{"day":"2026-01-%02d","cost":%d}`, 9-i, i+1) }), "▌Cost over Day", []string{"2026-01-05  ▇", "▇ 5", "2026-01-06  ▇", "▇ 4", "2026-01-09  ▇", "▇ 1"}},
		{"twenty days", rowsOf(20, func(i int) string { return fmt.Sprintf(`{"day":"2026-01-%02d","cost":%d}`, 25-i, i+1) }), "▌Cost over Day", []string{"2026-01-06  ▇", "▇ 20", "2026-01-07  ▇", "▇ 19"}},
		{"many days", rowsOf(21, func(i int) string { return fmt.Sprintf(`{"day":"2026-01-%02d","cost":%d}`, 25-i, i+1) }), "▌Cost over Day", []string{"week of 2026-01-05  ▇", "▇ 126", "week of 2026-01-12  ▇", "▇ 77", "week of 2026-01-19  ▇", "▇ 28"}},
		{"many means", rowsOf(21, func(i int) string { return fmt.Sprintf(`{"day":"2026-01-%02d","price":%d.5}`, 25-i, i) }), "▌Mean Price over Day", []string{"20.5 │█", "   0 │██████", "│ 2026-01-05", "  2026-01-25 "}},
		{"moments", rowsOf(4, func(i int) string { return fmt.Sprintf(`{"at":"2026-01-02T%02d:30:00Z","cost":%d}`, 12-i, 5+i%2) }), "▌Cost over At", []string{"09:30Z  ▇", "10:30Z  ▇", "11:30Z  ▇", "12:30Z  ▇"}},
		{"times", rowsOf(4, func(i int) string { return fmt.Sprintf(`{"at":"%02d:30","cost":%d}`, 12-i, i+1) }), "▌Cost over At", []string{"09:30  ▇", "10:30  ▇", "12:30  ▇"}},
		{"kinds", rowsOf(180, func(i int) string { return fmt.Sprintf(`{"kind":"k%03d","cost":%d}`, i%150, i+1) }), "▌Cost by Kind", []string{"k029  ▇", "▇ 210", "k028  ▇", "▇ 208", "k013  ▇", "133 more"}},
		{"empty", `[{"kind":"","cost":5},{"kind":"a","cost":null},{"cost":1},{"kind":"b","cost":9},{"kind":"c","cost":2},{"kind":"b"}]`, "▌Cost by Kind", []string{"b        ▇", "▇ 9", `""       ▇`, "▇ 5", "c        ▇", "▇ 2", "(empty)  ▇", "▇ 1"}},
		{"numbers", `[{"kind":"10","cost":5},{"kind":"9","cost":3},{"kind":"1,000","cost":1}]`, "▌Cost by Kind", []string{"9      ▇", "10     ▇", "1,000  ▇"}},
	} {
		d := apptest.ShowFile(t, c.name+".json", c.rows, schema, 80, 24).WaitFor(" rows").Press("b").WaitFor(c.title)
		d.WaitUntil(c.name+" in order", inOrder(c.shown...)).WaitGone("(empty)  ▇▇▇▇▇▇▇▇▇▇")
		d.Press("?").WaitFor("A chart of the column at the cursor").Press("esc").WaitFor(c.title).Press("esc").WaitGone(c.title)
	}
}

// A chart whose bars would all be as long says nothing, and is not offered.
func TestChartThatSaysNothingIsNotOffered(t *testing.T) {
	t.Parallel()
	for name, rows := range map[string]string{
		"nothing to draw":  `[{"note":{"a":1}},{"note":{"a":2}}]`,
		"one row":          `[{"kind":"food","cost":20}]`,
		"a day a row":      rowsOf(7, func(i int) string { return fmt.Sprintf(`{"id":"n%d","due":"2026-01-%02d"}`, i, i+5) }),
		"the same numbers": `[{"kind":"food","cost":20},{"kind":"fuel","cost":20},{"kind":"rent","cost":20}]`,
	} {
		d := apptest.ShowFile(t, name+".json", rows, "", 80, 24).WaitFor("e Export").WaitGone("b Chart")
		d.Press("b").WaitFor("There is nothing to draw: all bars would be as long").WaitGone("Close chart")
	}
	apptest.ShowFile(t, "categories.json", `[{"kind":"food"},{"kind":"fuel"},{"kind":"food"}]`, "", 80, 24).WaitFor("b Chart").Press("b").WaitFor("▌Rows by kind", "food  ▇▇▇▇").WaitGone("chart 1 of")
}

// Dates that come about once each are counted by the quarter, or by what else makes a few bars.
func TestDatesAreCountedInPeriods(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "kev.json", apptest.RealTable(t, "kev.json"), "", 120, 40).WaitFor("CVE-2025-48384").Press("right", "right", "right", "b")
	d.WaitFor("Rows by dateAdded", "2022 Q2  ▇", "2025 Q1  ▇▇", "▇ 8", "2025 Q3")
}

// What cannot be done in a table is said, and a filter may be pasted.
func TestWhatATableCannotDo(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "moons.json", `[{"planet":"Mars","moons":2},{"planet":"Earth","moons":1},{"planet":"Uranus","moons":27}]`, "", 80, 24).WaitFor("▌  Mars", "3 rows")
	d.Press("]").WaitFor("No row breaks the schema")
	d.Press("f").WaitFor("filter:").Paste("moons>1").WaitFor("filter: moons>1").Press("?").WaitFor("moons>1?").Press("backspace", "enter").WaitFor("2 of 3 rows", "Uranus").WaitGone("Earth")
	d.Press("]").WaitFor("No row breaks the schema").Press("esc").WaitFor("All rows again", "Earth")
	d.Press("/").Paste("zzz").WaitFor("filter: zzz", "0 of 3 rows").Press("esc").WaitFor("3 rows")
	d.Press("c").WaitFor("▌Columns", "▌ ● planet").Press("space").WaitFor("▌ ○ planet").Press("down", "space").WaitFor("One column is always shown", "▌ ● moons").Press("?").WaitFor("Help").Press("esc").WaitFor("▌Columns").Press("esc").WaitFor("3 rows")
	d.Press("?").WaitFor("Back undoes one step").Press("esc").WaitGone("Back undoes")
}

// A cell is copied as it came, marked rows as a spreadsheet takes them, below their headings.
func TestRowsAreCopied(t *testing.T) {
	t.Parallel()
	d := apptest.ShowFile(t, "moons.json", `[{"planet":"Mars","moons":2},{"planet":"Earth","moons":1},{"planet":"Uranus","moons":27}]`, "", 80, 24).WaitFor("▌  Mars")
	is := func(want string) {
		t.Helper()
		d.WaitOutside(want, func() bool { return apptest.Copied(d) == want })
	}
	d.Press("y").WaitFor(`Copied "Mars"`)
	is("Mars")
	d.Press("right", "down", "y").WaitFor(`Copied "1"`)
	is("1")
	d.Press("space", "space").WaitFor("2 marked").Press("y").WaitFor("Copied 2 rows for a spreadsheet")
	is("planet\tmoons\nEarth\t1\nUranus\t27")
}
