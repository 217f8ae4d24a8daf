package render_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"a2aform/render"
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
				f, err := render.ParseFormat(format)
				if err != nil {
					t.Fatal(err)
				}
				var sb strings.Builder
				err = render.New(documents[name], resolve).Export(&sb, f, render.ExportOptions{Title: "Result of " + name})
				if _, isRepeated := errors.AsType[*render.RepeatedError](err); err != nil && !isRepeated {
					t.Fatal(err)
				}
				text := sb.String()
				if head, rest, ok := strings.Cut(text, "<style>"); ok { // one look at the style is enough
					_, rest, _ = strings.Cut(rest, "</style>")
					text = head + "<style></style>" + rest
				}
				compareFile(t, filepath.Join("testdata", "export", name+f.Extension()), text)
			})
		}
	}
}
