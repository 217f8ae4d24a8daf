package render

import (
	"bytes"
	"slices"
	"testing"

	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render/rendertest"
)

func withSchema(t testing.TB, text string) Resolver {
	t.Helper()
	d, err := schema.Load([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return func(safe.Raw) Schema { return Schema{Name: safe.Text("rows"), Document: d} }
}

func TestALargeListIsDecodedRowByRow(t *testing.T) {
	const n = 20_000
	data := rendertest.LargeList(n)
	d := New([]Artifact{{Parts: []Part{{Kind: DataPart, Data: data}, {Kind: DataPart, Data: []byte(`[{"id":-1}]`)}}}}, withSchema(t, rendertest.RowSchema))
	g, ok := d.Blocks()[0].(*Grid)
	if !ok || g.Rows() != n+1 {
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
	if got := raw.kept(); got != 0 {
		t.Errorf("a window of 40 rows that are proven valid decodes %d", got)
	}
	if got := g.Cell(12_345, 1).Line().String(); got != `row "12345" [{,` {
		t.Errorf("cell %q", got)
	}
	if got := g.Cell(n, 0).Line().String(); got != "-1" {
		t.Errorf("the row of the next part is %q", got)
	}
	if p := g.Cell(7, 0).Problems; len(p) != 1 || p[0].Message != "must be a whole number" {
		t.Errorf("problems of a bad row: %v", p)
	}
	if h := g.Head(); !h.Unvalidated || h.IsValid() {
		t.Error("a list that is not judged as a whole must not look valid")
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

func TestALargeListThatIsNoJSON(t *testing.T) {
	data := rendertest.LargeList(20_000)
	data[len(data)-3] = ','
	d := New([]Artifact{{Parts: []Part{{Kind: DataPart, Data: data}}}}, nil)
	if n, ok := d.Blocks()[0].(*Notice); !ok || !n.Bad {
		t.Errorf("%v", d.Blocks()[0])
	}
}

func TestARowBeyondTheLimitsSaysSo(t *testing.T) {
	deep := append(bytes.Repeat([]byte("["), 300), bytes.Repeat([]byte("]"), 300)...)
	data := append([]byte("["), bytes.Repeat([]byte(" "), validateLimit)...)
	data = append(append(data, deep...), ']')
	g, ok := New([]Artifact{{Parts: []Part{{Kind: DataPart, Data: data}}}}, nil).Blocks()[0].(*Grid)
	if !ok || g.Rows() != 1 || g.Value(0) != nil || len(g.Problems(0)) != 1 {
		t.Errorf("row: %v", g.Problems(0))
	}
}

// TestAnExtractSharesNoCache: the screen is used meanwhile.
func TestAnExtractSharesNoCache(t *testing.T) {
	g := New([]Artifact{{Parts: []Part{{Kind: DataPart, Data: rendertest.LargeList(20_000)}}}}, nil).Blocks()[0].(*Grid)
	shown := g.parts[0].(*indexRows)
	shown.decoded, shown.located = [decodedRows]decoded{}, [locatedRows]located{}
	extract := g.Extract(Selection{})
	for row := range 100 {
		if extract.Value(row) == nil || extract.Cell(row, 0).Kind() == Absent {
			t.Fatalf("row %d is not there", row)
		}
	}
	if got := shown.kept(); got > 0 || slices.ContainsFunc(shown.located[:], func(l located) bool { return l.row > 0 }) {
		t.Fatal("an extract filled the cache of the screen")
	}
}
