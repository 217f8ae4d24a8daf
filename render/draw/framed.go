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
// themselves.
func Facts(blocks []render.Block, width int, style Style) *Drawing {
	c := newCanvas(width, style)
	c.frame = &Framed{isOnly: true}
	c.blocks(blocks)
	return &c.Drawing
}

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

const (
	frameBarCells   = 4
	readableInFrame = 16 // a column of text is not cut below this as long as another can be left out
)

// inFrame reports that the frame says what a block says of itself.
func (c *canvas) inFrame(h value.Head, details []string) bool {
	if c.frame == nil || !c.frame.isOnly || h.Nested {
		return false
	}
	c.frame.Facts, c.frame.Verdict, c.frame.Bad = slices.Clone(details), h.Verdict(), len(h.Problems) > 0
	return true
}

// fitsFrame gives the columns their widths, and reports whether they fit: whole, else
// without notes and bars, else with texts cut as long as they can be read, else without
// some columns.
func (l *tableLayout) fitsFrame(width int) bool {
	for len(l.columns) > 1 {
		all := slices.Clone(l.columns)
		drop, isSparse := l.columnToDrop()
		if l.fitsWhole(width) || !isSparse && l.shrink(width, readableInFrame) {
			return true
		}
		l.columns = all
		l.left = append(l.left, l.columns[drop])
		l.columns = slices.Delete(l.columns, drop, drop+1)
	}
	return l.fits(width)
}

// fitsWhole tries to show all cells whole: with what is next to them, without notes, without
// bars.
func (l *tableLayout) fitsWhole(width int) bool {
	if l.fitsContent(width) {
		return true
	}
	for _, keepBars := range []bool{true, false} {
		for i := range l.columns {
			if p := &l.columns[i]; !keepBars || !p.hasBars {
				p.extras = 0
			}
		}
		if l.fitsContent(width) {
			return true
		}
	}
	return false
}

// fitsContent makes the columns as wide as their cells, and as their titles where there is space
// for all of them.
func (l *tableLayout) fitsContent(width int) bool {
	more := 0
	for i := range l.columns {
		l.columns[i].text = l.columns[i].minimum
	}
	spare := width - l.total()
	for _, p := range l.columns {
		more += max(p.natural-p.text, 0)
	}
	for i := range l.columns {
		if p := &l.columns[i]; more <= spare {
			p.text = max(p.text, p.natural)
		}
	}
	return spare >= 0
}

// columnToDrop is the column to leave out first: the least important one.
func (l *tableLayout) columnToDrop() (drop int, isSparse bool) {
	for i, p := range l.columns {
		if p.rank > l.columns[drop].rank {
			drop = i
		}
	}
	return drop, l.columns[drop].isSparse()
}

// isSparse reports a column in which most rows have nothing.
func (p *columnLayout) isSparse() bool {
	empty := 0
	for _, d := range p.cells {
		if d.text == "" || d.text == NoValue {
			empty++
		}
	}
	return empty > len(p.cells)/2
}
