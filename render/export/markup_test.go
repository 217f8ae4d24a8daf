package export_test

import (
	"bytes"
	"errors"
	"strconv"
	"strings"
	"testing"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render"
	"a2aform/render/export"
)

func written(t *testing.T, d *render.Document, f export.Format) (text string, err error) {
	t.Helper()
	var buf bytes.Buffer
	err = export.Document(&buf, d, f, export.Options{})
	return buf.String(), err
}

// Each passage of a Markdown text has its own element on a page.
func TestMarkdownOnAPage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"# One", "<h3>One</h3>"},
		{"###### Six", "<h6>Six</h6>"},
		{"a **b** *c* `d` <e>", "<p>a <b>b</b> <em>c</em> <code>d</code> &lt;e&gt;</p>"},
		{"a\\\nb", "<p>a<br>b</p>"},
		{"```\na < b\nc\n```", "<pre>a &lt; b\nc</pre>"},
		{"> quoted", "<blockquote><p>quoted</p>\n</blockquote>"},
		{"* one\n* two", "<ul><li><p>one</p>\n</li>\n<li><p>two</p>\n</li>\n</ul>"},
		{"3. three\n4. four", `<ol start="3"><li><p>three</p>`},
		{"a\n\n---\n\nb", "<p>a</p>\n<hr>\n<p>b</p>"},
		{"see <https://a.example/x>", `href="https://a.example/x">https://a.example/x</a>`},
		{"see [this](https://a.example/x)", "https://a.example/x"},
	} {
		d := render.NewBuilder(nil).Document([]render.Artifact{{Parts: []render.Part{{Kind: render.TextPart, Tag: safe.Text("text/markdown"), Text: safe.Text(c.text)}}}})
		if got, err := written(t, d, export.HTML); err != nil || !strings.Contains(got, c.want) {
			_, body, _ := strings.Cut(got, "<body")
			t.Errorf("%q has no %q, %v:\n%s", c.text, c.want, err, body)
		}
	}
}

// Values have what belongs to them beside them: a unit, a bar, a color, an address that is safe to follow.
func TestValuesOnAPage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ schema, value, page, markdown string }{
		{`{"type":"boolean"}`, `true`, `<span class="yes">yes</span>`, "yes"},
		{`{"type":"boolean"}`, `false`, `<span class="no">no</span>`, "no"},
		{`{"type":["string","null"]}`, `null`, `<span class="dim">`, ""},
		{`{"type":"string"}`, `""`, `<span class="dim">`, ""},
		{`{"type":"string","format":"uri"}`, `"https://a.example/?a=1&b=2"`, `href="https://a.example/?a=1&amp;b=2">`, "a.example"},
		{`{"type":"string","format":"email"}`, `"a@b.example"`, `href="mailto:a@b.example">`, "a@b.example"},
		{`{"type":"string"}`, `"a <b>"`, "a &lt;b&gt;", "a &lt;b"},
		{`{"type":"number","minimum":0,"maximum":1}`, `0.25`, `style="width:25.0%"`, "25"},
		{`{"type":"string","format":"color"}`, `"#ff8000"`, "#ff8000", "#ff8000"},
		{`{"type":"string","format":"date"}`, `"2026-03-02"`, "2026-03-02", "2026-03-02"},
		{`{"type":"number","x-unit":"kg"}`, `7`, ">7", "7"},
	} {
		doc, err := schema.Load([]byte(`{"type":"object","description":"What it is","properties":{"v":` + c.schema + `}}`))
		if err != nil {
			t.Fatal(err)
		}
		for _, data := range []string{`{"v":` + c.value + `}`, `[{"v":` + c.value + `,"n":1},{"v":` + c.value + `,"n":2}]`} {
			s := render.Schema{Name: safe.Text("s"), Document: doc}
			if data[0] == '[' {
				if s.Document, err = schema.Load([]byte(`{"type":"array","items":{"type":"object","properties":{"v":` + c.schema + `}}}`)); err != nil {
					t.Fatal(err)
				}
			}
			d := render.Open([]byte(data), s)
			if got, err := written(t, d, export.HTML); err != nil || !strings.Contains(got, c.page) {
				_, body, _ := strings.Cut(got, "<body")
				t.Errorf("%s by %s: the page has no %q, %v\n%s", data, c.schema, c.page, err, body)
			}
			if got, err := written(t, d, export.Markdown); err != nil || !strings.Contains(got, c.markdown) {
				t.Errorf("%s by %s: Markdown has no %q, %v\n%s", data, c.schema, c.markdown, err, got)
			}
		}
	}
}

// What a schema says of its values stands whole above them, in paragraphs, but not above what is nested in them.
func TestDescriptionsOnAPage(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("What it is and what it is for. ", 20)
	for about, want := range map[string]string{
		"Short":                   "Short",
		long:                      strings.TrimSpace(long),
		"One <b>.\n\nTwo & more.": "One &lt;b&gt;.",
	} {
		quoted := strconv.Quote(about)
		doc, err := schema.Load([]byte(`{"type":"object","description":` + quoted + `,"properties":{"v":{"type":"object","description":"Inner","properties":{"a":{"type":"integer"}}}}}`))
		if err != nil {
			t.Fatal(err)
		}
		got, err := written(t, render.Open([]byte(`{"v":{"a":1}}`), render.Schema{Name: safe.Text("s"), Document: doc}), export.HTML)
		if err != nil || !strings.Contains(got, `<p class="about">`+want) || strings.Contains(got, `<p class="about">Inner`) {
			_, body, _ := strings.Cut(got, "<body")
			t.Errorf("%q: the page has no %q, %v\n%s", about, want, err, body)
		}
	}
}

func TestNamesOfFormats(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]export.Format{"json": export.JSON, ".JSONL": export.JSONL, "ndjson": export.JSONL, "csv": export.CSV, "tsv": export.TSV, "md": export.Markdown, "markdown": export.Markdown, "htm": export.HTML, ".html": export.HTML, "txt": export.Text, "text": export.Text} {
		if got, err := export.ParseFormat(name); err != nil || got != want {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if _, err := export.ParseFormat("pdf"); err == nil || err.Error() != `the format "pdf" is not known: use json, jsonl, csv, tsv, md, html, text` {
		t.Error(err)
	}
}

// The cells of a value are those of its members, those of objects in it with their path.
func TestCellsOfAValue(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"a":1,"b":{"c":"x","d":[1,2]},"e":null}`: "a=1 b.c=x b.d=[1,2] e=",
		`{}`:    "value={}",
		`[1,2]`: "1=1 2=2",
		`"x"`:   "value=x",
	} {
		v, err := ojson.Parse([]byte(text), ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range export.Cells(v) {
			got = append(got, c.Column.Exact()+"="+c.Text.Exact())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %s", text, got, want)
		}
	}
	if export.Cells(nil) != nil {
		t.Error("nothing has cells")
	}
	var buf bytes.Buffer
	w := export.NewCSVWriter(&buf)
	if err := errors.Join(w.Row([]safe.Raw{safe.Text("a,b"), safe.Text("=1+1"), safe.Text("c\nd")}), w.Row([]safe.Raw{safe.Text("x"), {}, safe.Text(`"`)}), w.Flush()); err != nil {
		t.Fatal(err)
	}
	if want := "\"a,b\",'=1+1,\"c\nd\"\nx,,\"\"\"\"\n"; buf.String() != want {
		t.Errorf("%q, want %q", buf.String(), want)
	}
}

// What an export leaves out is counted over all rows, however many there are.
func TestWhatIsLeftOutIsCounted(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{1: "", 2: "; and so with 1 more name", 3: "; and so with 2 more names", 20_000: "; and so with 19,999 more names"} {
		rows := strings.TrimSuffix(strings.Repeat(`{"a":1,"a":2,"b":3},`, n), ",")
		d := render.Open([]byte("["+rows+"]"), render.Schema{})
		if n > 3 { // rows of a file are written by several at once
			var err error
			if d, err = render.OpenFile("x.jsonl", []byte(strings.ReplaceAll(rows, "},", "}\n")), render.Schema{}); err != nil {
				t.Fatal(err)
			}
		}
		d.Load(t.Context())
		_, err := written(t, d, export.CSV)
		var repeated *export.DuplicateKeysError
		if !errors.As(err, &repeated) || err.Error() != "row 1, a: came 2 times; the last is shown"+want {
			t.Errorf("%d rows: %v", n, err)
		}
	}
	for n, want := range map[int]string{1: "1 row cannot be read as JSON and stands as text in its place, it is row 2", 2: "2 rows cannot be read as JSON and stand as text in their place, the first is row 2", 20_000: "20,000 rows cannot be read as JSON and stand as text in their place, the first is row 2"} {
		d, err := render.OpenFile("x.jsonl", []byte("{\"a\":1}\n"+strings.Repeat("{\"a\":\n{\"a\":2}\n", n)), render.Schema{})
		if err != nil {
			t.Fatal(err)
		}
		d.Load(t.Context())
		if _, err = written(t, d, export.CSV); err == nil || err.Error() != want {
			t.Errorf("%d rows: %v", n, err)
		}
	}
}
