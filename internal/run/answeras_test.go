package run_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"a2aform/a2aclient"
	"a2aform/internal/ojson"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/render"
	"a2aform/render/table"
)

// Whatever way an agent puts the rows that were asked for, they come back in one table, with the
// columns in the order that was asked for and each value exactly as it was sent.
func TestAskedRowsComeBackExactly(t *testing.T) {
	values := map[string]*rapid.Generator[string]{
		"text":    rapid.Map(rapid.String(), func(s string) string { return string(ojson.NewString(strings.ToValidUTF8(s, "")).Compact()) }),
		"number":  rapid.SampledFrom([]string{"0", "-1.50", "3.1400000000000000000001", "1e3", "12345678901234567890"}),
		"integer": rapid.Map(rapid.Int(), func(i int) string { return fmt.Sprint(i) }),
		"yes/no":  rapid.SampledFrom([]string{"true", "false"}),
		"date":    rapid.SampledFrom([]string{`"2026-11-26"`, `"1999-01-01"`}),
	}
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-zé][a-z 0-9/"\\-]{0,8}[a-z]`), 1, 5, strings.TrimSpace).Draw(t, "names")
		var types, spec []string
		for _, name := range names {
			kind := rapid.SampledFrom(run.ColumnTypes()).Draw(t, "type")
			types, spec = append(types, kind), append(spec, name+": "+kind)
		}
		as, err := run.ParseAnswerAs(strings.Join(spec, ","))
		if err != nil {
			t.Fatal(err)
		}
		var rows []string
		var want [][]string
		for range rapid.IntRange(2, 6).Draw(t, "rows") {
			var members, cells []string
			for i, name := range names {
				value := values[types[i]].Draw(t, "value")
				cells = append(cells, value)
				members = append(members, string(ojson.NewString(name).Compact())+":"+value)
			}
			want = append(want, cells)
			rows = append(rows, "{"+strings.Join(rapid.Permutation(members).Draw(t, "order"), ",")+"}")
		}
		list := "[" + strings.Join(rows, ",") + "]"
		part := rapid.SampledFrom([]render.Part{
			{Kind: render.DataPart, Data: []byte(list)},
			{Kind: render.DataPart, Data: []byte(`{"result":` + list + `}`)},
			{Kind: render.TextPart, Text: safe.Text(list)},
			{Kind: render.TextPart, Text: safe.Text("Here:\n```json\n{\"rows\": " + list + "}\n```\nMore?")},
			{Kind: render.TextPart, Text: safe.Text("I found [1] these: " + list + ".")},
		}).Draw(t, "part")
		plan := &run.Plan{AnswerAs: as, Outputs: func(safe.Raw) render.Schema { return render.Schema{} }}
		doc := render.New([]render.Artifact{{Parts: []render.Part{part}}}, plan.OutputSchemas())
		if doc.Problems() != 0 || !doc.IsAsAsked() {
			t.Fatalf("%d problems, as asked %t", doc.Problems(), doc.IsAsAsked())
		}
		var found *table.Table
		for _, b := range doc.Blocks() {
			if g, ok := b.(*table.Table); ok {
				found = g
			}
		}
		if found == nil || found.Rows() != len(want) {
			t.Fatalf("no table of %d rows", len(want))
		}
		for i, cells := range want {
			row := found.Value(i)
			for j, name := range names {
				if got := string(row.Get(name).Compact()); got != cells[j] {
					t.Fatalf("row %d, %s: %s, want %s", i, name, got, cells[j])
				}
				if got := found.Columns()[j].Key; got.Exact() != name {
					t.Fatalf("column %d is %s, want %s", j, got.Exact(), name)
				}
			}
		}
	})
}

func TestAnswerAs(t *testing.T) {
	for spec, want := range map[string]string{
		"name, price: number": `{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"price":{"type":"number"}},"required":["name","price"]}}`,
		" a : BOOL ":          `{"type":"array","items":{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"]}}`,
		"at: noon: date":      `{"type":"array","items":{"type":"object","properties":{"at: noon":{"type":"string","format":"date"}},"required":["at: noon"]}}`,
		"table":               `{"type":"array","items":{"type":"object"}}`,
		`{"type": "integer"}`: `{"type": "integer"}`,
	} {
		as, err := run.ParseAnswerAs(spec)
		if err != nil || string(as.Schema) != want {
			t.Errorf("%q: %v, %v", spec, as, err)
		}
	}
	for spec, want := range map[string]string{
		"":                "no name",
		"a,,b":            "no name",
		"a: colour":       "the type colour; the types are text, number, integer, yes/no, date",
		"a, a":            "two columns a",
		"a:":              "no type behind its colon",
		"b.json":          "write @b.json",
		"@":               "needs the name of a file",
		"@nothing.json":   "nothing.json cannot be read",
		`{"type": `:       "cannot be read",
		`{"type": "odd"}`: "",
	} {
		as, err := run.ParseAnswerAs(spec)
		if want == "" {
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v", spec, as, err)
		}
	}
}

// The schema is beside the text, and within it only where that is wanted or there is no other place.
func TestSchemaIsWrittenIntoTheText(t *testing.T) {
	for binding, inText := range map[string]bool{"JSONRPC": false, "HTTP+JSON": true} {
		card, err := a2aclient.Parse([]byte(`{"name":"x","url":"http://127.0.0.1/","protocolVersion":"0.3.0","preferredTransport":"`+binding+`","skills":[]}`), "card.json")
		if err != nil {
			t.Fatal(err)
		}
		agent, err := card.Dial()
		if err != nil {
			t.Fatal(err)
		}
		as, err := run.ParseAnswerAs("name")
		if err != nil {
			t.Fatal(err)
		}
		plan := &run.Plan{Agent: agent, Text: "prices", AnswerAs: as}
		p, err := plan.Preview()
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(string(p.Body), "Answer with JSON alone"); got != inText {
			t.Errorf("%s: in the text: %t", binding, got)
		}
		if got := strings.Contains(string(p.Body), `"schema":{`); got == inText {
			t.Errorf("%s: beside the text: %t", binding, got)
		}
		as.InText = true
		if p, err = plan.Repeat().Preview(); err != nil || !strings.Contains(string(p.Body), "Answer with JSON alone") {
			t.Errorf("%s: %s, %v", binding, p.Body, err)
		}
	}
}
