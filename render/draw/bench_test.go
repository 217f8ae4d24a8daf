package draw

import (
	"bytes"
	"fmt"
	"testing"

	lipglosstable "charm.land/lipgloss/v2/table"

	"a2aform/render"
	"a2aform/render/rendertest"
	"a2aform/render/rendertest/documents"
	"a2aform/render/table"
)

// benchRows is a list of rows that is decoded and validated as a whole.
func benchRows(rows int) []byte {
	var buf bytes.Buffer
	for i := range rows {
		fmt.Fprintf(&buf, `,{"id":%d,"name":"row number %d","share":0.%03d,"ok":%v,"more":"some text that is longer than its column"}`, i, i, i%1000, i%2 == 0)
	}
	return append(append([]byte("["), buf.Bytes()[1:]...), ']')
}

func benchGrid(b *testing.B, data []byte) (*render.Document, *table.Table) {
	b.Helper()
	d := render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: data}}}}, documents.Resolver(b, rendertest.RowSchema))
	g, ok := d.Blocks()[0].(*table.Table)
	if !ok {
		b.Fatal("no grid")
	}
	return d, g
}

// BenchmarkLines draws 500 rows; the anchor is the same cells, already decoded
// and without marks, bars and alignment, in lipgloss's table.
func BenchmarkLines(b *testing.B) {
	d, g := benchGrid(b, benchRows(500))
	b.Run("ours", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			Lines(d, 100, Plain)
		}
	})
	b.Run("anchor=lipgloss-table", func(b *testing.B) {
		rows := make([][]string, g.Rows())
		for r := range rows {
			for c := range g.Columns() {
				rows[r] = append(rows[r], g.Cell(r, c).Line().String())
			}
		}
		b.ReportAllocs()
		for b.Loop() {
			_ = lipglosstable.New().Width(100).Wrap(false).Rows(rows...).Render()
		}
	})
}

// BenchmarkWindow draws one screen of cells, as a windowed widget does: its cost
// must not grow with the rows.
func BenchmarkWindow(b *testing.B) {
	for _, rows := range []int{100, 5_000, 200_000} {
		b.Run(fmt.Sprint(rows), func(b *testing.B) {
			_, g := benchGrid(b, benchRows(rows))
			b.ReportAllocs()
			at := 0
			for b.Loop() {
				at = (at + 4001) % max(g.Rows()-40, 1)
				for r := at; r < at+40; r++ {
					for c := range g.Columns() {
						g.Cell(r, c).Line()
					}
				}
			}
		})
	}
}

// BenchmarkNew is a document from bytes: decoded and validated, or indexed where it
// is large.
func BenchmarkNew(b *testing.B) {
	for _, rows := range []int{10, 1_000, 200_000} {
		b.Run(fmt.Sprint(rows), func(b *testing.B) {
			data := benchRows(rows)
			resolve := documents.Resolver(b, rendertest.RowSchema)
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				render.New([]render.Artifact{{Parts: []render.Part{{Kind: render.DataPart, Data: data}}}}, resolve)
			}
		})
	}
}
