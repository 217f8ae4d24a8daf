package render

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

func dataDocument(data ...string) *Document {
	var parts []Part
	for _, d := range data {
		parts = append(parts, Part{Kind: DataPart, Data: []byte(d)})
	}
	return New([]Artifact{{Parts: parts}}, nil)
}

func exported(t testing.TB, d *Document, f Format) string {
	t.Helper()
	var sb strings.Builder
	if err := leaveRepeats(ExportDocument(&sb, d, f, ExportOptions{})); err != nil {
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

func TestJSONIsExportedAsItCame(t *testing.T) {
	one := " {\"b\" : 1.50,\n \"a\":\"\\u0041\"} "
	if got := exported(t, dataDocument(one), FormatJSON); got != one+"\n" {
		t.Errorf("%q", got)
	}
	if got := exported(t, dataDocument(one, "[1e2]", "[]"), FormatJSON); got != "["+strings.TrimSpace(one)+",\n[1e2],\n[]]\n" {
		t.Errorf("%q", got)
	}
	if got := exported(t, dataDocument(one, "[1e2, {\"x\":\n[]}]", "[null]", `"s"`), FormatJSONL); got != "{\"b\":1.50,\"a\":\"\\u0041\"}\n1e2\n{\"x\":[]}\nnull\n\"s\"\n" {
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
		{"twice", `[{"a":1,"a":2}]`, "a\n2\n"},
		{"empty list", `[]`, "\n"},
		{"a dot in a name", `[{"a.b":1,"a":{"b":2}}]`, "\"\"\"a.b\"\"\",a.b\n1,2\n"},
		{"a dot in a nested name", `{"extra":{"a.b":1,"a":{"b":2}}}`, "\"extra.\"\"a.b\"\"\",extra.a.b\n1,2\n"},
		{"a quote in a name", `[{"\"a":{"b\"":1},"a.b":2}]`, "\"\"\"\\\"\"a\"\".\"\"b\\\"\"\"\"\",\"\"\"a.b\"\"\"\n1,2\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := exported(t, dataDocument(tt.data), FormatCSV); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
	if got := exported(t, dataDocument(`[{"a":"x\ty\n\\","b":"=1"}]`), FormatTSV); got != "a\tb\nx\\ty\\n\\\\\t'=1\n" {
		t.Errorf("%q", got)
	}
	if got := exported(t, dataDocument(`{"a":1}`, `{"a":3,"b":2}`), FormatCSV); got != "a,b\n1,\n3,2\n" {
		t.Errorf("%q", got)
	}
}

func TestAMapIsATableOfKeys(t *testing.T) {
	d := New([]Artifact{{Parts: []Part{{Kind: DataPart, Data: []byte(`{"x": {"n":1},"y":{"n":2.50}}`)}}}}, withSchema(t, `{"additionalProperties":{"type":"object","properties":{"n":{"type":"number"}}}}`))
	if got := exported(t, d, FormatCSV); got != "key,n\nx,1\ny,2.50\n" {
		t.Errorf("%q", got)
	}
	named := New([]Artifact{{Parts: []Part{{Kind: DataPart, Data: []byte(`{"x":{"key":1}}`)}}}}, withSchema(t, `{"additionalProperties":{"type":"object","properties":{"key":{"type":"number"}}}}`))
	if got := exported(t, named, FormatCSV); got != "key,\"\"\"key\"\"\"\nx,1\n" {
		t.Errorf("%q", got)
	}
	if got := exported(t, d, FormatJSONL); got != `{"x":{"n":1},"y":{"n":2.50}}`+"\n" {
		t.Errorf("%q", got)
	}
}

func TestASelectionIsExportedInItsOrder(t *testing.T) {
	g := dataDocument(`[{"a":1,"b":"x","c":{"d":1}},{"a":2,"b":"y"},{"a":3,"b":"z","e":0}]`).Blocks()[0].(*Grid)
	s := Selection{View: &View{grid: g, order: []int32{2, 0}}, Columns: []int{1, 0}}
	for f, want := range map[Format]string{
		FormatJSON: `[{"b":"z","a":3},{"b":"x","a":1}]` + "\n", FormatJSONL: `{"b":"z","a":3}` + "\n" + `{"b":"x","a":1}` + "\n",
		FormatCSV: "b,a\nz,3\nx,1\n", FormatTSV: "b\ta\nz\t3\nx\t1\n", FormatMarkdown: "*no schema, inferred · 2 rows*\n\n| b | a |\n|:--|--:|\n| z | 3 |\n| x | 1 |\n",
		FormatText: "no schema, inferred · 2 rows\nb  a\n────\nz  3\nx  1\n",
	} {
		var sb strings.Builder
		if err := ExportGrid(&sb, g, f, s, ExportOptions{}); err != nil || sb.String() != want {
			t.Errorf("%s: %q, want %q, %v", f, sb.String(), want, err)
		}
	}
	var sb strings.Builder
	if err := ExportGrid(&sb, g, FormatJSONL, Selection{View: &View{grid: g, order: []int32{2, 0}}}, ExportOptions{}); err != nil || sb.String() != `{"a":3,"b":"z","e":0}`+"\n"+`{"a":1,"b":"x","c":{"d":1}}`+"\n" {
		t.Errorf("%q, %v", sb.String(), err)
	}
}

func TestProblemsOfASelectionKeepTheirRows(t *testing.T) {
	d := New([]Artifact{{Parts: []Part{{Kind: DataPart, Data: []byte(`[{"id":1},{"id":"x"},{"id":2}]`)}}}}, withSchema(t, rowSchema))
	g := d.Blocks()[0].(*Grid)
	for want, order := range map[string][]int32{"row 1, Id: must be a whole number": {1, 0}, "row 2, Id: must be a whole number": {2, 1}, "": {0}} {
		var sb strings.Builder
		err := ExportGrid(&sb, g, FormatText, Selection{View: &View{grid: g, order: order}}, ExportOptions{})
		if got := strings.Contains(sb.String(), "✗ row"); err != nil || got != (want != "") || !strings.Contains(sb.String(), want) {
			t.Errorf("%v: %s %v", order, sb.String(), err)
		}
	}
}

func TestWhatCannotBeExportedSaysSo(t *testing.T) {
	words := New([]Artifact{{Parts: []Part{{Kind: TextPart, Text: safe.Text("only words")}}}}, nil)
	for _, f := range []Format{FormatJSON, FormatJSONL, FormatCSV, FormatTSV} {
		if err := ExportDocument(io.Discard, words, f, ExportOptions{}); err == nil || err.Error() != "the result holds no data to write as "+f.String()+"; use md, html or text" {
			t.Errorf("%s: %v", f, err)
		}
	}
	for _, f := range []Format{FormatJSONL, FormatCSV} {
		if err := ExportDocument(io.Discard, dataDocument(`{"x":`), f, ExportOptions{}); !errors.Is(err, errInvalid) {
			t.Errorf("%s: %v", f, err)
		}
	}
	var wide []string
	for i := range limit.CSVColumns.Int() + 1 {
		wide = append(wide, fmt.Sprintf(`"m%d":1`, i))
	}
	if err := ExportDocument(io.Discard, dataDocument("[{"+strings.Join(wide, ",")+"}]"), FormatCSV, ExportOptions{}); !errors.Is(err, errTooManyCols) {
		t.Error(err)
	}
	if got := exported(t, dataDocument(`[{"a":{`+strings.Join(wide, ",")+`}}]`), FormatCSV); !strings.HasPrefix(got, "a\n\"{\"\"m0\"\":1,") {
		t.Errorf("%.40q", got)
	}
}

type failing struct{ after int }

func (f *failing) Write(p []byte) (int, error) {
	if f.after -= len(p); f.after < 0 {
		return 0, errors.New("disk full")
	}
	return len(p), nil
}

func TestAnExportThatCannotBeWrittenFails(t *testing.T) {
	d := New([]Artifact{{Parts: []Part{{Kind: DataPart, Data: largeList(20_000)}}}}, withSchema(t, rowSchema))
	for f := range formatNames {
		if err := ExportDocument(&failing{200_000}, d, Format(f), ExportOptions{}); err == nil || err.Error() != "disk full" {
			t.Errorf("%s: %v", Format(f), err)
		}
	}
}

func TestALargeListIsExportedWhole(t *testing.T) {
	const n = 20_000
	d := New([]Artifact{{Parts: []Part{{Kind: DataPart, Data: largeList(n)}}}}, nil)
	d.Blocks()[0].(*Grid).Load(t.Context())
	if got := strings.Count(exported(t, d, FormatJSONL), "\n"); got != n {
		t.Errorf("%d lines", got)
	}
	records, err := csv.NewReader(strings.NewReader(exported(t, d, FormatCSV))).ReadAll()
	if err != nil || len(records) != n+1 || records[n][1] != fmt.Sprintf(`row "%d" [{,`, n-1) {
		t.Errorf("%d records, %v", len(records), err)
	}
	if text := exported(t, d, FormatText); !strings.Contains(text, fmt.Sprintf(`row "%d" [{,`, n-1)) {
		t.Error("the last row is not in the text")
	}
	if page := exported(t, d, FormatHTML); !strings.Contains(page, htmlText(fmt.Sprintf(`row "%d" [{,`, n-1))) {
		t.Errorf("the last row is not in the page of %d bytes", len(page))
	}
}

// TestARowBeyondTheLimitsIsExported: it cannot be read, but it came.
func TestARowBeyondTheLimitsIsExported(t *testing.T) {
	deep := strings.Repeat("[", 300) + "\n" + strings.Repeat("]", 300)
	d := dataDocument("[" + strings.Repeat(" ", validateLimit) + deep + ",1]")
	if got := exported(t, d, FormatJSONL); got != strings.ReplaceAll(deep, "\n", "")+"\n1\n" {
		t.Errorf("%.40q", got)
	}
}

// TestAnExportSharesNoCache: the screen is used meanwhile.
func TestAnExportSharesNoCache(t *testing.T) {
	g := dataDocument(string(largeList(20_000))).Blocks()[0].(*Grid)
	shown := g.parts[0].(*indexRows)
	shown.decoded, shown.located = [decodedRows]decoded{}, [locatedRows]located{}
	if err := ExportGrid(io.Discard, g, FormatHTML, Selection{}, ExportOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, kept := range shown.decoded {
		if kept.row != 0 {
			t.Fatal("an export filled the cache of the screen")
		}
	}
}

func TestOnlyHarmlessAddressesAreLinks(t *testing.T) {
	for address, want := range map[string]string{
		"https://example.com/?a=1&b=2": `href="https://example.com/?a=1&amp;b=2"`, "mailto:a@b.c": `href="mailto:a@b.c"`, "a@b.c": `href="mailto:a@b.c"`,
		"javascript:alert(1)": "", "JavaScript:alert(1)": "", "data:text/html,x": "", "/path": "", "a@b.c/javascript:x": "", "vbscript:a@b": "",
	} {
		got := htmlLink(address)
		if want == "" && strings.Contains(got, "href") || !strings.Contains(got, want) {
			t.Errorf("%s: %s", address, got)
		}
	}
}

func TestNamesThatComeAgainAreCounted(t *testing.T) {
	for data, want := range map[string]string{
		`[{"a":1,"a":2}]`: "row 1, a: came 2 times; the last is shown",
		`[{"b":0},{"a":{"b":[{"c":1,"c":2}]}},{"d":1,"d":2,"d":3}]`: "row 2, a, b, item 1, c: came 2 times; the last is shown; and so with 1 more name",
		`{"a":1,"a":2}`:                 "a: came 2 times; the last is shown",
		`[{"a":1},{"a":1,"b":{"a":1}}]`: "",
	} {
		for _, f := range []Format{FormatCSV, FormatTSV, FormatMarkdown, FormatHTML} {
			got := ""
			if err := ExportDocument(io.Discard, dataDocument(data), f, ExportOptions{}); err != nil {
				got = err.Error()
			}
			if f == FormatCSV && got != want || got != "" && got != want {
				t.Errorf("%s as %s: %q, want %q", data, f, got, want)
			}
		}
	}
}

func TestExportsOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDocument(t)
		for f := range formatNames {
			var buf bytes.Buffer
			err := leaveRepeats(ExportDocument(&buf, d, Format(f), ExportOptions{Title: "x"}))
			if err == nil {
				checkExport(t, Format(f), buf.Bytes())
				continue
			}
			_, isUnread := errors.AsType[*InvalidError](err)
			_, isSeveral := errors.AsType[*TablesError](err)
			if !isUnread && !isSeveral && !errors.Is(err, ErrNoData) && !errors.Is(err, errInvalid) && !errors.Is(err, errNoJSON) {
				t.Fatal(err)
			}
		}
	})
}

type fataler interface {
	Fatalf(format string, args ...any)
}

func checkExport(t fataler, f Format, data []byte) {
	switch f {
	case FormatJSON:
		if !json.Valid(data) {
			t.Fatalf("no JSON: %q", data)
		}
	case FormatJSONL:
		for line := range strings.Lines(string(data)) {
			if !json.Valid([]byte(line)) {
				t.Fatalf("no JSON: %q", line)
			}
		}
	case FormatHTML:
		checkPage(t, data)
	default:
		for line := range strings.Lines(string(data)) {
			if i := strings.IndexFunc(line, isNoText); i >= 0 {
				t.Fatalf("%s: %q holds %q", f, line, line[i:])
			}
		}
	}
}

// harmless are the elements and attributes of our pages.
var (
	harmlessElements   = " html head meta title style body main section h1 h2 h3 h4 h5 h6 p span b br a pre code em small table thead tbody tr th td div details summary ul ol li blockquote hr i colgroup "
	harmlessAttributes = " lang charset http-equiv content name class id href rel colspan scope title style start "
)

func checkPage(t fataler, page []byte) {
	doc, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		t.Fatalf("%v", err)
	}
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if !strings.Contains(harmlessElements, " "+n.Data+" ") {
			t.Fatalf("element %s in\n%s", n.Data, page)
		}
		for _, a := range n.Attr {
			safeLink := a.Key != "href" || strings.HasPrefix(a.Val, "http://") || strings.HasPrefix(a.Val, "https://") || strings.HasPrefix(a.Val, "mailto:") || a.Val == "#p1" || strings.HasPrefix(strings.ToLower(a.Val), "http") || strings.HasPrefix(strings.ToLower(a.Val), "mailto")
			if !strings.Contains(harmlessAttributes, " "+a.Key+" ") || !safeLink {
				t.Fatalf("attribute %s=%q in\n%s", a.Key, a.Val, page)
			}
		}
	}
	if i := strings.IndexFunc(string(page), isNoText); i >= 0 {
		t.Fatalf("the page holds %q", page[i:min(i+20, len(page))])
	}
}

func FuzzExport(f *testing.F) {
	for i, s := range someSchemas {
		f.Add([]byte(`[{"id":1,"name":"<script>alert(1)</script>","share":0.5},{"id":"=x"},3]`), []byte(s), byte(i))
		f.Add([]byte("# a\n[x](javascript:y) <img src=x onerror=y>\n"), []byte(s), byte(i))
	}
	f.Fuzz(func(t *testing.T, data, schemaText []byte, format byte) {
		if len(data) > 8<<10 || len(schemaText) > 4<<10 {
			return
		}
		s := compiled(string(schemaText))
		parts := []Part{{Kind: DataPart, Data: data}, {Kind: TextPart, Tag: safe.Text("text/markdown"), Text: safe.Text(string(data))}}
		d := New([]Artifact{{Name: safe.Text(string(data)), Parts: parts}}, func(safe.Raw) Schema { return s })
		var buf bytes.Buffer
		chosen := Format(format % byte(len(formatNames)))
		if err := ExportDocument(&buf, d, chosen, ExportOptions{Title: "x"}); err == nil && json.Valid(data) {
			checkExport(t, chosen, buf.Bytes())
		}
	})
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
		if err := ExportDocument(&buf, dataDocument(string(ojson.NewArray(items...).Compact())), FormatCSV, ExportOptions{}); err != nil {
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
