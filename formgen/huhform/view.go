package huhform

import (
	"reflect"
	"slices"
	"sort"

	"a2aform/formgen"
	"a2aform/formgen/words"
	"a2aform/internal/schema"
)

// Lines draws the rows that fit, with the focused one among them.
func (p *Page) Lines() []string {
	p.scroll()
	w := &p.window
	lines := make([]string, 0, w.height)
	for i := w.rowAt(w.top); i < len(p.rows) && w.start(i) < w.top+w.height; i++ {
		lines = append(lines, w.visible(p.rowAt(i).draw(), w.start(i))...)
	}
	return lines
}

// scroll moves the window so that the focused row is in it, whole if it fits.
func (p *Page) scroll() {
	p.measure()
	if p.window.isWheeled {
		p.window.move(p.window.top)
		return
	}
	start, end := p.window.start(p.focus), p.window.start(p.focus+1)
	if p.focus == p.rows.first() {
		start = 0 // with the first field comes what is above it
	}
	if first, last := p.openItem(); p.window.start(last+1)-p.window.start(first) <= p.window.height {
		p.window.show(p.window.start(first), p.window.start(last+1)) // the whole item that is filled in
	}
	p.window.show(start, end)
	p.window.alignTop(p.focus, func(i int) bool { return p.rowAt(i).isSpaced() })
}

// measure brings the window up to date.
func (p *Page) measure() {
	w, showing := &p.window, p.form.Showing()
	// A map that is held is not made again at the same place.
	same := w.edit == p.form.Edit() && reflect.ValueOf(w.showing).Pointer() == reflect.ValueOf(showing).Pointer()
	if !same || len(w.starts) != len(p.rows)+1 {
		w.edit, w.showing = p.form.Edit(), showing
		w.starts = append(w.starts[:0], 0)
		for i := range p.rows {
			w.starts = append(w.starts, w.starts[i]+p.rowAt(i).height())
		}
	}
	p.notes, w.focus, w.focused = nil, p.focus, 0
	if p.isBlurred {
		return
	}
	r, e := p.row(), p.fieldEditor
	faults := r.faults()
	shown := faults
	if e != nil && e.access.isUnfinishedDate() { // "tom" is no date yet, and doubts come last
		shown = faults[:max(len(faults)-len(r.Field.Warnings()), 0)]
	}
	p.notes = slices.Concat(r.whole(shown), r.help())
	w.focused = len(p.notes) - len(faults)
	if e != nil {
		w.focused += e.below()
	}
}

// Below counts the lines under the window.
func (p *Page) Below() int {
	p.measure()
	return max(p.window.total()-p.window.height-p.window.top, 0)
}

// Fits reports that all rows are in sight, whichever has the focus.
func (p *Page) Fits() bool {
	p.measure()
	return p.window.starts[len(p.rows)] <= p.window.height
}

// Above are lines on the field whose page this is, where no row has them: how
// much it contains, and what is wrong with it as a whole.
func (p *Page) Above() []string {
	at := p.At()
	for i, r := range p.rows {
		if r.Field == at && p.rowAt(i).showsProblems() {
			return nil
		}
	}
	var lines []string
	if size := p.styles.size(at); size != "" && at.Presence() == formgen.Set {
		lines = append(lines, p.columns.fit(size))
	}
	for _, text := range problems(p.form, at) {
		lines = append(lines, p.columns.fit(p.styles.Problem.Render("✗ "+text)))
	}
	for _, doubt := range at.Warnings() {
		lines = append(lines, p.columns.fit(p.styles.Warning.Render("! "+words.Sentence(at, doubt))))
	}
	return lines
}

// Point does what a click at a position of the view asks for, counted in columns and
// lines from 0: on a row without the focus it gives it the focus; on the mark of
// its presence it changes that; on a row that opens something and has the focus
// it opens it.
func (p *Page) Point(column, line int) Event {
	p.measure()
	i := p.window.rowAt(p.window.top + line)
	if i >= len(p.rows) {
		return Event{}
	}
	r := p.rowAt(i)
	if !canFocus(r.Row) {
		if r.Kind == formgen.Section && isGroup(r.Field) && r.isOnMark(column, line) {
			return p.leaveOut(r.Field)
		}
		return Event{}
	}
	if at := r.listedAt(line); at >= 0 {
		event := p.fieldEditor.list.choose(at)
		p.Refresh()
		return event
	}
	had, onMark := i == p.focus, r.isOnMark(column, line)
	if !had {
		p.focusRow(i)
	}
	switch r = p.rowAt(i); {
	case r.clickChoice(column):
		p.Refresh()
	case onMark:
		event := p.cyclePresence(r.Field)
		p.Refresh()
		return event
	case had && (r.Kind == formgen.Subpage || r.Kind == formgen.Add):
		event := p.enter()
		p.Refresh()
		return event
	}
	return Event{}
}

// clickChoice takes the choice at a column of a row.
func (r row) clickChoice(column int) bool {
	o, buttons, ok := r.radio()
	if !ok || r.Field.IsLocked() {
		return false
	}
	at := buttons.At(column - columnsBesideLabel - r.page.columns.labelWidth())
	if at >= 0 {
		o.take(at)
	}
	return at >= 0
}

// listedAt is the choice at a line, of the list below the focused row; -1 for none.
func (r row) listedAt(line int) int {
	e := r.page.fieldEditor
	if !r.hasFocus || e == nil || e.list == nil {
		return -1
	}
	if at := r.page.window.top + line - r.firstLine() - 1; at < e.list.lines() {
		return e.list.At(at)
	}
	return -1
}

// firstLine is the line of the label.
func (r row) firstLine() int {
	line := r.page.window.start(r.index)
	if r.isSpaced() {
		line++
	}
	return line
}

// isOnMark reports whether a place is the mark of a row's presence.
func (r row) isOnMark(column, line int) bool {
	from := gutterWidth + 2*r.Depth
	return !r.IsInner() && r.page.window.top+line == r.firstLine() && column >= from && column < from+2
}

// Wheel moves the window by lines; the focus stays where it is, and the next key
// brings it back into sight.
func (p *Page) Wheel(lines int) {
	p.scroll()
	p.window.isWheeled = true
	p.window.move(p.window.top + lines)
}

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

// alignTop lets the window begin with the first line of a row: what is below a label says nothing without it, and neither does
// a blank line. The focused row stays in it.
func (w *window) alignTop(focus int, isSpaced func(row int) bool) {
	if w.top == 0 {
		return
	}
	label := func(i int) int {
		if isSpaced(i) {
			return w.start(i) + 1
		}
		return w.start(i)
	}
	i := w.rowAt(w.top)
	if w.top > label(i) && i < focus {
		i++
	}
	if i <= focus {
		w.top = max(w.top, label(i))
	}
}

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
