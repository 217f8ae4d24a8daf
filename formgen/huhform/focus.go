package huhform

import (
	"slices"

	"a2aform/formgen"
)

// relaid forgets what was drawn of other rows: it depends on the rows around it.
func (p *Page) relaid() {
	clear(p.cache)
	p.window.starts = p.window.starts[:0]
	p.columns.widest = max(p.columns.widest, p.rows.widestLabel(p.At())) // it does not jump back with each choice
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
	p.relist(nil)
	if p.columns.valueWidth() != room {
		p.resizeEditor()
	}
	if p.fieldEditor == nil || !p.fieldEditor.is(p.row().Row) || !p.isCurrent() {
		p.rebuildEditor()
	}
}

// isCurrent reports that what edits the focused row shows what the field sends.
func (p *Page) isCurrent() bool {
	if l := p.fieldEditor.list; l != nil && p.names.changed == nil {
		now, ok := p.row().options()
		return ok && slices.Equal(l.labels, now.labels) && !p.row().hasRadio()
	}
	if p.fieldEditor.isRadio {
		return p.row().hasRadio()
	}
	return p.fieldEditor.isCurrent() && p.fieldEditor.masked == p.secrets.masks(p.fieldEditor.row.Field)
}

// move goes to another row. A filter is applied as the focus leaves.
func (p *Page) move(step int) {
	p.refilter()
	p.focusRow(p.rows.next(p.focus, step))
}

// next goes to the next row. Behind the last one, the focus is to leave the page.
func (p *Page) next() Event {
	was := p.focus
	p.move(1)
	return Event{End: p.focus == was}
}

func (p *Page) movePage(step int) {
	for range max(p.window.height/2, 1) {
		p.focus = p.rows.next(p.focus, step)
	}
	p.focusRow(p.focus)
}

func (p *Page) focusRow(i int) {
	p.focus = min(max(i, 0), len(p.rows)-1)
	p.names.changed, p.window.isWheeled, p.typed, p.typedShape = nil, false, "", nil
	p.form.EndStep()
	p.form.Leave()
	p.refilter()
	p.rebuildEditor()
}

// Focus puts the focus on the row of a field, or on the row that leads to it; for
// an object that has none, on the first row in it. It reports whether the field
// is on this page.
func (p *Page) Focus(x *formgen.Field) bool {
	p.Refresh()
	if p.filter != All {
		p.relist(x)
	}
	if i := p.rows.of(x); i >= 0 {
		p.focusRow(i)
		return true
	}
	if i := p.rows.firstIn(x); i >= 0 {
		p.focusRow(i)
		return true
	}
	for up := x.Parent(); up != nil; up = up.Parent() {
		if i := p.rows.of(up); i >= 0 {
			p.focusRow(i)
			break
		}
	}
	return false
}

// resizeEditor gives what edits the focused row the space that it has now. It goes on with its text, its filter and its
// cursor: the page changes its height with each line that comes or goes around it.
func (p *Page) resizeEditor() {
	switch e := p.fieldEditor; {
	case e == nil:
	case (e.isRadio || e.list != nil && p.names.changed == nil) && p.row().hasRadio() != e.isRadio:
		p.rebuildEditor()
	default:
		e.resize(p)
	}
}

// rebuildEditor makes what edits the focused row.
func (p *Page) rebuildEditor() {
	p.replaced.keep(p.fieldEditor, p.form.Edit())
	p.fieldEditor = p.newFieldEditor()
}
