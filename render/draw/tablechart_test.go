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

// A name that has several ids, in a column called like it, has a bar for each: two people may have one name.
func TestNamesakesAreToldApartInCharts(t *testing.T) {
	rows := func(text string, values ...any) []byte { return fmt.Appendf(nil, "["+text+"]", values...) }
	const two = `{"%[1]s":7,"%[2]s":"Ann Lee","sum":1.10},{"%[1]s":9,"%[2]s":"Ann Lee","sum":2.2},{"%[1]s":7,"%[2]s":"Ann Lee","sum":3.30},{"%[1]s":8,"%[2]s":"Bo Day","sum":0.50}`
	invoices, err := os.ReadFile("../table/testdata/tables/invoices.json")
	if err != nil {
		t.Fatal(err)
	}
	apart, together := []string{"Ann Lee (7) 4.4", "Ann Lee (9) 2.2", "Bo Day 0.5"}, []string{"Ann Lee 6.6", "Bo Day 0.5"}
	for name, c := range map[string]struct {
		data []byte
		by   string
		want []string // the first bars
	}{
		"invoices":          {invoices, "CustomerName", []string{"Björn Aas (37) 30.75", "Diego Salas (24) 24.77"}},
		"snake case":        {rows(two, "customer_id", "customer_name"), "customer_name", apart},
		"a name alone":      {rows(two, "Customer No.", "Customer"), "Customer", apart},
		"other ids":         {rows(two, "order_id", "buyer"), "buyer", together},
		"an id of two":      {rows(two+`,{"%[1]s":9,"%[2]s":"Cy Fox","sum":0.10}`, "buyer_id", "buyer"), "buyer", append(slices.Clone(together), "Cy Fox 0.1")},
		"a row without one": {rows(two+`,{"%[2]s":"Ann Lee","sum":0.10}`, "buyer_id", "buyer"), "buyer", append(slices.Clone(apart), "Ann Lee 0.1")},
	} {
		g := tableOf(t, c.data)
		kind := chartsOf(g, c.by)[0]
		lines := kind.Draw(g, kind.Read(t.Context(), g.View()), 70, 100, draw.ChartStyle{})
		for i, want := range c.want {
			bar := strings.FieldsFunc(lines[i], func(r rune) bool { return strings.ContainsRune(" ▏▎▍▌▋▊▉█▇", r) })
			if got := strings.Join(bar, " "); got != want {
				t.Errorf("%s: bar %d is %q, want %q", name, i+1, got, want)
			}
		}
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
