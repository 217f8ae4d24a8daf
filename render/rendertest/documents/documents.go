// Package documents makes documents for tests: any documents, and those of a corpus of
// real schemas.
package documents

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render"
	"a2aform/render/rendertest"
	"a2aform/render/table"
	"a2aform/render/value"
)

// Schemas are what drawn values are shown by, most of them invalid.
var Schemas = []string{
	rendertest.RowSchema,
	`{"type":"object","properties":{"id":{"type":"integer"},"name":{"title":"\u001b[1mN\u202e漢字","enum":["a","b"]},"share":{"type":"number","minimum":0,"maximum":1},
		"rows":` + rendertest.RowSchema + `},"required":["id","ghost"],"additionalProperties":false}`,
	`{"type":"object","additionalProperties":{"type":"object","properties":{"id":{"format":"date","type":"string"}},"required":["name"]},"minProperties":2}`,
	`{"anyOf":[{"type":"string"},{"type":"array","prefixItems":[{"type":"number"},{"title":"Second","type":"boolean"}],"items":false,"uniqueItems":true}]}`,
	`{"dependentRequired":{"id":["nobody"]},"propertyNames":{"maxLength":4},"not":{"required":["ok"]}}`,
	`{"type":"array","maxItems":1,"items":{"minProperties":3,"dependentRequired":{"id":["nobody"]}}}`,
	`{"type":"strin"}`, `true`,
}

// Any draws a document of any parts, most of which break their schemas.
func Any(t *rapid.T) *render.Document {
	tag := rapid.SampledFrom(append([]string{"", "undeclared"}, Schemas...)).Draw(t, "schema")
	resolve := func(safe.Raw) render.Schema {
		if tag == "" || tag == "undeclared" {
			return render.Schema{Name: safe.Text(tag)}
		}
		return Compiled(tag)
	}
	part := rapid.Custom(func(t *rapid.T) render.Part {
		v := rendertest.AnyValue(3).Draw(t, "value")
		switch rapid.IntRange(0, 9).Draw(t, "kind") {
		case 0:
			return render.Part{Kind: render.TextPart, Text: safe.Text(string(v.Compact()))}
		case 1:
			name := safe.Text(v.Text())
			return render.Part{Kind: render.FilePart, File: render.File{Name: name, URL: name, MediaType: name, Size: int64(v.Len()) - 1}}
		case 2:
			return render.Part{Kind: render.UnknownPart, Data: v.Compact(), Tag: safe.Text(v.Text())}
		case 3:
			return render.Part{Kind: render.DataPart, Data: v.Compact()[1:]}
		}
		return render.Part{Kind: render.DataPart, Data: v.Compact()}
	})
	name := safe.Text(rendertest.AnyValue(0).Draw(t, "name").Text())
	return render.New([]render.Artifact{{Name: name, Description: name, Parts: rapid.SliceOfN(part, 0, 4).Draw(t, "parts")}}, resolve)
}

// Compiled is a schema that may be invalid.
func Compiled(text string) render.Schema {
	s := render.Schema{Name: safe.Text(text)}
	s.Document, _ = schema.Load([]byte(text))
	return s
}

// Resolver resolves every tag to one schema.
func Resolver(t testing.TB, text string) render.Resolver {
	t.Helper()
	d, err := schema.Load([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return func(safe.Raw) render.Schema { return render.Schema{Name: safe.Text("rows"), Document: d} }
}

// Corpus calls show for the valid instances of real schemas. The test is skipped where
// A2AFORM_CORPUS does not name the directory of the corpus.
func Corpus(t *testing.T, show func(file string, d *render.Document, data []byte)) {
	t.Helper()
	dir := os.Getenv("A2AFORM_CORPUS")
	if dir == "" {
		t.Skip("A2AFORM_CORPUS is not set: the corpus is NOT TESTED")
	}
	shown := 0
	for _, pattern := range []string{"fetched/*/schema.json", "own/*/schema.json"} {
		files, err := filepath.Glob(filepath.Join(dir, "schemas", filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			positives, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "positive", "*.json"))
			for _, positive := range positives {
				d, data := instance(t, file, positive)
				show(positive, d, data)
				shown++
			}
		}
	}
	if shown < 50 {
		t.Errorf("only %d instances: the corpus was not really read", shown)
	}
}

func instance(t *testing.T, schemaFile, file string) (*render.Document, []byte) {
	t.Helper()
	text, err := os.ReadFile(schemaFile) //nolint:gosec // a file of the corpus
	if err != nil {
		t.Fatal(err)
	}
	s := render.Schema{Name: safe.Text("s")}
	if s.Document, err = schema.Load(text); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file) //nolint:gosec // a file of the corpus
	if err != nil {
		t.Fatal(err)
	}
	part := render.Part{Kind: render.DataPart, Data: data}
	return render.New([]render.Artifact{{Parts: []render.Part{part}}}, func(safe.Raw) render.Schema { return s }), data
}

// Tables calls show for the real tables of a directory, which is render/table/testdata/tables: with the name of each, and the members
// that a person wants to see first.
func Tables(t *testing.T, dir string, show func(name string, g *table.Table, first []string)) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.roles.json"))
	if err != nil || len(paths) == 0 {
		t.Fatal(len(paths), "tables", err)
	}
	for _, path := range paths {
		var truth struct {
			List  string
			First []string
		}
		if err := json.Unmarshal(read(t, path), &truth); err != nil {
			t.Fatal(err)
		}
		base := strings.TrimSuffix(path, ".roles.json")
		list, err := ojson.Parse(read(t, base+".json"), ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		head, loc := value.Head{}, schema.Location{}
		if _, err := os.Stat(base + ".schema.json"); err == nil {
			d, err := schema.Load(read(t, base+".schema.json"))
			if err == nil {
				err = d.Compile()
			}
			if err != nil {
				t.Fatal(err)
			}
			head, loc = value.Head{Source: value.Declared}, d.Root()
		}
		if truth.List != "" {
			list, loc = list.Get(truth.List), loc.Property(truth.List)
		}
		g := table.New(head, loc)
		g.AddItems(list.Items(), value.NewProblems(nil))
		show(filepath.Base(base), g.Finish(), truth.First)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
