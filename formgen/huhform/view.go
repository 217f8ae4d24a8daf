package huhform

import (
	"reflect"
	"slices"

	"a2aform/formgen"
	"a2aform/formgen/words"
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
	p.alignTop()
}

// openItem are the first and the last row of the item around the focus whose fields are shown in its list, else the focused row twice.
func (p *Page) openItem() (first, last int) {
	first, last = p.focus, p.focus
	item := p.form.Pages().Opened()
	isOf := func(i int) bool { return p.rows[i].Field == item || isIn(p.rows[i].Field, item) }
	if item == nil || !isOf(p.focus) {
		return first, last
	}
	for first > 0 && isOf(first-1) {
		first--
	}
	for last+1 < len(p.rows) && isOf(last+1) {
		last++
	}
	return first, last
}

// alignTop lets the window begin with the first line of a row: what is below a label says nothing without it, and neither does
// a blank line.
func (p *Page) alignTop() {
	w := &p.window
	if w.top == 0 {
		return
	}
	label := func(i int) int {
		if p.rowAt(i).isSpaced() {
			return w.start(i) + 1
		}
		return w.start(i)
	}
	i := w.rowAt(w.top)
	if w.top > label(i) && i < p.focus {
		i++
	}
	if i <= p.focus {
		w.top = max(w.top, label(i))
	}
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
	if e != nil && e.access.IsUnfinishedDate() { // "tom" is no date yet, and doubts come last
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
