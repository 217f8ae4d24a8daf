package huhform

import (
	"sort"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

// window is the part of a page that is on screen. The lines of the rows are summed
// up once for each listing and edit, so that a frame costs what it shows, however
// long the page is. What only the focused row has is added when asked.
type window struct {
	top, height int  // first line on screen, and how many there are
	isWheeled   bool // it was moved away from the focus

	starts  []int // where each row starts, and after the last the end
	edit    uint64
	showing map[*formgen.Field][]schema.Problem
	focus   int
	focused int // lines that the focused row has besides: what is typed in, and help
}

// start is the line at which row i starts; that after the last is the end.
func (w *window) start(i int) int {
	if i > w.focus {
		return w.starts[i] + w.focused
	}
	return w.starts[i]
}

// total is the number of lines of all rows.
func (w *window) total() int { return w.start(len(w.starts) - 1) }

// rowAt is the row that a line belongs to.
func (w *window) rowAt(line int) int {
	return sort.Search(len(w.starts)-1, func(i int) bool { return w.start(i+1) > line })
}

// show moves the window so that the lines from start to end are in it, those at the
// start if not all fit.
func (w *window) show(start, end int) {
	w.top = max(w.top, end-w.height)
	w.move(min(w.top, start))
}

// move shows the lines from top on, as far as there are some.
func (w *window) move(top int) { w.top = max(min(top, w.total()-w.height), 0) }

// visible cuts the lines of a row that starts at line at to the screen.
func (w *window) visible(lines []string, at int) []string {
	from := min(max(w.top-at, 0), len(lines))
	to := min(max(w.top+w.height-at, from), len(lines))
	return lines[from:to]
}

// areaLines returns how many lines a text area or an editor gets: most of the page if it is
// alone there, else fewer.
func (w *window) areaLines(isAlone, isEditor bool) int {
	switch {
	case isAlone:
		return max(w.height-5, 3)
	case isEditor:
		return max(w.height/2, 2)
	}
	return min(6, max(w.height/3, 2))
}
