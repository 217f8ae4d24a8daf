// Package layout lays out a table: it gives its columns their widths, and brings the decimal points of numbers below one another.
package layout

import (
	"slices"
)

// Column is how much space a column of a table takes, in cells.
type Column struct {
	Usual int // what its title and most of its cells take
	Least int // what it is cut down to before a column is hidden; Usual for one that is not cut
	Title int // what its title takes on one line
	Most  int // what its longest cell takes
	Rank  int // its place by importance, 0 for the most important one

	Detail bool // people can do without it: it is shown only where all that are no details are
}

// Fixed is a column of a width that does not change.
func Fixed(width, rank int) Column {
	return Column{Usual: width, Least: width, Title: width, Most: width, Rank: rank}
}

// Fit returns the widths of columns that stand side by side in a number of cells with a gap between them, 0 for a column that is
// hidden. Their order does not change. Where not all fit, those that can be cut are. The most important ones are shown up to the first
// that does not fit, as wide as there is space for; then the others that still fit. What is left is shared, see [Share]. No detail takes
// the place of another column, and none is the first one unless all columns fit: which one rows begin with does not depend on the width.
//
// The column at the index must is shown in any case, -1 for none. A table shows at least one column, cut if it has to be.
func Fit(columns []Column, width, gap, must int) []int {
	f := fitting{columns: columns, gap: gap, room: width + gap, widths: make([]int, len(columns))}
	order := f.order()
	if must >= 0 {
		order = append([]int{must}, slices.DeleteFunc(order, func(i int) bool { return i == must })...)
	}
	shown := 0
	for shown < len(order) && f.show(order[shown]) {
		shown++
	}
	if shown == 0 && len(order) > 0 {
		f.widths[order[0]] = max(width, 1)
		return f.widths
	}
	f.widen()
	hidesMain := false
	for _, i := range order[shown:] {
		isMain := !columns[i].Detail
		if isShown := (isMain || !hidesMain) && f.show(i); isMain && !isShown {
			hidesMain = true
		}
	}
	f.widen()
	Share(columns, f.widths, f.room)
	return f.widths
}

// order are the columns that may be shown, the most important one first, and details last. Where not all fit, rows begin with no detail.
func (f *fitting) order() []int {
	all, least := byRank(f.columns), 0
	for _, c := range f.columns {
		least += c.Least + f.gap
	}
	main := slices.IndexFunc(f.columns, func(c Column) bool { return !c.Detail })
	if least <= f.room || main < 0 {
		return all
	}
	return slices.DeleteFunc(all, func(i int) bool { return i < main })
}

// fitting is the work of [Fit].
type fitting struct {
	columns   []Column
	widths    []int
	gap, room int
}

// show shows a column at its least width, where that fits.
func (f *fitting) show(i int) bool {
	least := f.columns[i].Least
	if least+f.gap > f.room {
		return false
	}
	f.widths[i] = least
	f.room -= least + f.gap
	return true
}

// widen gives the space that is left to the columns that are cut, the most important first.
func (f *fitting) widen() {
	for _, i := range byRank(f.columns) {
		if more := min(f.columns[i].Usual-f.widths[i], f.room); f.widths[i] > 0 && more > 0 {
			f.widths[i] += more
			f.room -= more
		}
	}
}

// byRank are the indexes of columns, the most important one first, and details last.
func byRank(columns []Column) []int {
	order := make([]int, len(columns))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case columns[a].Detail == columns[b].Detail:
			return columns[a].Rank - columns[b].Rank
		case columns[a].Detail:
			return 1
		}
		return -1
	})
	return order
}

// Share gives room, which no column fits into, to those of columns that have a width: to titles, if that is enough to have all of them on
// one line; then to cells that are longer than most, in turn.
func Share(columns []Column, widths []int, room int) {
	titles, more := slices.Clone(widths), 0
	for i, c := range columns {
		if widths[i] > 0 {
			titles[i] = max(widths[i], c.Title)
			more += titles[i] - widths[i]
		}
	}
	if more <= room {
		copy(widths, titles)
		room -= more
	}
	for more := 1; more > 0 && room > 0; {
		more = 0
		for i, c := range columns {
			if room > more && widths[i] > 0 && widths[i] < c.Most {
				widths[i]++
				more++
			}
		}
		room -= more
	}
}

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
