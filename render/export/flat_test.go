package export

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"a2aform/internal/jsonindex"
	"a2aform/internal/schema"
	"a2aform/render"
	"a2aform/render/table"
	"a2aform/render/value"
)

// decodedExtract is an extract whose rows are all decoded: no row is written from its text.
type decodedExtract struct{ extract }

// flat is a list as CSV, and what its export says of it.
func flat(t *rapid.T, data string, asText bool) (string, string) {
	g := table.New(value.Head{Data: true}, schema.Location{})
	index := jsonindex.New([]byte(data))
	index.Build(context.Background())
	g.AddIndexed(index, func(int) schema.Location { return schema.Location{} }, schema.Location{})
	g.Finish()
	var sb strings.Builder
	e := newExporter(&sb, CSV)
	src := newExtract(g, table.Selection{})
	var err error
	if asText {
		err = e.flatTable(src, CSV)
	} else {
		err = e.flatTable(decodedExtract{src}, CSV)
	}
	said := fmt.Sprint(e.end(err))
	return sb.String(), said
}

// TestRowsFromTextAgreeWithDecodedRows compares the fast way to CSV with the
// plain one.
func TestRowsFromTextAgreeWithDecodedRows(t *testing.T) {
	names := rapid.SampledFrom([]string{`a`, `b`, `a.b`, `q\"`, `\u0061`, `ä`, ` x`, `a,b`, ``})
	scalars := rapid.SampledFrom([]string{
		`null`, `true`, `1.50`, `-0`, `1e400`, `""`, `"x"`, `"=1+1"`, `"a,b\n"`, `"\u00e9\ud83d"`, "\"\xff\"", `"\u001b[31m"`, `[1,{"a":2}]`, `[]`, `{}`, `tru`,
	})
	var object func(depth int) *rapid.Generator[string]
	object = func(depth int) *rapid.Generator[string] {
		return rapid.Custom(func(t *rapid.T) string {
			var members []string
			for range rapid.IntRange(0, 4).Draw(t, "members") {
				value := scalars.Draw(t, "value")
				if depth > 0 && rapid.Bool().Draw(t, "nested") {
					value = object(depth-1).Draw(t, "object")
				}
				members = append(members, `"`+names.Draw(t, "name")+`":`+value)
			}
			return `{` + strings.Join(members, ",") + `}`
		})
	}
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.SliceOfN(rapid.OneOf(object(2), object(0), scalars), 1, 6).Draw(t, "rows")
		data := "[" + strings.Join(rows, ",\n") + "]"
		fast, said := flat(t, data, true)
		plain, saidPlain := flat(t, data, false)
		if fast != plain || said != saidPlain {
			t.Fatalf("%s\nas text:\n%s%s\ndecoded:\n%s%s", data, fast, said, plain, saidPlain)
		}
	})
}

// Rows that are written from their text have the dates of the screen and lists in words, too.
func TestRowsFromTextAreAsShown(t *testing.T) {
	g := table.New(value.Head{Data: true}, schema.Location{})
	index := jsonindex.New([]byte(`[{"day":"2022-11-14T00:00:00","n":1,"tags":["a","b"],"lines":[{"part":"BX","n":2},{"part":"CC"}]},{"day":"2022-11-15T00:00:00","n":2}]`))
	index.Build(context.Background())
	g.AddIndexed(index, func(int) schema.Location { return schema.Location{} }, schema.Location{})
	g.Finish()
	var sb strings.Builder
	if err := Table(&sb, g, CSV, table.Selection{}, Options{AsShown: true}); err != nil || sb.String() != "day,n,tags,lines\n2022-11-14,1,\"a, b\",\"part: BX, n: 2; part: CC\"\n2022-11-15,2,,\n" {
		t.Errorf("%q, %v", sb.String(), err)
	}
}

// TestParallelChunksAreWrittenInOrder exports a list of many chunks, some rows of which are no
// plain ones, and compares it with the rows one by one.
func TestParallelChunksAreWrittenInOrder(t *testing.T) {
	const rows = 5*exportStripe + 7
	var data, csv, md strings.Builder
	csv.WriteString("n,s\n")
	for i := range rows {
		comma, text := ",", "text"
		if i == rows-1 {
			comma = ""
		}
		if i%1000 == 3 {
			text = `a\tb`
		}
		fmt.Fprintf(&data, "{\"n\":%d,\"s\":%q}%s\n", i, text, comma)
		fmt.Fprintf(&csv, "%d,%s\n", i, text)
		fmt.Fprintf(&md, "| %d | %s |\n", i, strings.ReplaceAll(text, `\`, `\\`))
	}
	d := render.Open([]byte("["+data.String()+"]"), render.Schema{})
	d.Load(t.Context())
	for format, want := range map[Format]string{CSV: csv.String(), Markdown: md.String()} {
		var sb strings.Builder
		if err := Document(&sb, d, format, Options{}); err != nil {
			t.Fatal(err)
		}
		if got := sb.String(); !strings.HasSuffix(got, want) {
			t.Errorf("%s of %d rows is not their rows in order (%d bytes, want %d)", format, rows, len(got), len(want))
		}
	}
}
