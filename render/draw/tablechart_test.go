package draw_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"a2aform/render"
	"a2aform/render/draw"
	"a2aform/render/table"
)

// A chart has a bar for each name, the greatest first, however many names there are.
func TestEachOfManyNamesIsABar(t *testing.T) {
	const names = 1000
	var rows []map[string]any
	for i := range names {
		rows = append(rows, map[string]any{"name": fmt.Sprintf("place %03d", i), "cost": 1.5 + float64(i)})
	}
	data, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	g := tableOf(t, data)
	kind := chartsOf(g, "name")[0]
	points := kind.Read(t.Context(), g.View())
	if got := points.Bars(); got != names {
		t.Errorf("%d bars of %d names", got, names)
	}
	lines := kind.Draw(g, points, 60, 11, draw.ChartStyle{})
	if !strings.HasPrefix(lines[0], "place 999  ") || lines[10] != "990 more" {
		t.Errorf("%q", lines)
	}
}

// The charts of a column are few: first the amount by the column at the cursor, then by categories and the first name, then over a time, then
// what is about the column alone. The amount is that of the column itself, else the first one. What says nothing is left out.
func TestChartsOfRealTables(t *testing.T) {
	read := func(name string) []byte {
		data, err := os.ReadFile("../table/testdata/tables/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	invoices := tableOf(t, read("invoices"))
	few := tableOf(t, invoicesOf(t, read("invoices"), "overdue")) // where all rows have one status, and most customers come once
	kev, quakes := tableOf(t, read("kev")), tableOf(t, read("earthquakes"))
	for _, c := range []struct {
		name   string
		g      *table.Table
		column string
		want   string
	}{
		{"a name", invoices, "CustomerName", "Total by CustomerName, Total by Status, Total by BillingCountry, Total over InvoiceDate, Rows by CustomerName"},
		{"a category", invoices, "BillingCity", "Total by BillingCity, Total by Status, Total by CustomerName, Total over InvoiceDate, Rows by BillingCity"},
		{"a time", invoices, "DueDate", "Total over DueDate, Total by Status, Total by CustomerName, Total over InvoiceDate, Rows by DueDate"},
		{"an id", invoices, "InvoiceId", "Total by Status, Total by CustomerName, Total by BillingCountry, Total over InvoiceDate, Rows by Status"},
		{"the amount", invoices, "Total", "Total by Status, Total by CustomerName, Total by BillingCountry, Total over InvoiceDate, Distribution of Total"},
		{"another amount", invoices, "Items", "Items by Status, Items by CustomerName, Items by BillingCountry, Items over InvoiceDate, Distribution of Items"},
		{"an id of few rows", few, "InvoiceId", "Total by BillingCountry, Total by CustomerName, Total by BillingCity, Total over DueDate, Rows by BillingCountry"},
		{"an id without amounts", kev, "cveID", "Rows by knownRansomwareCampaignUse, Rows by vendorProject, Rows by dateAdded"},
		{"a time without amounts", kev, "dueDate", "Rows by dueDate, Rows by knownRansomwareCampaignUse, Rows by vendorProject, Rows by dateAdded"},
		{"a rate", quakes, "gap", "Mean gap by status, Mean gap by place, Mean gap by net, Mean gap over time, Distribution of gap"},
		{"a coordinate", quakes, "latitude", "Distribution of latitude, felt by latitude, felt by status, felt over time"},
		{"numbers alone", tableOf(t, []byte(`[{"n":3.5},{"n":1.25},{"n":9}]`)), "n", "Distribution of n"},
	} {
		var names []string
		for _, kind := range chartsOf(c.g, c.column) {
			names = append(names, kind.Name(c.g))
		}
		if got := strings.Join(names, ", "); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
}

// Dates that come about once each are counted in the smallest periods that make a few bars with several rows, and not where there are none.
// Rows of one length in all bars, and a single row, have no chart.
func TestPeriodsOfCharts(t *testing.T) {
	for _, c := range []struct {
		name string
		days []string
		want string // the names of the bars
	}{
		{"days", strings.Fields("2026-01-05 2026-01-05 2026-01-06 2026-01-07"), "2026-01-05 2026-01-06 2026-01-07"},
		{"moments", strings.Fields("2026-01-05T10:00:00Z 2026-01-05T11:00:00Z 2026-01-06T10:00:00Z 2026-01-06T12:30:00Z 2026-01-08T10:00:00Z"), "2026-01-05 2026-01-06 2026-01-08"},
		{"weeks", strings.Fields("2026-01-01 2026-01-05 2026-01-11 2026-01-12 2026-01-14"), "week of 2025-12-29 week of 2026-01-05 week of 2026-01-12"},
		{"quarters", strings.Fields("2026-01-01 2026-02-05 2026-04-11 2026-06-12 2026-05-14 2026-12-31"), "2026 Q1 2026 Q2 2026 Q4"},
		{"decades", strings.Fields("1969-01-01 1962-02-05 1974-04-11 1976-06-12 1985-05-14"), "1960s 1970s 1980s"},
		{"one week", strings.Fields("2026-01-05 2026-01-06 2026-01-07"), ""},
		{"months as long", strings.Fields("2026-01-01 2026-01-31 2026-02-01 2026-02-28 2026-03-15 2026-03-31"), ""},
		{"one row", strings.Fields("2026-01-05"), ""},
	} {
		var rows []map[string]any
		for _, day := range c.days {
			rows = append(rows, map[string]any{"day": day})
		}
		data, err := json.Marshal(rows)
		if err != nil {
			t.Fatal(err)
		}
		g := tableOf(t, data)
		var names []string
		for _, kind := range chartsOf(g, "day") {
			for _, line := range kind.Draw(g, kind.Read(t.Context(), g.View()), 60, 20, draw.ChartStyle{}) {
				name, _, _ := strings.Cut(line, "  ")
				names = append(names, name)
			}
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// tableOf is the first table of a value.
func tableOf(t *testing.T, data []byte) *table.Table {
	t.Helper()
	for _, b := range render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: data}}}}, nil).Blocks() {
		if g, ok := b.(*table.Table); ok {
			return g
		}
	}
	t.Fatal("no table")
	return nil
}

// chartsOf are the charts of a column of a table all of whose columns are shown.
func chartsOf(g *table.Table, name string) []draw.TableChart {
	var shown []int
	at := 0
	for i, c := range g.Columns() {
		shown = append(shown, i)
		if c.Title.String() == name {
			at = i
		}
	}
	return draw.ChartsOf(g.View(), shown, at)
}

// invoicesOf are the invoices of a status.
func invoicesOf(t *testing.T, data []byte, status string) []byte {
	t.Helper()
	var rows []map[string]any
	if err := json.Unmarshal(data, &rows); err != nil {
		t.Fatal(err)
	}
	rows = slices.DeleteFunc(rows, func(row map[string]any) bool { return row["Status"] != status })
	data, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
