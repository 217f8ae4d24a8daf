package table

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"a2aform/internal/jsonindex"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
	"a2aform/render/rendertest"
	"a2aform/render/value"
)

// sameVerdicts checks the rows of a file as the screen does, and each row by the
// validator. It says how many rows are wrong.
func sameVerdicts(t interface{ Fatalf(string, ...any) }, document *schema.Document, data []byte, row schema.Location) (rows, wrong int) {
	g := NewLines(value.Head{Source: value.Declared}, row)
	g.AddIndexed(jsonindex.New(data), func(int) schema.Location { return row }, row)
	if !g.Finish().IsChecked() {
		return 0, 0
	}
	g.Load(context.Background())
	if err := g.Check(context.Background()); err != nil {
		t.Fatalf("%v", err)
	}
	for i := range g.Rows() {
		part, _ := g.parts[0].(*indexRows)
		v, err := ojson.Parse(part.index.Item(i), ojson.DataLimits)
		isWrong := err != nil || len(row.Validate(v)) > 0
		if got := g.checking.holds(int32(i)); got != isWrong {
			t.Fatalf("row %d is wrong: %v, the validator says %v: %s", i, got, isWrong, part.index.Item(i))
		}
		if got := len(g.Problems(i)) > 0; got != isWrong {
			t.Fatalf("row %d has problems: %v, the validator says %v: %s", i, got, isWrong, part.index.Item(i))
		}
		if isWrong {
			wrong++
		}
	}
	if v := g.Verdict(); v.Rows != g.Rows() || v.Wrong != wrong || !v.Complete {
		t.Fatalf("verdict %+v, want %d of %d", v, wrong, g.Rows())
	}
	return g.Rows(), wrong
}

// A row whose check ran out of time may be sent, and says so where it is shown; it does not count as wrong.
func TestUncheckedRowIsNotWrong(t *testing.T) {
	document, err := schema.Load([]byte(`{"required":["id"],"properties":{"id":{"type":"integer"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	check := func() Verdict {
		row := document.Root()
		g := NewLines(value.Head{Source: value.Declared}, row)
		g.AddIndexed(jsonindex.New([]byte("{}\n{\"id\":1}\n")), func(int) schema.Location { return row }, row)
		g.Finish().Load(t.Context())
		if err := g.Check(t.Context()); err != nil {
			t.Fatal(err)
		}
		return g.Verdict()
	}
	if v := check(); v.Wrong != 1 || !v.Complete {
		t.Errorf("in time: %+v", v)
	}
	before := limit.ValidateTime
	t.Cleanup(func() { limit.ValidateTime = before })
	limit.ValidateTime = 1
	if v := check(); v.Wrong != 0 || !v.Complete {
		t.Errorf("out of time: %+v", v)
	}
}

// rowKeywords are what the schemas of rows are drawn from.
var rowKeywords = []string{
	`"required":["id"]`, `"additionalProperties":false`, `"minProperties":1`, `"maxProperties":3`, `"patternProperties":{"^s":{"type":"string"}}`,
	`"properties":{"id":{"type":"integer"},"name":{"maxLength":3}}`, `"properties":{"share":{"minimum":0,"maximum":1},"ok":{"enum":[true,null,"x"]}}`,
	`"properties":{"rows":{"items":{"type":"number"},"uniqueItems":true}}`, `"oneOf":[{"required":["id"]},{"required":["name"]}]`,
	`"if":{"required":["ok"]},"then":{"required":["share"]}`, `"not":{"required":["rows"]}`, `"type":"object"`, `"propertyNames":{"maxLength":4}`,
	`"dependentRequired":{"id":["name"]}`, `"unevaluatedProperties":{"type":"number"}`,
}

func TestCheckAgreesWithValidator(t *testing.T) {
	seen := 0
	rapid.Check(t, func(t *rapid.T) {
		keywords := rapid.SliceOfNDistinct(rapid.SampledFrom(rowKeywords), 1, 4, rapid.ID).Draw(t, "keywords")
		text := bytes.Join([][]byte{[]byte("{"), []byte(keywords[0])}, nil)
		for _, k := range keywords[1:] {
			if name, _, _ := bytes.Cut([]byte(k), []byte(":")); !bytes.Contains(text, append(name, ':')) {
				text = append(append(text, ','), k...)
			}
		}
		document, err := schema.Load(append(text, '}'))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if err := document.Compile(); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		var data []byte
		for _, row := range rapid.SliceOfN(rendertest.AnyValue(2), 2, 20).Draw(t, "rows") {
			data = append(row.Append(data), '\n')
		}
		n, _ := sameVerdicts(t, document, data, document.Root())
		seen += n
	})
	if seen < 500 {
		t.Errorf("only %d rows were checked", seen)
	}
}

// TestCorpusCheck checks the values of the corpus as rows of JSON Lines.
func TestCorpusCheck(t *testing.T) {
	dir := os.Getenv("A2AFORM_CORPUS")
	if dir == "" {
		t.Skip("A2AFORM_CORPUS is not set: the corpus is NOT TESTED")
	}
	rows, wrong := 0, 0
	files, _ := filepath.Glob(filepath.Join(dir, "schemas", "*", "*", "schema.json"))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		document, err := schema.Load(text)
		if err != nil || document.Compile() != nil || document.Root().Kind() == schema.Array || document.Root().Kind() == schema.MultiEnum {
			continue
		}
		var data []byte
		values, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "*tive", "*.json"))
		for _, name := range values {
			raw, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if v, err := ojson.Parse(raw, ojson.DataLimits); err == nil {
				data = append(v.Append(data), '\n')
			}
		}
		n, w := sameVerdicts(t, document, data, document.Root())
		rows, wrong = rows+n, wrong+w
	}
	t.Logf("%d rows, %d of them wrong", rows, wrong)
	if rows < 100 || wrong == 0 {
		t.Errorf("only %d rows, %d of them wrong, were checked", rows, wrong)
	}
}
