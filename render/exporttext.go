package render

// Text is what the screen shows, without colours, but of a grid all rows: they
// are drawn in pages, each with its head, so that a table of any size needs no
// more memory than a page.
const (
	textWidth = 100
	pageRows  = 200 // fewer than are kept decoded, since a page is measured before it is drawn
)

func (o ExportOptions) width() int {
	if o.Width > 0 {
		return o.Width
	}
	return textWidth
}

func (e *exporter) documentText(d *Document, o ExportOptions) {
	c := newCanvas(o.width(), Plain)
	c.flush = e
	for i := range d.Sections {
		c.section(&d.Sections[i])
		e.lines(c)
	}
}

func (e *exporter) gridText(t extract, o ExportOptions) {
	c := newCanvas(o.width(), Plain)
	c.flush = e
	t.draw(c)
	e.lines(c)
}

// lines writes what was drawn, but for the last line, by which the canvas knows
// whether a gap is due.
func (e *exporter) lines(c *canvas) {
	for _, line := range c.Lines[c.written:] {
		e.write(line, "\n")
	}
	if n := len(c.Lines); n > 0 {
		c.Drawing = Drawing{Lines: c.Lines[n-1:]}
		c.written = 1
	}
}

// pages draws all rows, a page at a time.
func (e extract) pages(c *canvas) {
	c.flush.noteTextRows(e)
	isTable := true
	for from := 0; from == 0 || from < e.Rows() && c.flush.err == nil; from += pageRows {
		isTable = e.drawRows(c, from, min(from+pageRows, e.Rows()))
		c.flush.lines(c)
	}
	e.drawEnd(c, isTable)
	e.drawDuplicates(c, 0, e.Rows())
}
