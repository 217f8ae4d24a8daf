package huhform

import (
	"slices"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

func (p *Page) row() formgen.Row { return p.rows[p.focus] }

// list lists the rows anew. What was drawn depends on the rows around it.
func (p *Page) list() {
	rows := p.At().Page()
	p.shape = p.form.Shape()
	if slices.Equal(rows, p.rows) {
		return
	}
	clear(p.cache)
	p.rows, p.heights.starts = rows, p.heights.starts[:0]
	p.widest = widestLabel(rows)
}

// Refresh brings the page up to date with the form after verbs that did not
// come from the page itself, such as a preset. The focus stays at its field.
func (p *Page) Refresh() {
	if p.shape == p.form.Shape() {
		return
	}
	was, room := p.row(), p.valueWidth()
	p.list()
	p.focus = p.find(was)
	if p.live != nil && p.live.field != nil && !p.live.area && p.valueWidth() != room {
		p.live.field = p.live.field.WithWidth(p.valueWidth())
	}
	if p.live == nil || p.live.row != p.row() || p.live.kind != p.row().Field.Kind() {
		p.enliven()
	}
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

// canFocus reports whether a row takes the focus: a heading does only where it
// can be taken away.
func canFocus(r formgen.Row) bool {
	if r.Kind != formgen.Section {
		return true
	}
	return r.Field.Kind() == schema.Object && len(r.Field.Presences()) > 1
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

// focusFirst puts the focus where something can be filled in, past headings.
func (p *Page) focusFirst() {
	first := slices.IndexFunc(p.rows, func(r formgen.Row) bool { return r.Kind != formgen.Section })
	p.focusRow(p.nextFocus(max(first, 0)-1, 1))
}

func (p *Page) move(step int) { p.focusRow(p.nextFocus(p.focus, step)) }

func (p *Page) movePage(step int) {
	for range max(p.height/2, 1) {
		p.focus = p.nextFocus(p.focus, step)
	}
	p.focusRow(p.focus)
}

func (p *Page) focusRow(i int) {
	p.focus = min(max(i, 0), len(p.rows)-1)
	p.naming = nil
	p.enliven()
}

// Focus puts the focus on the row of a field, or on the row that leads to it.
// It reports whether the field is on this page.
func (p *Page) Focus(x *formgen.Field) bool {
	p.Refresh()
	for up := x; up != nil; up = up.Parent() {
		for i, r := range p.rows {
			if r.Field == up && canFocus(r) {
				p.focusRow(i)
				return up == x
			}
		}
	}
	return false
}

// enliven makes the huh field of the focused row.
func (p *Page) enliven() {
	r := p.row()
	if p.live = p.newLiveRow(r); p.live != nil {
		p.live.row = r
	}
}

func (p *Page) newLiveRow(r formgen.Row) *live {
	switch {
	case p.naming != nil:
		return newLine(r, p.naming.input(), p.styles, p.valueWidth())
	case r.Kind == formgen.AddKey && r.Field.KeyChoices() == nil && r.Field.CanAddKey():
		p.startNaming(r.Field)
		return newLine(r, p.naming.input(), p.styles, p.valueWidth())
	case r.Kind == formgen.Variant && isInlineUnion(r):
		return newLine(r, newVariantSelect(r), p.styles, p.valueWidth())
	case r.Kind != formgen.Edit:
		return nil
	}
	width := p.valueWidth()
	if isArea(r.Field) || isInlineSeveral(r.Field) {
		width = max(p.width-areaIndent-gutterWidth, 6)
	}
	return newLive(r.Field, p.styles, width, p.areaLines())
}

// areaLines is how many lines a text area gets and an editor may take: most of a
// page of its own, less elsewhere.
func (p *Page) areaLines() int {
	if len(p.rows) == 1 {
		return max(p.height-5, 3)
	}
	if needsEditor(p.row().Field) {
		return max(p.height/2, 2)
	}
	return min(6, max(p.height/3, 2))
}
