package render_test

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render"
	"a2aform/render/table"
)

// blocksOf says in one line what a document shows: each block by its kind, and what is in it in short.
func blocksOf(blocks []render.Block) string {
	var all []string
	for _, b := range blocks {
		switch b := b.(type) {
		case *render.Prose:
			all = append(all, fmt.Sprintf("prose %q", b.Text.Exact()))
		case *render.Notice:
			all = append(all, fmt.Sprintf("notice %q %t", b.Text, b.Bad))
		case *render.Fields:
			all = append(all, fmt.Sprintf("%d fields", len(b.Rows)))
		case *table.Table:
			all = append(all, fmt.Sprintf("%d rows of %d columns", b.Rows(), len(b.Columns())))
		case *render.Attachment:
			all = append(all, "file "+strings.Join(b.Words(), ", "))
		case *render.Aside:
			all = append(all, "aside "+b.Words())
		case *render.JSON:
			all = append(all, "JSON")
		default:
			all = append(all, fmt.Sprintf("%T", b))
		}
	}
	return strings.Join(all, " | ")
}

// What was asked for is found in a text: the whole of it, or the one object or list of objects in it, with the words around it.
func TestAnswersInATextAreFound(t *testing.T) {
	t.Parallel()
	asks := func(safe.Raw) render.Schema {
		return render.Schema{Name: safe.Text("you asked for"), Asked: []byte(`{"type":"array","items":{"type":"object"}}`)}
	}
	for _, c := range []struct{ text, data, shown string }{
		{`[{"a":1}]`, `[{"a":1}]`, "1 rows of 1 columns"},
		{" \n[{\"a\":1}] ", `[{"a":1}]`, "1 rows of 1 columns"},
		{`{"a":1}`, `{"a":1}`, "1 fields"},
		{"Here: [{\"a\":1},{\"a\":2}] as asked", `[{"a":1},{"a":2}]`, `prose "Here:" | 2 rows of 1 columns | prose "as asked"`},
		{"Here:\n```json\n[{\"a\":1}]\n```\nBye", `[{"a":1}]`, `prose "Here:" | 1 rows of 1 columns | prose "Bye"`},
		{"```\n{\"a\":1}\n```", `{"a":1}`, "1 fields"},
		{"see [1] and {this}", "", `prose "see [1] and {this}"`},
		{"two: {\"a\":1} and {\"a\":2}", "", `prose "two: {\"a\":1} and {\"a\":2}"`},
		{"cut: [{\"a\":1},{\"a\":", "", `prose "cut: [{\"a\":1},{\"a\":"`},
	} {
		p := render.Part{Kind: render.TextPart, Text: safe.Text(c.text)}
		if got := string(render.Resolver(asks).AskedIn(p)); got != c.data {
			t.Errorf("%q: found %s, want %s", c.text, got, c.data)
		}
		if got := blocksOf(render.NewBuilder(asks).Document([]render.Artifact{{Parts: []render.Part{p}}}).Blocks()); got != c.shown {
			t.Errorf("%q: shows %s, want %s", c.text, got, c.shown)
		}
	}
	if render.Resolver(asks).AskedIn(render.Part{Kind: render.DataPart, Text: safe.Text(`{"a":1}`)}) != nil {
		t.Error("data is read as text")
	}
}

// The bytes of a data: URL are those of a file, wherever it stands.
func TestFilesOfDataURLs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ media, address, encoded, want, as string }{
		{"", "data:text/plain;base64,b25l", "", "one", "text/plain"},
		{"", "", "data:text/plain;base64,b25l", "one", "text/plain"},
		{"text/csv", "DATA:text/plain;base64,b25l", "", "one", "text/csv"},
		{"", "data:text/plain,on%20e", "", "on e", "text/plain"},
		{"", "data:;base64,b25%6c", "", "one", ""},
		{"", "", "b25l", "one", ""},
		{"", "data:text/plain", "", "", ""},
		{"", "data:,%zz", "", "", ""},
		{"", "https://a.example/x", "", "", ""},
	} {
		f := render.NewFile(safe.Text("x"), safe.Text(c.media), safe.Text(c.address), safe.Text(c.encoded))
		data, err := f.Bytes()
		if string(data) != c.want || f.HasBytes() != (c.want != "") || c.want != "" && (err != nil || f.MediaType.Exact() != c.as) {
			t.Errorf("%s%s: %q of %s, %v", c.address, c.encoded, data, f.MediaType.Exact(), err)
		}
		if isURL := strings.HasPrefix(strings.ToLower(c.address+c.encoded), "data:") && c.want != ""; isURL != (f.Note == "it came as a data: URL") || isURL && !f.URL.IsEmpty() {
			t.Errorf("%s%s: %q, at %s", c.address, c.encoded, f.Note, f.URL.Exact())
		}
	}
}

// What is beside an answer, and files without a name or with broken bytes, have words of their own.
func TestWordsOfWhatIsBeside(t *testing.T) {
	t.Parallel()
	file := func(name, encoded string) render.Part {
		return render.Part{Kind: render.FilePart, File: render.NewFile(safe.Text(name), safe.Text("text/plain"), safe.Raw{}, safe.Text(encoded))}
	}
	for _, c := range []struct {
		part render.Part
		want string
	}{
		{render.Part{Kind: render.AsidePart, Text: safe.Text("one\ntwo")}, "aside Thought, 2 lines"},
		{render.Part{Kind: render.AsidePart, Text: safe.Text("one")}, "aside Thought, 1 line"},
		{render.Part{Kind: render.AsidePart, Title: safe.Text("Called find"), Text: safe.Text(`{"a":1}`)}, `aside Called find  {"a":1}`},
		{render.Part{Kind: render.MetadataPart, Text: safe.Text("a: 1\nb: 2")}, "aside Metadata, 2 values"},
		{file("a.txt", "b25l"), "file a.txt, text/plain, 3 bytes | prose \"one\""},
		{file("", "b25l"), "file unnamed file, text/plain, 3 bytes | prose \"one\""},
		{file("bad.txt", "%%"), "file bad.txt, text/plain, ✗ cannot be read: its base64 is broken"},
		{render.Part{Kind: render.UnknownPart, Data: []byte(`{"x":1}`)}, `notice "this part is of no kind that is known here; it is shown as it came" true | JSON`},
	} {
		got := blocksOf(render.NewBuilder(nil).Document([]render.Artifact{{Parts: []render.Part{c.part}}}).Blocks())
		if got != c.want {
			t.Errorf("%+v: %s, want %s", c.part, got, c.want)
		}
	}
}

// Data whose schema the card does not have, or that cannot be used, was not checked; rows are counted without those inside others.
func TestWhatWasNotChecked(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		tag, want string
		schema    render.Schema
		isAsked   bool
	}{
		{"application/json;schema=none", "the output names the schema \"none\", which the card does not declare", render.Schema{Name: safe.Text("none")}, false},
		{"application/json;schema=bad", "the schema \"bad\" of the output cannot be used", render.Schema{Name: safe.Text("bad"), Reason: "it is broken"}, false},
		{"application/json", "", render.Schema{}, false},
		{"application/json", "", render.Schema{Name: safe.Text("you asked for"), Asked: []byte(`{"type":"array","items":{"type":"object","properties":{"a":{"type":"integer"}}}}`)}, true},
	} {
		part := render.Part{Kind: render.DataPart, Tag: safe.Text(c.tag), Data: []byte(`[{"a":1,"b":[{"c":1},{"c":2}]},{"a":2}]`)}
		d := render.NewBuilder(func(safe.Raw) render.Schema { return c.schema }).Document([]render.Artifact{{Parts: []render.Part{part}}})
		if got := strings.Join(d.Unchecked(), "; "); !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", c.tag, got, c.want)
		}
		if d.IsAsAsked() != c.isAsked || d.Rows() != 2 || d.Err() != nil {
			t.Errorf("%s: asked %t, %d rows, %v", c.tag, d.IsAsAsked(), d.Rows(), d.Err())
		}
	}
}

// A row of a table opens as fields, which look as in the table; one that cannot be read says why.
func TestRowsOpenAsFields(t *testing.T) {
	t.Parallel()
	tableOf := func(text string) *table.Table {
		d, err := render.OpenFile("x.jsonl", []byte(text), render.Schema{})
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range d.Blocks() {
			if g, ok := b.(*table.Table); ok {
				return g
			}
		}
		t.Fatalf("no table in %s", blocksOf(d.Blocks()))
		return nil
	}
	g := tableOf("{\"a\":1,\"b\":[{\"c\":1},{\"c\":2}]}\n{\"a\":\n{\"a\":3}\n")
	for row, want := range map[int]string{
		-1: "", 3: "", 0: "2 fields | 2 rows of 1 columns", 2: "1 fields", 1: `notice "this row cannot be read: line 1, column 6: the text ends too early" true | JSON`,
	} {
		if got := blocksOf(render.RowBlocks(g, row)); got != want {
			t.Errorf("row %d: %s, want %s", row, got, want)
		}
	}
}

// A table may have no rows; an empty list beside fields makes none of them.
func TestDocumentIsTable(t *testing.T) {
	t.Parallel()
	list := `{"type":"array","items":{"type":"object","properties":{"a":{"type":"integer"}}}}`
	object := `{"type":"object","properties":{"winner":{"type":"string"},"notes":` + list + `}}`
	for _, tt := range []struct {
		data, schema string
		want         bool
	}{
		{`[{"a":1}]`, "", true},
		{`[]`, "", true},
		{`[]`, list, true},
		{`{"winner":"Lion","notes":[]}`, "", false},
		{`{"winner":"Lion","notes":[]}`, object, false},
		{`{"winner":"Lion","notes":[{"a":1}]}`, object, false},
		{`{"winner":"Lion"}`, "", false},
		{`"text"`, "", false},
	} {
		artifacts := []render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: []byte(tt.data)}}}}
		resolve := render.Resolver(nil)
		if tt.schema != "" {
			document, err := schema.Load([]byte(tt.schema))
			if err != nil {
				t.Fatal(err)
			}
			resolve = func(safe.Raw) render.Schema { return render.Schema{Name: safe.Text("result"), Document: document} }
		}
		if d := render.New(artifacts, resolve); d.IsTable() != tt.want {
			t.Errorf("%s by %q: %t", tt.data, tt.schema, d.IsTable())
		}
	}
}
