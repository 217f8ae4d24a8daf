package huhform

import "a2aform/formgen"

// Point does what a click at a position of the view asks for, counted in columns and
// lines from 0: on a row without the focus it gives it the focus; on the mark of
// its presence it changes that; on a row that opens something and has the focus
// it opens it.
func (p *Page) Point(column, line int) Event {
	p.measure()
	i := p.window.rowAt(p.window.top + line)
	if i >= len(p.rows) || !canFocus(p.rows[i]) {
		return Event{}
	}
	if at := p.listedAt(i, line); at >= 0 {
		event := p.fieldEditor.list.choose(at)
		p.Refresh()
		return event
	}
	had, onMark := i == p.focus, p.isOnMark(i, column, line)
	if !had {
		p.focusRow(i)
	}
	switch r := p.rows[i]; {
	case p.clickChoice(i, column):
		p.Refresh()
	case onMark:
		event := p.cyclePresence(r.Field)
		p.Refresh()
		return event
	case had && (r.Kind == formgen.Open || r.Kind == formgen.Add):
		event := p.enter()
		p.Refresh()
		return event
	}
	return Event{}
}

// clickChoice takes the choice at a column of a row.
func (p *Page) clickChoice(i, column int) bool {
	o, row, ok := p.radio(i)
	if !ok || p.rows[i].Field.IsLocked() {
		return false
	}
	at := row.At(column - columnsBesideLabel - p.columns.labelWidth())
	if at >= 0 {
		o.take(at)
	}
	return at >= 0
}

// listedAt is the choice at a line, of the list below the focused row; -1 for none.
func (p *Page) listedAt(i, line int) int {
	e := p.fieldEditor
	if i != p.focus || p.isBlurred || e == nil || e.list == nil {
		return -1
	}
	first := p.window.start(i) + 1
	if p.rows.isSpaced(i) {
		first++
	}
	if at := p.window.top + line - first; at < e.list.lines() {
		return e.list.At(at)
	}
	return -1
}

// isOnMark reports whether a place is the mark of a row's presence.
func (p *Page) isOnMark(i, column, line int) bool {
	r, first := p.rows[i], p.window.start(i)
	if p.rows.isSpaced(i) {
		first++
	}
	const gutter = 2
	from := gutter + 2*r.Depth
	return !r.IsInner() && p.window.top+line == first && column >= from && column < from+2
}

// Wheel moves the window by lines; the focus stays where it is, and the next key
// brings it back into sight.
func (p *Page) Wheel(lines int) {
	p.scroll()
	p.window.isWheeled = true
	p.window.move(p.window.top + lines)
}
