package huhform

import "a2aform/formgen"

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
