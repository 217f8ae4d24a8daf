package draw

import (
	"slices"

	"a2aform/render"
	"a2aform/render/value"
)

// Framed is a document for a frame with a title. What the frame says is not in the lines,
// and the columns of a table that do not fit are left out and named.
type Framed struct {
	Drawing
	Title   string   // of the only artifact; "" where there are several
	Facts   []string // of the only block, such as its number of rows
	Verdict string   // of its validation; "" where nothing was to be validated
	Bad     bool     // it breaks its schema
	Hidden  int      // columns of tables that are not shown

	isOnly bool // there is one block
}

// Frame is the document in at most width cells.
func Frame(d *render.Document, width int, style Style) *Framed {
	c := newCanvas(width, style)
	c.frame = &Framed{isOnly: len(d.Sections) == 1 && countBlocks(d) == 1}
	if len(d.Sections) == 1 {
		c.frame.Title = d.Sections[0].Heading().Line(0).String()
	}
	for i := range d.Sections {
		c.section(&d.Sections[i])
	}
	c.frame.Drawing = c.Drawing
	return c.frame
}

// Facts draws blocks above a table in whose frame they are: without what they say of
// themselves, and without a row that says that the table is below.
func Facts(blocks []render.Block, width int, style Style) *Drawing {
	c := newCanvas(width, style)
	c.frame, c.isFacts = &Framed{isOnly: true}, true
	blocks = slices.Clone(blocks)
	for i, b := range blocks {
		if f, ok := b.(*render.Fields); ok {
			blocks[i] = withoutBelow(f)
		}
	}
	c.blocks(slices.DeleteFunc(blocks, isEmpty))
	return &c.Drawing
}

// withoutBelow are fields without the rows of lists that are below them, but for those that say what is wrong.
func withoutBelow(f *render.Fields) *render.Fields {
	rest := *f
	rest.Rows = slices.DeleteFunc(slices.Clone(f.Rows), func(r render.Field) bool {
		return r.Below && r.Depth == 0 && len(r.Cell.Problems) == 0 && len(r.Notes()) == 0
	})
	return &rest
}

// isEmpty reports fields of which nothing is to be said.
func isEmpty(b render.Block) bool {
	f, ok := b.(*render.Fields)
	return ok && len(f.Rows)+len(f.Unsent)+len(f.Others)+f.More == 0
}

// ShortFacts draws the values of blocks side by side, on as few lines as they take. It returns nil where one of them needs lines of its
// own, as it has a problem, parts or a long text.
func ShortFacts(blocks []render.Block, width int, style Style) []string {
	c := newCanvas(width, style)
	used := 0
	var pieces []piece
	for _, b := range blocks {
		f, ok := b.(*render.Fields)
		if !ok || len(f.Others) > 0 || f.More > 0 {
			return nil
		}
		for _, r := range withoutBelow(f).Rows {
			text := style.CellText(r.Cell)
			label := r.Label.String() + " "
			taken := cells(label) + cells(text)
			if r.Section || r.Depth > 0 || opensField(r) || len(r.Cell.Problems) > 0 || len(r.Notes()) > 0 || taken > width {
				return nil
			}
			if used > 0 && used+factsGap+taken > width {
				c.put(pieces...)
				pieces, used = nil, 0
			}
			if used > 0 {
				pieces = append(pieces, piece{text: spaces(factsGap)})
				used += factsGap
			}
			pieces = append(pieces, piece{label, style.Label}, piece{text, style.CellPaint(r.Cell)})
			used += taken
		}
	}
	if used > 0 {
		c.put(pieces...)
	}
	return c.Lines
}

// factsGap is between values side by side, in cells.
const factsGap = 3

// countBlocks counts the blocks that are an answer.
func countBlocks(d *render.Document) (n int) {
	for _, b := range d.Blocks() {
		switch b.(type) {
		case *render.Notice, *render.Aside:
			continue
		}
		if !b.Head().Nested {
			n++
		}
	}
	return n
}

// barCells is how long the bars of a table are.
func (c *canvas) barCells() int {
	if c.frame != nil {
		return frameBarCells
	}
	return tableBarCells
}

const frameBarCells = 4

// inFrame reports that the frame says what a block says of itself.
func (c *canvas) inFrame(h value.Head, details []string) bool {
	if c.frame == nil || !c.frame.isOnly || h.Nested {
		return false
	}
	c.frame.Facts, c.frame.Verdict, c.frame.Bad = slices.Clone(details), h.Verdict(), len(h.Problems) > 0
	return true
}
