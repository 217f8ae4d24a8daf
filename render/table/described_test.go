package table_test

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/internal/schema"
	"a2aform/render"
	"a2aform/render/rendertest/documents"
	"a2aform/render/table"
	"a2aform/ui/uitest"
)

// TestRealTablesAreDescribed compares what is found out about the real tables in testdata with a golden file: their columns and what
// these come to, the table in a few words, and the rows that are first in each order and by filters.
func TestRealTablesAreDescribed(t *testing.T) {
	var b strings.Builder
	var before *table.Table
	documents.Tables(t, "testdata/tables", func(name string, g *table.Table, first []string) {
		fmt.Fprintf(&b, "== %s, %q first: %s\n", name, first, g.RowsText(g.Rows()))
		describe(t, &b, g)
		if before != nil {
			c := table.Compare(before, g)
			fmt.Fprintf(&b, "against the one before: %q, key %q, %v new, columns %v, rows %v\n", c.String(), table.SharedKey(before, g), c.IsNew(0, 0), table.SameColumns(before, g), table.SameRows(before, g, []int{0, 1}))
		}
		before = g
	})
	for _, text := range documents.Schemas {
		d := render.Open([]byte(faulty), documents.Compiled(text))
		for _, block := range d.Blocks() {
			if g, ok := block.(*table.Table); ok {
				fmt.Fprintf(&b, "== by %s\n", text)
				describe(t, &b, g)
				describeFaults(&b, g)
			}
		}
	}
	uitest.Text(t, "tables", b.String())
}

// faulty are rows of which some are wrong, twice named or of another kind.
const faulty = `[{"id":1,"name":"Ada","share":0.25,"when":"2026-03-14T09:30:00Z","ok":true,"url":"https://example.com/a"},{"id":"x","name":7,"share":1.5,"when":"soon"},
	{"id":3,"name":"Bob","name":"Rob","share":0.75,"nested":{"a":{"b":[1,2]}},"ok":false},null,{"id":5,"name":"A very long name that is cut somewhere","share":-1,"more":[{"x":1}]},{"id":6,"name":"Cy","share":0.5,"ok":true}]`

// describeFaults says what is wrong with each row.
func describeFaults(b *strings.Builder, g *table.Table) {
	for row := range g.Rows() {
		for _, list := range [][]schema.Problem{g.Problems(row), g.OwnProblems(row), g.RowDuplicates(row)} {
			for _, p := range list {
				fmt.Fprintf(b, "row %d: %s %d\n", row, g.Wording(p), table.RowOf(p))
			}
		}
		fmt.Fprintf(b, "row %d invalid %t, names twice %q\n", row, g.IsInvalid(row), g.Duplicates(row, 1))
	}
	for _, from := range []int{0, 2, 5} {
		at, ok := g.View().NextWrong(from, false)
		last, _ := g.View().NextWrong(from, true)
		fmt.Fprintf(b, "wrong from %d: %d %t, before %d\n", from, at, ok, last)
	}
	fmt.Fprintf(b, "%s\n", uitest.Dump(g.Verdict()))
}

func describe(t *testing.T, b *strings.Builder, g *table.Table) {
	t.Helper()
	ctx, view := t.Context(), g.View()
	brief, err := view.Brief(ctx)
	fmt.Fprintf(b, "span %q\n", brief.Span)
	for _, f := range brief.Figures {
		fmt.Fprintf(b, "figure %q bad %t %.2f\n", f.Text, f.IsBad, f.Profile)
	}
	fmt.Fprintf(b, "%v, declared %t, checked %t, a map %t, duplicates %d\n", err, g.IsDeclared(), g.IsChecked(), g.IsMap(), g.DuplicateKeys())
	for i, c := range g.Columns() {
		fmt.Fprintf(b, "column %q %s, total %s, rank %d, heading %q, as %q, about %q", c.Title.String(), c.Role, c.Total, c.Rank, c.Heading(), c.ExportName(), c.Description().Exact())
		for _, fact := range []struct {
			name string
			is   bool
		}{
			{"declared", c.Declared},
			{"required", c.Required},
			{"numeric", c.Numeric},
			{"right", c.Right},
			{"empty", c.Empty},
			{"a detail", c.IsDetail},
			{"derived", c.IsDerived()},
			{"a key", c.IsKey()},
			{"a member", c.IsMember()},
			{"a variant", c.IsVariant()},
			{"shrinks", c.Shrinks()},
		} {
			if fact.is {
				b.WriteString(", " + fact.name)
			}
		}
		b.WriteString("\n")
		describeColumn(t, b, g, i)
	}
	for row := range min(g.Rows(), 4) {
		fmt.Fprintf(b, "row %s", g.RowName(row))
		for col := range g.Columns() {
			c := g.Cell(row, col)
			fmt.Fprintf(b, " | %s %d%s", c.Text(), c.Fraction(), c.Mark())
		}
		b.WriteString("\n")
	}
}

// describeColumn says what a column comes to, and which rows are first by it.
func describeColumn(t *testing.T, b *strings.Builder, g *table.Table, col int) {
	t.Helper()
	ctx, view := t.Context(), g.View()
	s, err := view.Summary(ctx, col)
	if err != nil {
		t.Fatal(err)
	}
	if s != nil && s.Numbers > 0 {
		fmt.Fprintf(b, "  %d of %d: %s %s %s %s %.2f\n", s.Numbers, s.Rows, s.Sum, s.Minimum, s.Maximum, s.Mean, s.Profile)
	}
	for _, descending := range []bool{false, true} {
		sorted, err := view.Sorted(ctx, col, descending)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString("  first")
		for i := range min(sorted.Rows(), 5) {
			fmt.Fprintf(b, " %d", sorted.Row(i))
		}
		b.WriteString("\n")
	}
	name, like := g.Columns()[col].ExportName(), g.Cell(g.Rows()/2, col).Text()
	for _, text := range []string{name + ">=" + like, name + "<" + like, name + "=" + like, "-" + name + ":" + like, name + "!=" + like, name + ":"} {
		f, err := g.ParseFilter(text)
		if err != nil {
			fmt.Fprintf(b, "  %s: %s\n", text, err)
			continue
		}
		found, err := view.Filtered(ctx, f)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(b, "  %s: %d rows from %d\n", text, found.Rows(), found.Row(0))
	}
}
