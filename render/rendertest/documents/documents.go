// Package documents makes documents for tests: any documents, and those of a corpus of
// real schemas.
package documents

import (
	"testing"

	"pgregory.net/rapid"

	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render"
	"a2aform/render/rendertest"
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
