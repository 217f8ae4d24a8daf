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

// A name or a category has a chart of the first amount by it. A column that no chart is of has that amount by all columns that one can
// be of, and so has the amount itself.
func TestChartsOfRealInvoices(t *testing.T) {
	data, err := os.ReadFile("../table/testdata/tables/invoices.json")
	if err != nil {
		t.Fatal(err)
	}
	all := tableOf(t, data)
	few := tableOf(t, invoicesOf(t, data, "overdue")) // where all rows have one status, and most customers come once
	for _, c := range []struct {
		name   string
		g      *table.Table
		column string
		want   []string // the first charts
	}{
		{"a name", all, "CustomerName", []string{"Total by CustomerName", "Total by Status", "Total by BillingCountry", "Items by CustomerName"}},
		{"a category", all, "BillingCountry", []string{"Total by BillingCountry", "Total by Status", "Total by CustomerName", "Items by BillingCountry", "Rows by BillingCountry"}},
		{"an id", all, "InvoiceId", []string{"Total by Status", "Total by CustomerName", "Total by BillingCountry", "Total by BillingCity"}},
		{"a text", all, "BillingAddress", []string{"Total by Status", "Total by CustomerName", "Total by BillingCountry", "Total by BillingCity"}},
		{"the amount", all, "Total", []string{"Total by Status", "Distribution of Total", "Total in the order of the rows", "Total by CustomerName", "Total by BillingCountry", "Total by BillingCity"}},
		{"a name of few rows", few, "CustomerName", []string{"Total by CustomerName"}},
		{"a category of few rows", few, "BillingCountry", []string{"Total by BillingCountry"}},
		{"an id of few rows", few, "InvoiceId", []string{"Total by BillingCountry", "Total by CustomerName", "Total by BillingCity"}},
	} {
		var names []string
		for _, kind := range chartsOf(c.g, c.column) {
			names = append(names, kind.Name(c.g))
		}
		if len(names) < len(c.want) || !slices.Equal(names[:len(c.want)], c.want) {
			t.Errorf("%s: %q\nwant first %q", c.name, names, c.want)
		}
	}
}

func tableOf(t *testing.T, data []byte) *table.Table {
	t.Helper()
	return render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: data}}}}, nil).Blocks()[0].(*table.Table)
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
