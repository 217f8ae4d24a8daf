package draw

import (
	"bytes"
	"encoding/json"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/render"
	"a2aform/render/table"
	"a2aform/render/value"
)

// Drawing is blocks as lines, and the positions of what they show. Line numbers count
// from 0 and ascend.
type Drawing struct {
	Lines []string
	// Problems are the lines to go to for each value that breaks its schema: the
	// value's own line, the row of a table, or what is said of a location that has
	// no line. Several problems of one line are one stop.
	Problems []int
	// Links are the parts that can be opened on their own. A line may have several.
	Links []Link
	// Fields are the lines of the fields of an object, and of objects in it.
	Fields []FieldLine
}

// FieldLine is the line where a field begins.
type FieldLine struct {
	Pointer safe.Raw // JSON Pointer of its value, in the object
	Line    int
}

// Link is something in a drawing that can be opened: a table, a text, a file, JSON, or
// a cell that is nested or was cut. The links of a document and of what they open
// lead to everything that was received.
type Link struct {
	Line  int
	Title string       // safe to show: the labels on the way to it
	Block render.Block // nil for a cell
	Cell  value.Cell
}

// Blocks returns what the link opens.
func (l Link) Blocks() []render.Block {
	if l.Block != nil {
		return []render.Block{l.Block}
	}
	return render.CellBlocks(l.Cell)
}

// Document is the document as lines of at most width cells (at least 1), for a
// terminal or a file. Grids are cut after limit.Rows rows, and say so; the
// table of the document has them all.
func Document(d *render.Document, width int, style Style) *Drawing {
	c := newCanvas(width, style)
	for i := range d.Sections {
		c.section(&d.Sections[i])
	}
	return &c.Drawing
}

// Lines are the lines of [Document].
func Lines(d *render.Document, width int, style Style) []string {
	return Document(d, width, style).Lines
}

// Blocks is some blocks as lines of at most width cells, as those of a [Link].
func Blocks(blocks []render.Block, width int, style Style) *Drawing {
	c := newCanvas(width, style)
	c.blocks(blocks)
	return &c.Drawing
}

// stop records that the next line contains a problem.
func (c *canvas) stop() {
	if n := len(c.Problems); n == 0 || c.Problems[n-1] != len(c.Lines) {
		c.Problems = append(c.Problems, len(c.Lines))
	}
}

// opens adds a link to a block on the next line.
func (c *canvas) opens(title string, b render.Block) {
	if title == "" {
		title = c.heading
	}
	c.Links = append(c.Links, Link{Line: len(c.Lines), Title: title, Block: b})
}

// opensCell adds a link to a cell on the next line.
func (c *canvas) opensCell(title string, cell value.Cell) {
	c.Links = append(c.Links, Link{Line: len(c.Lines), Title: title, Cell: cell})
}

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

// json draws a value over as many lines as it takes; what is too long for a line
// goes on in the next one, so that nothing is lost.
func (c *canvas) json(data []byte) {
	var indented bytes.Buffer
	if len(data) > limit.JSONBytes.Int() || indentedSize(data) > limit.JSONBytes.Int() || json.Indent(&indented, data, "", "  ") != nil {
		indented.Reset()
		indented.Write(data)
	}
	block := safe.Text(string(ojson.AsSent(indented.Bytes()))).Block(limit.JSONBytes.Int())
	for _, line := range block.Lines() {
		wrapped, paint := wrap(line.String(), c.width), c.style.Text
		if len(wrapped) == 1 && c.style.JSON != nil && indented.Len() <= maxColored {
			paint = c.style.JSON
		}
		for _, l := range wrapped {
			c.put(piece{l, paint})
		}
	}
	if block.Cut() {
		c.put(piece{"cut here: the value has " + value.Grouped(len(data)) + " bytes", c.style.Warn})
	}
}

// maxColored is up to how many bytes a value has the colors of JSON, which take several times
// its memory.
const maxColored = 128 << 10

// indentedSize is about how many bytes a JSON text has when it is indented: deep
// ones grow by the square of their depth.
func indentedSize(data []byte) int {
	size, depth, quoted := len(data), 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
			size += 2*depth + 1
		case c == '}' || c == ']':
			depth--
			size += 2*depth + 1
		case c == ',':
			size += 2*depth + 1
		case c == ':':
			size++
		}
	}
	return size
}
