package draw_test

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/internal/safe"
	"a2aform/render"
	"a2aform/render/draw"
	"a2aform/render/rendertest/documents"
	"a2aform/render/table"
	"a2aform/ui/uitest"
)

// TestRealTablesAreDrawn compares drawings of the real tables with a golden file: whole ones of several widths, framed ones, the first row
// by itself, facts, and charts of the columns of numbers.
func TestRealTablesAreDrawn(t *testing.T) {
	var b strings.Builder
	few := draw.Style{Rows: 6, Color: func(rgb string) draw.Paint { return func(text string) string { return text + rgb } }}
	spare := draw.Style{Rows: 3, Yes: "●", No: "·", ForAudience: true, NoGlyphs: true, NoMarks: true}
	documents.Tables(t, "../table/testdata/tables", func(name string, g *table.Table, _ []string) {
		fmt.Fprintf(&b, "== %s\n", name)
		for _, width := range []int{34, 96} {
			write(&b, draw.Blocks([]render.Block{g}, width, few))
			write(&b, draw.Blocks([]render.Block{g}, width, spare))
			for _, line := range draw.Headings(g, width) {
				fmt.Fprintf(&b, "%s\n", line)
			}
		}
		write(&b, draw.Blocks(render.RowBlocks(g, 0), 60, few))
		write(&b, draw.Facts(render.RowBlocks(g, 0), 60, few))
		fmt.Fprintf(&b, "%q\n", draw.ShortFacts(render.RowBlocks(g, 0), 70, few))
		chart(&b, g)
	})
	uitest.Text(t, "tables", b.String())
}

// TestShownSchemasAreDrawn does so for what is drawn of schemas that do not fit.
func TestShownSchemasAreDrawn(t *testing.T) {
	var b strings.Builder
	for _, text := range documents.Schemas {
		for _, data := range []string{
			`[{"id":1,"name":"Ada","share":0.25,"when":"2026-03-14","ok":true,"tags":["a","b"]},{"id":"x","name":7,"share":1.5,"nested":{"a":{"b":[1,2,{"c":null}]}}},null,3]`,
			`{"id":12345678901234567890,"name":"b","share":0.5,"rows":[{"id":1},{"name":"x"}],"more":{"deep":[[1],[2]]},"ghost":"# Title\n\n* a\n* b","ok":false}`,
			`"a text\nof two lines"`, `[1,2,3]`, `{}`, `null`, `{"broken":`,
		} {
			d := render.Open([]byte(data), documents.Compiled(text))
			fmt.Fprintf(&b, "== %s\n-- %s\n", text, data)
			for _, width := range []int{40, 90} {
				write(&b, draw.Document(d, width, draw.Plain))
				framed := draw.Frame(d, width, draw.Plain)
				write(&b, &framed.Drawing)
				fmt.Fprintf(&b, "framed %q %q %q %t\n", framed.Title, framed.Facts, framed.Verdict, framed.Bad)
			}
		}
	}
	fmt.Fprintf(&b, "%s\n%s\n", draw.UnexpectedText([]string{"a", "b"}), draw.UnsentText([]string{"a"}))
	uitest.Text(t, "schemas", b.String())
}

func write(b *strings.Builder, d *draw.Drawing) {
	for _, line := range d.Lines {
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	fmt.Fprintf(b, "problems %v, fields %+v\n", d.Problems, d.Fields)
	for _, link := range d.Links {
		fmt.Fprintf(b, "link %d %q, %d blocks\n", link.Line, link.Title, len(link.Blocks()))
	}
}

func chart(b *strings.Builder, g *table.Table) {
	for col, c := range g.Columns() {
		var values []float64
		var bars []draw.ChartBar
		for row := range min(g.Rows(), 40) {
			if n, ok := g.View().Number(row, col); ok {
				values = append(values, n)
				if len(bars) < 5 {
					bars = append(bars, draw.ChartBar{Label: safe.Text(g.RowName(row)).Line(20).String(), Value: n})
				}
			}
		}
		if !c.Numeric || len(values) < 5 {
			continue
		}
		fmt.Fprintf(b, "chart of %s\n", c.Heading())
		for _, lines := range [][]string{draw.LineChart(values, 50, 6, draw.ChartStyle{}), draw.BarChart(bars, 44, draw.ChartStyle{}), draw.BarChart(draw.Histogram(values, 5), 60, draw.ChartStyle{})} {
			for _, line := range lines {
				b.WriteString(strings.TrimRight(line, " ") + "\n")
			}
		}
		return
	}
}
