package render

import (
	"bytes"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

const rowSchema = `{"type":"array","items":{"type":"object","properties":{
	"id":{"title":"Id","type":"integer"},"name":{"type":"string","maxLength":20},"share":{"type":"number","minimum":0,"maximum":1},"ok":{"type":"boolean"}},
	"required":["id"]}}`

// largeList is a list of rows beyond [validateLimit]; row 7 and every thousandth
// row break the schema.
func largeList(rows int) []byte {
	var buf bytes.Buffer
	buf.WriteByte('[')
	for i := range rows {
		if i > 0 {
			buf.WriteString(", ")
		}
		id := fmt.Sprint(i)
		if i == 7 || i%1000 == 999 {
			id = `"x]"`
		}
		fmt.Fprintf(&buf, `{"id":%s,"name":"row \"%d\" [{,","share":0.%03d,"ok":%v,"more":[[1],{"a":"]"}]}`, id, i, i%1000, i%2 == 0)
	}
	buf.WriteString("]\n")
	return buf.Bytes()
}

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
	data := largeList(n)
	d := New([]Artifact{{Parts: []Part{{Kind: DataPart, Data: data}, {Kind: DataPart, Data: []byte(`[{"id":-1}]`)}}}}, withSchema(t, rowSchema))
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
	data := largeList(20_000)
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

// anyValue draws JSON of a depth, its strings full of brackets, quotes and
// characters that terminals trip over.
func anyValue(depth int) *rapid.Generator[*ojson.Value] {
	text := rapid.StringOfN(rapid.RuneFrom([]rune("ab \"\\[]{},:\n\t\r\x00\x1b\u009b\u202e\u200d\ufe0f漢👩é\u0301ש🇩⚠-")), 0, 12, -1)
	scalar := rapid.OneOf(
		rapid.Map(text, ojson.NewString),
		rapid.Map(rapid.Bool(), ojson.NewBool),
		rapid.Just(ojson.NewNull()),
		rapid.Map(rapid.Float64Range(-2, 2), func(f float64) *ojson.Value {
			v, err := ojson.NewNumber(fmt.Sprintf("%.3f", f))
			if err != nil {
				panic(err)
			}
			return v
		}),
	)
	if depth == 0 {
		return scalar
	}
	member := rapid.Custom(func(t *rapid.T) ojson.Member {
		name := rapid.OneOf(rapid.SampledFrom([]string{"id", "name", "share", "ok", "rows"}), text).Draw(t, "name")
		return ojson.Member{Name: name, Value: anyValue(depth-1).Draw(t, "value")}
	})
	return rapid.OneOf(scalar,
		rapid.Map(rapid.SliceOfN(anyValue(depth-1), 0, 4), func(items []*ojson.Value) *ojson.Value { return ojson.NewArray(items...) }),
		rapid.Map(rapid.SliceOfN(member, 0, 5), func(members []ojson.Member) *ojson.Value { return ojson.NewObject(members...) }),
	)
}
