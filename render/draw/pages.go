package draw

import (
	"a2aform/render"
	"a2aform/render/table"
)

// Pages takes a drawing of any size. All rows of a table are drawn, in pages that are each
// measured on their own, so that a table needs no more memory than a page.
type Pages struct {
	// Table gives the table that is drawn instead of another one: its rows, but with caches
	// that no other goroutine uses.
	Table func(g *table.Table) *table.Table
	// Lines takes the next lines and reports whether it takes more.
	Lines func(lines []string) bool
}

// pageRows is fewer than are kept decoded, since a page is measured before it is drawn.
const pageRows = 200

// Document draws a document without colors.
func (p *Pages) Document(d *render.Document, width int) {
	c := newCanvas(width, Plain)
	c.pages = p
	for i := range d.Sections {
		c.section(&d.Sections[i])
		c.flush()
	}
}

// Blocks draws some blocks without colors.
func (p *Pages) Blocks(blocks []render.Block, width int) {
	c := newCanvas(width, Plain)
	c.pages = p
	c.blocks(blocks)
	c.flush()
}

// flush hands on what was drawn. The last line stays: the canvas knows by it whether a
// gap is due.
func (c *canvas) flush() {
	if !c.pages.Lines(c.Lines[c.written:]) {
		c.stopped = true
	}
	if n := len(c.Lines); n > 0 {
		c.Drawing = Drawing{Lines: c.Lines[n-1:]}
		c.written = 1
	}
}

// allRows draws all rows of a table, a page at a time.
func (c *canvas) allRows(g *table.Table) {
	g = c.pages.Table(g)
	isTable := true
	for from := 0; from == 0 || from < g.Rows() && !c.stopped; from += pageRows {
		isTable = c.tableRows(g, from, min(from+pageRows, g.Rows()))
		c.flush()
	}
	c.tableEnd(g, isTable)
	c.duplicates(g, 0, g.Rows())
}
