package render

// Text is what the screen shows, without colours, but of a grid all rows.

// textWidth is how wide text is where nothing is asked for, in cells.
const textWidth = 100

func (o ExportOptions) width() int {
	if o.Width > 0 {
		return o.Width
	}
	return textWidth
}

// textPages are the pages of a drawing as text.
func (e *exporter) textPages() *Pages {
	return &Pages{
		Grid: func(g *Grid) *Grid {
			t := newExtract(g, Selection{})
			e.noteTextRows(t)
			return t.Grid
		},
		Lines: func(lines []string) bool {
			for _, line := range lines {
				e.write(line, "\n")
			}
			return e.err == nil
		},
	}
}

func (e *exporter) documentText(d *Document, o ExportOptions) {
	e.textPages().Document(d, o.width())
}

func (e *exporter) gridText(t extract, o ExportOptions) {
	e.textPages().Blocks([]Block{t.Grid}, o.width())
}
