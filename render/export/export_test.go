package export

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"html"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/render"
	"a2aform/render/rendertest"
	"a2aform/render/rendertest/documents"
	"a2aform/render/table"
)

func dataDocument(data ...string) *render.Document {
	var parts []render.Part
	for _, d := range data {
		parts = append(parts, render.Part{Kind: render.DataPart, Data: []byte(d)})
	}
	return render.New([]render.Artifact{{Parts: parts}}, nil)
}

func exported(t testing.TB, d *render.Document, f Format) string {
	t.Helper()
	var sb strings.Builder
	if err := leaveRepeats(Document(&sb, d, f, Options{})); err != nil {
		t.Fatalf("%s: %v", f, err)
	}
	return sb.String()
}

// leaveRepeats is an error, but none where only values that came again are left out.
func leaveRepeats(err error) error {
	if _, isRepeated := errors.AsType[*DuplicateKeysError](err); isRepeated {
		return nil
	}
	return err
}

func TestFormats(t *testing.T) {
	for _, name := range Formats() {
		f, err := ParseFormat(strings.ToUpper(name))
		if err != nil || f.String() != name {
			t.Errorf("%s is %v, %v", name, f, err)
		}
		if again, err := ParseFormat(f.Extension()); err != nil || again != f {
			t.Errorf("%s is %v, %v", f.Extension(), again, err)
		}
	}
	if _, err := ParseFormat("xls\x1b"); err == nil || err.Error() != `the format "xls␛" is not known: use json, jsonl, csv, tsv, md, html, text` {
		t.Error(err)
	}
}

func TestJSONIsExportedUnchanged(t *testing.T) {
	one := " {\"b\" : 1.50,\n \"a\":\"\\u0041\"} "
	if got := exported(t, dataDocument(one), JSON); got != one+"\n" {
		t.Errorf("%q", got)
	}
	if got := exported(t, dataDocument(one, "[1e2]", "[]"), JSON); got != "["+strings.TrimSpace(one)+",\n[1e2],\n[]]\n" {
		t.Errorf("%q", got)
	}
	if got := exported(t, dataDocument(one, "[1e2, {\"x\":\n[]}]", "[null]", `"s"`), JSONL); got != "{\"b\":1.50,\"a\":\"\\u0041\"}\n1e2\n{\"x\":[]}\nnull\n\"s\"\n" {
		t.Errorf("%q", got)
	}
}

func TestTablesAreFlat(t *testing.T) {
	tests := []struct{ name, data, want string }{
		{"nested", `[{"a":1.50,"b":{"c":"x","d":{"e":true}},"f":[1,{"g":2}]},{"b":{"z":null},"h":{}}]`, "a,b.c,b.d.e,b.z,f,h\n1.50,x,true,,\"[1,{\"\"g\"\":2}]\",\n,,,,,{}\n"},
		{"object", `{"x":"a,b","y":"say \"hi\"\n","z":" s"}`, "x,y,z\n\"a,b\",\"say \"\"hi\"\"\n\",\" s\"\n"},
		{"scalars", `[1,"",null,"x"]`, "value\n1\n\"\"\n\"\"\nx\n"},
		{"matrix", `[[1,"a"],[2,[3]]]`, "1,2\n1,a\n2,[3]\n"},
		{"mixed", `[{"a":1},2,[3]]`, "value,1,a\n,,1\n2,,\n,3,\n"},
		{"formulas", `[{"a":"=1+1","b":"+49 30","c":"-5","d":"@x","e":-1.5e3,"f":"\tx","g":"-","h":"+1-1"}]`, "a,b,c,d,e,f,g,h\n'=1+1,'+49 30,-5,'@x,-1.5e3,'\tx,'-,'+1-1\n"},
		{"formulas of full width", `[{"a":"＝1+1","b":"＋1","c":"－x","d":"＠x","e":"ａ＝1"}]`, "a,b,c,d,e\n'＝1+1,'＋1,'－x,'＠x,ａ＝1\n"},
		{"a formula for a head", `[{"=cmd()":1}]`, "'=cmd()\n1\n"},
		{"controls", `[{"a":"\u001b[31mred\u0000\u009b\r\n"}]`, "a\n\"␛[31mred␀⟨U+009B⟩\r\n\"\n"},
		{"escapes in a nested value", `[{"a":["\u00c9t\u00e9 \"\n\u001b","\u00c9\u009b","\ud83d \u00c9","\ud83d\ude00"]}]`, "a\n\"[\"\"Été \\\"\"\\n\\u001b\"\",\"\"\\u00c9\\u009b\"\",\"\"\\ud83d \\u00c9\"\",\"\"😀\"\"]\"\n"},
		{"twice", `[{"a":1,"a":2}]`, "a\n2\n"},
		{"empty list", `[]`, "\n"},
		{"a dot in a name", `[{"a.b":1,"a":{"b":2}}]`, "\"\"\"a.b\"\"\",a.b\n1,2\n"},
		{"a dot in a nested name", `{"extra":{"a.b":1,"a":{"b":2}}}`, "\"extra.\"\"a.b\"\"\",extra.a.b\n1,2\n"},
		{"a quote in a name", `[{"\"a":{"b\"":1},"a.b":2}]`, "\"\"\"\\\"\"a\"\".\"\"b\\\"\"\"\"\",\"\"\"a.b\"\"\"\n1,2\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := exported(t, dataDocument(tt.data), CSV); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
	if got := exported(t, dataDocument(`[{"a":"x\ty\n\\","b":"=1"}]`), TSV); got != "a\tb\nx\\ty\\n\\\\\t'=1\n" {
		t.Errorf("%q", got)
	}
	if got := exported(t, dataDocument(`{"a":1}`, `{"a":3,"b":2}`), CSV); got != "a,b\n1,\n3,2\n" {
		t.Errorf("%q", got)
	}
}

// A spreadsheet that is exported from the screen has its headings and its dates; that of the command line those of the data.
func TestSpreadsheetsAreAsTheScreenShowsThem(t *testing.T) {
	tests := []struct{ name, schema, data, want, asSent string }{
		{
			"headings and dates", `{"type":"array","items":{"properties":{"InvoiceId":{"title":"Invoice"},"DueDate":{"title":"Due"}}}}`,
			`[{"InvoiceId":7,"DueDate":"2022-11-14T00:00:00","Paid":"2022-11-14T00:00:00Z"},{"InvoiceId":8,"DueDate":null,"Paid":"2022-11-15T09:30:00Z"}]`,
			"Invoice,Due,Paid\n7,2022-11-14,2022-11-14T00:00:00Z\n8,,2022-11-15T09:30:00Z\n",
			"InvoiceId,DueDate,Paid\n7,2022-11-14T00:00:00,2022-11-14T00:00:00Z\n8,,2022-11-15T09:30:00Z\n",
		},
		{
			"one title for two", `{"type":"array","items":{"properties":{"net":{"title":"Amount"},"gross":{"title":"Amount"},"no":{"title":"Number"}}}}`,
			`[{"net":1,"gross":2,"no":3}]`, "net,gross,Number\n1,2,3\n", "net,gross,no\n1,2,3\n",
		},
		{
			"a title that is another's name", `{"type":"array","items":{"properties":{"a":{"title":"b.c"},"b":{"title":"Parts"}}}}`,
			`[{"a":1,"b":{"c":2}}]`, "a,b.c\n1,2\n", "a,b.c\n1,2\n",
		},
		{
			"members of members", `{"type":"array","items":{"properties":{"no":{"title":"Number"},"to":{"title":"Customer"}}}}`,
			`[{"no":1,"to":{"city":"Rome","day":"2022-11-14T00:00:00"}}]`, "Number,to.city,to.day\n1,Rome,2022-11-14T00:00:00\n", "no,to.city,to.day\n1,Rome,2022-11-14T00:00:00\n",
		},
		{
			"lists", `{"type":"array"}`, `[{"ids":[4],"deep":[[1]],"none":[]}]`, "ids,deep,none\n4,[[1]],[]\n", "ids,deep,none\n[4],[[1]],[]\n",
		},
	}
	for _, tt := range tests {
		d := render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: []byte(tt.data)}}}}, documents.Resolver(t, tt.schema))
		for isAsShown, want := range map[bool]string{true: tt.want, false: tt.asSent} {
			for f, want := range map[Format]string{CSV: want, TSV: strings.ReplaceAll(want, ",", "\t")} {
				var sb strings.Builder
				if err := Document(&sb, d, f, Options{AsShown: isAsShown}); err != nil || sb.String() != want {
					t.Errorf("%s as %s, as shown %v: %q, %v; want %q", tt.name, f, isAsShown, sb.String(), err, want)
				}
			}
		}
	}
}

func TestMapIsTableOfKeys(t *testing.T) {
	d := render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: []byte(`{"x": {"n":1},"y":{"n":2.50}}`)}}}}, documents.Resolver(t, `{"additionalProperties":{"type":"object","properties":{"n":{"type":"number"}}}}`))
	if got := exported(t, d, CSV); got != "key,n\nx,1\ny,2.50\n" {
		t.Errorf("%q", got)
	}
	named := render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: []byte(`{"x":{"key":1}}`)}}}}, documents.Resolver(t, `{"additionalProperties":{"type":"object","properties":{"key":{"type":"number"}}}}`))
	if got := exported(t, named, CSV); got != "key,\"\"\"key\"\"\"\nx,1\n" {
		t.Errorf("%q", got)
	}
	if got := exported(t, d, JSONL); got != `{"x":{"n":1},"y":{"n":2.50}}`+"\n" {
		t.Errorf("%q", got)
	}
}

// sortedDown is a view of the rows that a filter wants, by a column from the last value to the first.
func sortedDown(t *testing.T, g *table.Table, col int, filter string) *table.View {
	t.Helper()
	view, err := g.View().Sorted(t.Context(), col, true)
	if err != nil {
		t.Fatal(err)
	}
	wanted, err := g.ParseFilter(filter)
	if err != nil {
		t.Fatal(err)
	}
	if view, err = view.Filtered(t.Context(), wanted); err != nil {
		t.Fatal(err)
	}
	return view
}

func TestSelectionIsExportedInOrder(t *testing.T) {
	g := dataDocument(`[{"a":1,"b":"x","c":{"d":1}},{"a":2,"b":"y"},{"a":3,"b":"z","e":0}]`).Blocks()[0].(*table.Table)
	view := sortedDown(t, g, 0, "a!=2")
	s := table.Selection{View: view, Columns: []int{1, 0}}
	for f, want := range map[Format]string{
		JSON: `[{"b":"z","a":3},{"b":"x","a":1}]` + "\n", JSONL: `{"b":"z","a":3}` + "\n" + `{"b":"x","a":1}` + "\n",
		CSV: "b,a\nz,3\nx,1\n", TSV: "b\ta\nz\t3\nx\t1\n", Markdown: "*2 rows*\n\n| b | a |\n|:--|--:|\n| z | 3 |\n| x | 1 |\n",
		Text: "No schema; guessed from the data · 2 rows\nb  a\n────\nz  3\nx  1\n",
	} {
		var sb strings.Builder
		if err := Table(&sb, g, f, s, Options{}); err != nil || sb.String() != want {
			t.Errorf("%s: %q, want %q, %v", f, sb.String(), want, err)
		}
	}
	var sb strings.Builder
	if err := Table(&sb, g, JSONL, table.Selection{View: view}, Options{}); err != nil || sb.String() != `{"a":3,"b":"z","e":0}`+"\n"+`{"a":1,"b":"x","c":{"d":1}}`+"\n" {
		t.Errorf("%q, %v", sb.String(), err)
	}
}

func TestProblemsOfASelectionKeepTheirRows(t *testing.T) {
	d := render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: []byte(`[{"id":1,"n":1},{"id":"x","n":2},{"id":2,"n":3}]`)}}}}, documents.Resolver(t, rendertest.RowSchema))
	g := d.Blocks()[0].(*table.Table)
	for want, filter := range map[string]string{"row 1, Id: must be a whole number": "n<3", "row 2, Id: must be a whole number": "n>1", "": "n=1"} {
		var sb strings.Builder
		err := Table(&sb, g, Text, table.Selection{View: sortedDown(t, g, len(g.Columns())-1, filter)}, Options{})
		if got := strings.Contains(sb.String(), "✗ row"); err != nil || got != (want != "") || !strings.Contains(sb.String(), want) {
			t.Errorf("%v: %s %v", filter, sb.String(), err)
		}
	}
}

func TestUnsupportedExportIsAnError(t *testing.T) {
	words := render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.TextPart, Text: safe.Text("only words")}}}}, nil)
	for _, f := range []Format{JSON, JSONL, CSV, TSV} {
		if err := Document(io.Discard, words, f, Options{}); err == nil || err.Error() != "the result holds no data to write as "+f.String()+"; use md, html or text" {
			t.Errorf("%s: %v", f, err)
		}
	}
	for _, f := range []Format{JSONL, CSV} {
		if err := Document(io.Discard, dataDocument(`{"x":`), f, Options{}); !errors.Is(err, errInvalid) {
			t.Errorf("%s: %v", f, err)
		}
	}
	var wide []string
	for i := range limit.CSVColumns.Int() + 1 {
		wide = append(wide, fmt.Sprintf(`"m%d":1`, i))
	}
	if err := Document(io.Discard, dataDocument("[{"+strings.Join(wide, ",")+"}]"), CSV, Options{}); !errors.Is(err, errTooManyCols) {
		t.Error(err)
	}
	if got := exported(t, dataDocument(`[{"a":{`+strings.Join(wide, ",")+`}}]`), CSV); !strings.HasPrefix(got, "a\n\"{\"\"m0\"\":1,") {
		t.Errorf("%.40q", got)
	}
	p := newPaths([]string{"a"})
	for _, row := range []string{`{"a":{` + strings.Join(wide, ",") + `}}`, `{"b":1,"c":{"d":1}}`} {
		v, err := ojson.Parse([]byte(row), ojson.DataLimits)
		if err != nil || !p.see(v.Members()) {
			t.Fatal(err)
		}
	}
	if p.deep || len(p.sorted) != 3 {
		t.Errorf("behind a member that is too wide, %d members are columns", len(p.sorted))
	}
}

type failing struct{ after int }

func (f *failing) Write(p []byte) (int, error) {
	if f.after -= len(p); f.after < 0 {
		return 0, errors.New("disk full")
	}
	return len(p), nil
}

func TestUnwritableExportFails(t *testing.T) {
	d := render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: rendertest.LargeList(20_000)}}}}, documents.Resolver(t, rendertest.RowSchema))
	for f := range Formats() {
		if err := Document(&failing{200_000}, d, Format(f), Options{}); err == nil || err.Error() != "disk full" {
			t.Errorf("%s: %v", Format(f), err)
		}
	}
}

func TestLargeListIsExportedWhole(t *testing.T) {
	const n = 20_000
	d := render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: rendertest.LargeList(n)}}}}, nil)
	d.Blocks()[0].(*table.Table).Load(t.Context())
	if got := strings.Count(exported(t, d, JSONL), "\n"); got != n {
		t.Errorf("%d lines", got)
	}
	records, err := csv.NewReader(strings.NewReader(exported(t, d, CSV))).ReadAll()
	if err != nil || len(records) != n+1 || records[n][1] != fmt.Sprintf(`row "%d" [{,`, n-1) {
		t.Errorf("%d records, %v", len(records), err)
	}
	if text := exported(t, d, Text); !strings.Contains(text, fmt.Sprintf(`row "%d" [{,`, n-1)) {
		t.Error("the last row is not in the text")
	}
	if page := exported(t, d, HTML); !strings.Contains(page, html.EscapeString(fmt.Sprintf(`row "%d" [{,`, n-1))) {
		t.Errorf("the last row is not in the page of %d bytes", len(page))
	}
}

// TestRowBeyondLimitsIsExported: it cannot be read, but it came.
func TestRowBeyondLimitsIsExported(t *testing.T) {
	deep := strings.Repeat("[", 300) + "\n" + strings.Repeat("]", 300)
	d := dataDocument("[" + strings.Repeat(" ", 1<<20) + deep + ",1]")
	if got := exported(t, d, JSONL); got != strings.ReplaceAll(deep, "\n", "")+"\n1\n" {
		t.Errorf("%.40q", got)
	}
}

func TestOnlyHarmlessAddressesAreLinks(t *testing.T) {
	for address, want := range map[string]string{
		"https://example.com/?a=1&b=2": `href="https://example.com/?a=1&amp;b=2"`, "mailto:a@b.c": `href="mailto:a@b.c"`, "a@b.c": `href="mailto:a@b.c"`,
		"javascript:alert(1)": "", "JavaScript:alert(1)": "", "data:text/html,x": "", "/path": "", "a@b.c/javascript:x": "", "vbscript:a@b": "",
	} {
		got := htmlLink(address)
		if want == "" && strings.Contains(string(got), "href") || !strings.Contains(string(got), want) {
			t.Errorf("%s: %s", address, got)
		}
	}
}

func TestDuplicateKeysAreCounted(t *testing.T) {
	for data, want := range map[string]string{
		`[{"a":1,"a":2}]`: "row 1, a: came 2 times; the last is shown",
		`[{"b":0},{"a":{"b":[{"c":1,"c":2}]}},{"d":1,"d":2,"d":3}]`: "row 2, a, b, item 1, c: came 2 times; the last is shown; and so with 1 more name",
		`{"a":1,"a":2}`:                 "a: came 2 times; the last is shown",
		`[{"a":1},{"a":1,"b":{"a":1}}]`: "",
	} {
		for _, f := range []Format{CSV, TSV, Markdown, HTML} {
			got := ""
			if err := Document(io.Discard, dataDocument(data), f, Options{}); err != nil {
				got = err.Error()
			}
			if f == CSV && got != want || got != "" && got != want {
				t.Errorf("%s as %s: %q, want %q", data, f, got, want)
			}
		}
	}
}

// TestCSVIsReadBack: each cell of a flat table is what came.
func TestCSVIsReadBack(t *testing.T) {
	text := rapid.StringOf(rapid.RuneFrom([]rune("ab,\"'=+-@ \n\r漢é;|")))
	rapid.Check(t, func(t *rapid.T) {
		var items []*ojson.Value
		rows := rapid.SliceOfN(rapid.SliceOfN(text, 2, 2), 1, 5).Draw(t, "rows")
		for _, r := range rows {
			items = append(items, ojson.NewObject(ojson.Member{Name: "a", Value: ojson.NewString(r[0])}, ojson.Member{Name: "b", Value: ojson.NewString(r[1])}))
		}
		var buf bytes.Buffer
		if err := Document(&buf, dataDocument(string(ojson.NewArray(items...).Compact())), CSV, Options{}); err != nil {
			t.Fatal(err)
		}
		records, err := csv.NewReader(&buf).ReadAll()
		if err != nil || len(records) != len(rows)+1 {
			t.Fatalf("%q, %v", records, err)
		}
		for i, r := range rows {
			for j, want := range r {
				got := records[i+1][j]
				want = strings.ReplaceAll(guarded(want), "\r\n", "\n") // as the reader does
				if got != want {
					t.Fatalf("%q is read back as %q", r[j], got)
				}
			}
		}
	})
}

// Which schema rows follow is for developers: a page says it only where they break it, and no page says that there is none.
func TestPagesNameABrokenSchemaAlone(t *testing.T) {
	for data, isNamed := range map[string]bool{`[{"a":1},{"a":2}]`: false, `[{"a":1},{"a":"x"}]`: true} {
		d := render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: []byte(data)}}}}, documents.Resolver(t, `{"items":{"type":"object","properties":{"a":{"type":"integer"}}}}`))
		for _, f := range []Format{HTML, Markdown} {
			page := exported(t, d, f)
			if !strings.Contains(page, "2 rows") || strings.Contains(page, "schema ") != isNamed || strings.Contains(page, "1 problem") != isNamed {
				t.Errorf("%s of %s:\n%s", f, data, page)
			}
		}
	}
	if page := exported(t, dataDocument(`[{"a":1},{"a":2}]`), HTML); strings.Contains(page, "No schema") {
		t.Error(page)
	}
}

func TestRowsOwnProblemIsOnThePageOnce(t *testing.T) {
	d := render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: []byte(`[{"a":1},{"a":1,"b":2},"x"]`)}}}}, documents.Resolver(t, `{"items":{"type":"object","minProperties":2}}`))
	if page := exported(t, d, HTML); strings.Count(page, "must have at least 2 fields") != 1 {
		t.Errorf("the page says it %d times", strings.Count(page, "must have at least 2 fields"))
	}
}

// Thoughts are no part of an answer; the call of a tool is one line.
func TestThoughtsAreNotExported(t *testing.T) {
	t.Parallel()
	thought := render.Part{Kind: render.AsidePart, Text: safe.Text("let me see")}
	call := render.Part{Kind: render.AsidePart, Title: safe.Text("Call of measure"), Text: safe.Text(`{"a":1}`), Data: []byte(`{"a":1}`)}
	d := render.New([]render.Artifact{
		{Parts: []render.Part{thought, call, {Kind: render.TextPart, Text: safe.Text("4.5 degrees")}}},
		{Name: safe.Text("Steps"), Parts: []render.Part{thought}},
	}, nil)
	for f, want := range map[Format]string{Text: "· Call of measure  {\"a\":1}\n\n4.5 degrees\n", Markdown: "- Call of measure  {\"a\":1}\n\n4\\.5 degrees\n"} {
		if got := exported(t, d, f); got != want {
			t.Errorf("%s: %q", f, got)
		}
	}
	if got := exported(t, d, HTML); strings.Contains(got, "let me see") || !strings.Contains(got, "<p class=\"dim\">Call of measure") || strings.Contains(got, "Steps") {
		t.Error(got)
	}
}
