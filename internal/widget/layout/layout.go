// Package layout gives the columns of a table their widths.
package layout

import "slices"

// Column is how much space a column of a table takes, in cells.
type Column struct {
	Usual int // what its title and most of its cells take
	Least int // what it is cut down to before a column is hidden; Usual for one that is not cut
	Rank  int // its place by importance, 0 for the most important one
}

// Fit returns the widths of columns that stand side by side in a number of cells with a gap between them, 0 for a column that is
// hidden. Their order does not change. Where not all fit, those that can be cut are; then the most important ones are shown, each that
// still fits. What is left over goes to the columns that were cut, the most important first.
//
// The column at the index must is shown in any case, -1 for none. A table shows at least one column, cut if it has to be.
func Fit(columns []Column, width, gap, must int) []int {
	widths := make([]int, len(columns))
	order := byRank(columns)
	if must >= 0 {
		order = append([]int{must}, slices.DeleteFunc(order, func(i int) bool { return i == must })...)
	}
	room := width + gap
	for _, i := range order {
		if least := columns[i].Least; least+gap <= room {
			widths[i] = least
			room -= least + gap
		}
	}
	if len(order) > 0 && room == width+gap {
		widths[order[0]] = max(width, 1)
		return widths
	}
	for _, i := range byRank(columns) {
		if more := min(columns[i].Usual-widths[i], room); widths[i] > 0 && more > 0 {
			widths[i] += more
			room -= more
		}
	}
	return widths
}

// byRank are the indexes of columns, the most important one first.
func byRank(columns []Column) []int {
	order := make([]int, len(columns))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return columns[a].Rank - columns[b].Rank })
	return order
}
