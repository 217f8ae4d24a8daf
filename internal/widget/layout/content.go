package layout

import "slices"

// MaxTitle is what a title takes at most, in cells.
const MaxTitle = 40

const (
	shortCell = 16 // a column of such cells has the width of the longest one, unless texts are cut
	readable  = 12 // texts that are cut for other columns keep this much
	leastText = 8  // and this much in any case
	textShare = 3  // which part of a table a column of texts takes at most
)

// Kind is what may be done with the cells of a column where not all columns fit.
type Kind int

// The kinds of columns.
const (
	Short Kind = iota // one long cell in five is cut, if it is longer than a word or two
	Whole             // no cell is cut: a number that is cut is another number
	Long              // texts of which half are cut
)

// Content is how much space the cells of a column take. One long text does not hide other columns: at their usual width, four of five
// texts are whole.
type Content struct {
	Usual, Longest int

	most, median int
}

// Measure is the content of a column by the widths of its cells, which it sorts.
func Measure(widths []int, kind Kind) Content {
	if len(widths) == 0 {
		widths = []int{0}
	}
	slices.Sort(widths)
	n := len(widths)
	c := Content{most: max(1, widths[(n*4-1)/5]), median: widths[(n-1)/2], Longest: max(1, widths[n-1])}
	if c.Usual = c.most; kind == Whole || c.Longest <= shortCell {
		c.Usual = c.Longest
	}
	return c
}

// Column is the space for a column in a table of a width. Its title takes some cells on one line, and others where it is wrapped.
func (c Content) Column(kind Kind, title, wrapped, width, rank int) Column {
	wrapped = min(wrapped, MaxTitle)
	column := Column{Usual: max(c.Usual, wrapped), Title: title, Most: c.Longest, Rank: rank}
	if kind != Whole {
		column.Usual = min(column.Usual, max(width/2, leastText))
	}
	column.Least = column.Usual
	switch {
	case kind == Long:
		column.Usual = min(column.Usual, max(width/textShare, wrapped))
		column.Least = min(column.Usual, max(min(c.median, readable), wrapped, leastText))
	case kind == Short && c.Longest > shortCell:
		column.Least = min(column.Usual, max(c.most, wrapped))
	}
	return column
}
