package huhform

import (
	"slices"

	"a2aform/formgen"
)

// list lists the rows anew; a filter keeps one. What was drawn depends on the
// rows around it.
func (p *Page) list(keep func(formgen.Row) bool) {
	clear(p.cache)
	p.rows, p.layoutVersion, p.window.starts = p.At().Page(), p.form.LayoutVersion(), p.window.starts[:0]
	if p.filter != All {
		p.rows = p.filtered(p.rows, keep)
	}
	p.columns.widest = p.widestLabel()
}

// Refresh brings the page up to date with the form after mutators that did not
// come from the page itself, such as a preset. The focus stays at its field.
func (p *Page) Refresh() {
	if p.layoutVersion == p.form.LayoutVersion() {
		if p.fieldEditor != nil && !p.isCurrent() {
			p.rebuildEditor()
		}
		return
	}
	room := p.columns.valueWidth()
	p.relist(p.isFocused())
	if p.fieldEditor != nil && p.columns.valueWidth() != room {
		p.fieldEditor.setWidth(p.columns.valueWidth())
	}
	if p.fieldEditor == nil || !p.fieldEditor.is(p.row()) || !p.isCurrent() {
		p.rebuildEditor()
	}
}

// isCurrent reports that what edits the focused row shows what the field sends.
func (p *Page) isCurrent() bool {
	if l := p.fieldEditor.list; l != nil && p.renaming == nil {
		now, ok := p.optionsOf(p.row())
		return ok && slices.Equal(l.labels, now.labels) && !p.hasRadio(p.focus)
	}
	if p.fieldEditor.isRadio {
		return p.hasRadio(p.focus)
	}
	return p.fieldEditor.isCurrent() && p.fieldEditor.masked == p.masked(p.fieldEditor.row.Field)
}

// find is the row of the same kind and field, else of the same pointer, else
// the nearest that can have the focus.
func (p *Page) find(was formgen.Row) int {
	pointer := was.Field.Pointer()
	same := -1
	for i, r := range p.rows {
		if r.Field == was.Field && r.Kind == was.Kind && r.Union == was.Union {
			return i
		}
		if same < 0 && canFocus(r) && r.Field.Pointer() == pointer {
			same = i
		}
	}
	if same >= 0 {
		return same
	}
	return p.nextFocus(min(p.focus, len(p.rows)), -1)
}

// nextFocus is the next row in a direction that takes the focus, the nearest in
// the other one at the end.
func (p *Page) nextFocus(from, step int) int {
	for i := from + step; i >= 0 && i < len(p.rows); i += step {
		if canFocus(p.rows[i]) {
			return i
		}
	}
	for i := from; i >= 0 && i < len(p.rows); i -= step {
		if canFocus(p.rows[i]) {
			return i
		}
	}
	return min(max(from, 0), len(p.rows)-1)
}

// move goes to another row. A filter is applied as the focus leaves.
func (p *Page) move(step int) {
	p.refilter()
	p.focusRow(p.nextFocus(p.focus, step))
}

// next goes to the next row. Behind the last one, the focus is to leave the page.
func (p *Page) next() Event {
	was := p.focus
	p.move(1)
	return Event{End: p.focus == was}
}

// firstDue is the row to begin with: the first that needs a value, else the first.
func (p *Page) firstDue() int {
	for i, r := range p.rows {
		if hasStar(r) && r.Field.Presence() == formgen.Omitted && canFocus(r) && !r.Field.IsLocked() {
			return i
		}
	}
	first := p.nextFocus(-1, 1)
	if p.rows[first].Kind == formgen.Section {
		first = p.nextFocus(first, 1)
	}
	return first
}

// hasFocus reports whether a row has the focus.
func (p *Page) hasFocus(i int) bool { return i == p.focus && !p.isBlurred }

func (p *Page) movePage(step int) {
	for range max(p.window.height/2, 1) {
		p.focus = p.nextFocus(p.focus, step)
	}
	p.focusRow(p.focus)
}

func (p *Page) focusRow(i int) {
	p.focus = min(max(i, 0), len(p.rows)-1)
	p.renaming, p.window.isWheeled, p.typed = nil, false, ""
	p.refilter()
	p.rebuildEditor()
}

// Focus puts the focus on the row of a field, or on the row that leads to it; for
// an object that has none, on the first row in it. It reports whether the field
// is on this page.
func (p *Page) Focus(x *formgen.Field) bool {
	p.Refresh()
	if p.filter != All {
		p.relist(func(r formgen.Row) bool { return r.Field == x })
	}
	if i := p.rowOf(x); i >= 0 {
		p.focusRow(i)
		return true
	}
	if i := p.firstIn(x); i >= 0 {
		p.focusRow(i)
		return true
	}
	for up := x.Parent(); up != nil; up = up.Parent() {
		if i := p.rowOf(up); i >= 0 {
			p.focusRow(i)
			break
		}
	}
	return false
}

// firstIn is the first row that takes the focus of those in a field, -1 for none.
func (p *Page) firstIn(x *formgen.Field) int {
	return slices.IndexFunc(p.rows, func(r formgen.Row) bool { return canFocus(r) && isIn(r.Field, x) })
}

// isIn reports a field that is below another.
func isIn(x, above *formgen.Field) bool {
	for x = x.Parent(); x != nil; x = x.Parent() {
		if x == above {
			return true
		}
	}
	return false
}

// rowOf is the row of a field that takes the focus, that with its value where
// there are several; -1 for none.
func (p *Page) rowOf(x *formgen.Field) int {
	found := -1
	for i, r := range p.rows {
		if r.Field != x || !canFocus(r) {
			continue
		}
		if r.Kind == formgen.Edit {
			return i
		}
		if found < 0 {
			found = i
		}
	}
	return found
}

// rebuildEditor makes what edits the focused row.
func (p *Page) rebuildEditor() {
	p.keepWords()
	p.fieldEditor = p.newFieldEditor()
	p.sizeList()
}

// areaLines returns how many lines a text area or an editor gets: most of the page if it is
// alone there, else fewer.
func (p *Page) areaLines() int {
	if len(p.rows) == 1 {
		return max(p.window.height-5, 3)
	}
	if needsEditor(p.row().Field) {
		return max(p.window.height/2, 2)
	}
	return min(6, max(p.window.height/3, 2))
}
