package export

import (
	"a2aform/render"
	"a2aform/render/draw"
	"a2aform/render/table"
)

// Text is what the screen shows, without colors, but of a table all rows.

// textWidth is how wide text is where nothing is asked for, in cells.
const textWidth = 100

func (o Options) width() int {
	if o.Width > 0 {
		return o.Width
	}
	return textWidth
}

// textPages are the pages of a drawing as text.
func (e *exporter) textPages() *draw.Pages {
	return &draw.Pages{
		Table: func(g *table.Table) *table.Table {
			t := newExtract(g, table.Selection{})
			e.noteTextRows(t)
			return t.Table
		},
		Lines: func(lines []string) bool {
			for _, line := range lines {
				e.write(line, "\n")
			}
			return e.err == nil
		},
	}
}

func (e *exporter) documentText(d *render.Document, o Options) {
	e.textPages().Document(d, o.width())
}

func (e *exporter) tableText(t extract, o Options) {
	e.textPages().Blocks([]render.Block{t.Table}, o.width())
}
