package draw

import (
	"a2aform/internal/safe"
	"a2aform/render"
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
