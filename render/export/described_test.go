package export_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"a2aform/render"
	"a2aform/render/export"
	"a2aform/render/rendertest/documents"
	"a2aform/render/table"
	"a2aform/ui/uitest"
)

// TestRealTablesAreExported compares the first rows of the real tables, in each format, with golden files.
func TestRealTablesAreExported(t *testing.T) {
	for _, name := range export.Formats() {
		t.Run(name, func(t *testing.T) {
			format, err := export.ParseFormat(name)
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			documents.Tables(t, "../table/testdata/tables", func(name string, g *table.Table, _ []string) {
				fmt.Fprintf(&b, "== %s\n", name)
				some := table.Selection{View: g.View().Picked([]int{0, 2, 1}), Columns: []int{1, 0, 2}}
				if err := export.Table(&b, g, format, some, export.Options{Title: name, Width: 70, Level: 1}); err != nil {
					t.Error(err)
				}
				if err := export.Table(&b, g, format, table.Selection{View: g.View().Picked([]int{3})}, export.Options{}); err != nil {
					t.Error(err)
				}
			})
			uitest.Text(t, "tables-"+name, withoutStyle(b.String()))
		})
	}
}

// TestDocumentsAreExported does so for documents that do not fit their schemas, or are no tables.
func TestDocumentsAreExported(t *testing.T) {
	var b bytes.Buffer
	for _, text := range documents.Schemas[:4] {
		for _, data := range []string{
			`[{"id":1,"name":"A\"da, \u001b[1m","share":0.25,"ok":true,"tags":["a","b"]},{"id":"x","name":7,"nested":{"a":[1]}}]`,
			`{"id":12345678901234567890,"name":"b","rows":[{"id":1},{"name":"x|y"}],"more":{"deep":[[1],[2]]}}`, `"a text\nof two lines"`, `[1,2,3]`, `{}`, `null`,
		} {
			d := render.Open([]byte(data), documents.Compiled(text))
			for _, name := range export.Formats() {
				format, err := export.ParseFormat(name)
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&b, "== %s as %s %s\n", data, format, format.Extension())
				err = export.Document(&b, d, format, export.Options{Title: "Result", Width: 60})
				fmt.Fprintf(&b, "\n%v\n", err)
			}
			_ = export.Sections(&b, d, nil)
			v, err := export.Value(d)
			fmt.Fprintf(&b, "value %s, %v\n", v.Compact(), err)
		}
	}
	for _, text := range []string{".", ".[0].name", ".[] | select(.id == 1)", "map(.id)", ".[", "error(\"no\")", "input", "$ENV", ".. | numbers", "{a: .[0], b: length}"} {
		q, err := export.ParseQuery(text)
		if err != nil {
			fmt.Fprintf(&b, "%s: %s\n", text, err)
			continue
		}
		values, err := q.Values(t.Context(), []byte(`[{"id":1,"name":"Ada"},{"id":2.50,"name":null}]`))
		fmt.Fprintf(&b, "%s: %s, %v\n", text, bytes.Join(raws(values), []byte(" ")), err)
	}
	for _, text := range []string{"a*b_c", "# x", "1. x", "<b>&", "`code`", "[a](b)", "a|b", "> q", "- x", "line\nline"} {
		fmt.Fprintf(&b, "%q %q\n", text, export.MarkdownText(text))
	}
	uitest.Text(t, "documents", withoutStyle(strings.ToValidUTF8(b.String(), "?")))
}

var style = regexp.MustCompile(`(?s)<style>.*?</style>`)

// withoutStyle leaves out what all pages have.
func withoutStyle(text string) string { return style.ReplaceAllString(text, "<style>…</style>") }

func raws[T ~[]byte](list []T) (all [][]byte) {
	for _, one := range list {
		all = append(all, one)
	}
	return all
}
