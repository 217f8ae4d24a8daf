package table_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"a2aform/render"
	"a2aform/render/table"
)

// A brief is made of the roles and values of the columns: the time they span, the amount, what went wrong, and the category that differs most.
func TestBriefSaysWhatTheRowsComeTo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ what, row, want string }{
		{"amounts over time", `{"day":"2026-MONTH-01","total":N.50,"status":"STATUS"}`, "day 1 Jan – 1 Dec 2026 | total 84.00 ▁▂ | late 3 (25 %)"},
		{"amounts in no order", `{"day":"2026-0PLACE-01","quantity":1000}`, "day 1 Jan – 1 Apr 2026 | Total quantity 12,000"},
		{"rates", `{"name":"nN","price":N.25}`, "Average price 6.75"},
		{"a boolean", `{"name":"nN","paid":TRUTH}`, "paid 3 (25 %)"},
		{"a category", `{"name":"nN","country":"cPLACE"}`, "country: 4 different, most often c1 (25 %)"},
		{"one value", `{"name":"nN","country":"Norway"}`, ""},
		{"ids and years", `{"id":N,"year":20MONTH}`, ""},
		{"mostly", `{"name":"nN","tier":"STATUS-x"}`, "tier: mostly paid-x (75 %)"},
	} {
		rows := make([]string, 12)
		for i := range rows {
			status := "paid"
			if i%4 == 0 {
				status = "late"
			}
			rows[i] = strings.NewReplacer("MONTH", fmt.Sprintf("%02d", i+1), "N.", fmt.Sprint(i+1, "."), "nN", fmt.Sprint("n", i), ":N,", fmt.Sprint(":", i+1, ","),
				"PLACE", fmt.Sprint(i%4+1), "STATUS", status, "TRUTH", fmt.Sprint(i%4 == 0)).Replace(c.row)
		}
		d := render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: []byte("[" + strings.Join(rows, ",") + "]")}}}}, nil)
		brief, err := d.Blocks()[0].(*table.Table).View().Brief(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var words []string
		if brief.Span != "" {
			words = append(words, brief.Span)
		}
		for _, f := range brief.Figures {
			if f.Profile != nil {
				f.Text += " ▁▂"
			}
			words = append(words, f.Text)
		}
		if got := strings.Join(words, " | "); got != c.want {
			t.Errorf("%s: %s\nwant %s\n%s", c.what, got, c.want, rows[0])
		}
	}
}

// A brief is the same however the rows are sorted, and its amounts go from the first time to the last.
func TestBriefIsTheSameForSortedRows(t *testing.T) {
	t.Parallel()
	var rows []string
	for i := range 24 {
		rows = append(rows, fmt.Sprintf(`{"due":"2026-01-%02d","total":%d}`, 28-i, 7*i%23+5*(i/23)))
	}
	d := render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: []byte("[" + strings.Join(rows, ",") + "]")}}}}, nil)
	v := d.Blocks()[0].(*table.Table).View()
	brief, err := v.Brief(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if profile := brief.Figures[0].Profile; len(profile) != len(rows) || profile[0] < 0.2 || profile[0] > 0.3 || profile[len(rows)-1] != 0 {
		t.Errorf("5 of 22 are the amount of the first day, 0 that of the last; the profile %v", profile)
	}
	for col := range v.Table().Columns() {
		for _, down := range []bool{false, true} {
			sorted, err := v.Sorted(t.Context(), col, down)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := sorted.Brief(t.Context()); err != nil || !reflect.DeepEqual(got, brief) {
				t.Errorf("sorted by column %d: %+v %v\nwant %+v", col, got, err, brief)
			}
		}
	}
}
