package table

import (
	"context"
	"slices"
	"sync"
	"testing"

	"a2aform/internal/jsonindex"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
	"a2aform/render/rendertest"
	"a2aform/render/value"
)

// largeGrid are the rows of a large list.
func largeGrid(head value.Head, loc schema.Location, n int) *Table {
	index := jsonindex.New(rendertest.LargeList(n))
	index.Build(context.Background())
	g := New(head, loc)
	g.AddIndexed(index, loc.Item, loc)
	return g
}

func TestLargeListIsDecodedRowByRow(t *testing.T) {
	const n = 20_000
	d, err := schema.Load([]byte(rendertest.RowSchema))
	if err != nil {
		t.Fatal(err)
	}
	more, err := ojson.Parse([]byte(`[{"id":-1}]`), ojson.DataLimits)
	if err != nil || d.Compile() != nil {
		t.Fatal(err)
	}
	g := largeGrid(value.Head{Source: value.Declared}, d.Root(), n)
	g.AddItems(more.Items(), value.NewProblems(d.Validate(more)))
	if g.Finish().Rows() != n+1 {
		t.Fatalf("%d rows", g.Rows())
	}
	raw := g.parts[0].(*indexRows)
	if got := raw.kept(); got > 0 {
		t.Errorf("%d rows decoded before anything is drawn", got)
	}
	raw.decoded = [decodedRows]decoded{}
	for r := 10_000; r < 10_040; r++ {
		for c := range g.Columns() {
			g.Cell(r, c)
		}
	}
	if got := raw.kept(); got != 40 {
		t.Errorf("a window of 40 rows decodes %d", got)
	}
	if got := g.Cell(12_345, 1).Line().String(); got != `row "12345" [{,` {
		t.Errorf("cell %q", got)
	}
	if got := g.Cell(n, 0).Line().String(); got != "-1" {
		t.Errorf("the row of the next part is %q", got)
	}
	if p := g.Cell(7, 0).Problems; len(p) != 1 || p[0].Message() != "must be a whole number" {
		t.Errorf("problems of a bad row: %v", p)
	}
	if h := g.Head(); !h.Unvalidated || h.IsValid() {
		t.Error("a list that is not validated as a whole must not look valid")
	}
}

// kept is how many rows are decoded and kept.
func (r *indexRows) kept() int {
	n := 0
	for i := range r.decoded {
		if r.decoded[i].row > 0 {
			n++
		}
	}
	return n
}

// TestExtractSharesNoCache: the screen is used meanwhile.
func TestExtractSharesNoCache(t *testing.T) {
	g := largeGrid(value.Head{}, schema.Location{}, 20_000).Finish()
	shown := g.parts[0].(*indexRows)
	shown.decoded, shown.located = [decodedRows]decoded{}, [locatedRows]located{}
	extract := g.Extract(Selection{})
	for row := range 100 {
		if extract.Value(row) == nil || extract.Cell(row, 0).Kind() == value.Absent {
			t.Fatalf("row %d is not there", row)
		}
	}
	if got := shown.kept(); got > 0 || slices.ContainsFunc(shown.located[:], func(l located) bool { return l.row > 0 }) {
		t.Fatal("an extract filled the cache of the screen")
	}
}

// The screen draws a large table while its summary, a chart and a check read it in the background. "go test -race" tells.
func TestLargeTableIsReadFromSeveralPlaces(t *testing.T) {
	t.Parallel()
	g := largeGrid(value.Head{}, schema.Location{}, 20_000).Finish()
	want := make([]string, 500)
	for row := range want {
		want[row] = g.Cell(row, 0).Text()
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for row, text := range want {
				g.Problems(row)
				if got := g.Cell(row, 0).Text(); got != text || !g.Value(row).Exists() {
					t.Errorf("row %d is %q, want %q", row, got, text)
				}
			}
		})
	}
	group.Wait()
}
