package render_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/render"
	"a2aform/render/export"
)

// exports are which documents are exported in which formats for the golden
// files.
var exports = map[string][]string{
	"expense": {"json", "jsonl", "csv", "tsv", "md", "html", "text"}, "trip": {"jsonl", "csv", "md", "html"},
	"invalid": {"md", "html"}, "shapes": {"csv", "md", "html"}, "formats": {"csv", "md", "html"}, "markdown": {"md", "html", "text"},
	"foreign": {"tsv", "md", "html"}, "text": {"md", "html"},
}

func TestGoldenExports(t *testing.T) {
	for name, formats := range exports {
		for _, format := range formats {
			t.Run(name+"."+format, func(t *testing.T) {
				f, err := export.ParseFormat(format)
				if err != nil {
					t.Fatal(err)
				}
				var texts []string
				for _, document := range exportedDocuments(render.New(documents[name], resolve), f) {
					var sb strings.Builder
					err = export.Document(&sb, document, f, export.Options{Title: "Result of " + name})
					if _, isRepeated := errors.AsType[*export.DuplicateKeysError](err); err != nil && !isRepeated {
						t.Fatal(err)
					}
					texts = append(texts, sb.String())
				}
				text := strings.Join(texts, "\n")
				if head, rest, ok := strings.Cut(text, "<style>"); ok { // one look at the style is enough
					_, rest, _ = strings.Cut(rest, "</style>")
					text = head + "<style></style>" + rest
				}
				compareFile(t, filepath.Join("testdata", "export", name+f.Extension()), text)
			})
		}
	}
}

// exportedDocuments are a document for each table in formats that hold one, else the
// document itself.
func exportedDocuments(d *render.Document, f export.Format) []*render.Document {
	if f != export.CSV && f != export.TSV {
		return []*render.Document{d}
	}
	var tables []*render.Document
	for _, block := range d.Blocks() {
		if head := block.Head(); head.Data && !head.Nested {
			tables = append(tables, &render.Document{Sections: []render.Section{{Blocks: []render.Block{block}}}})
		}
	}
	return tables
}
