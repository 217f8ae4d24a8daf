package huhform

import (
	"charm.land/lipgloss/v2"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

func (p *Page) row() formgen.Row { return p.rows[p.focus] }

// canFocus reports whether a row takes the focus: a heading does only where it can be taken
// away, a constant that must be sent only while it is not.
func canFocus(r formgen.Row) bool {
	x := r.Field
	if r.Kind == formgen.Edit && x.Kind() == schema.Const {
		return !x.IsRequired() || x.Presence() != formgen.Set
	}
	return r.Kind != formgen.Section || x.Kind() == schema.Object && len(x.Presences()) > 1
}

// showsProblems reports whether a row shows the problems of its field, which may
// have several rows: the heading of a list does, not the row that adds; a choice
// does, unless the value has a row of its own.
func (p *Page) showsProblems(i int) bool {
	switch r := p.rows[i]; r.Kind {
	case formgen.Add, formgen.AddKey:
		return false
	case formgen.Open:
		return !r.IsInner()
	case formgen.Variant:
		if i+1 == len(p.rows) || p.rows[i+1].Field != r.Field {
			return true
		}
		next := p.rows[i+1].Kind
		return next != formgen.Variant && next != formgen.Edit
	}
	return true
}

// labelOf is the label of a row in the column of labels.
func (p *Page) labelOf(r formgen.Row) string {
	if r.Kind == formgen.Variant && r.Union == 0 && r.Field == p.At() {
		return "Kind"
	}
	return r.Label()
}

// branch is the label of what is chosen in a choice between shapes, "" if
// nothing is.
func branch(r formgen.Row) string {
	u := r.Field.Unions()[r.Union]
	if r.Field.Presence() != formgen.Set || u.Chosen < 0 {
		return ""
	}
	return u.Branches[u.Chosen]
}

// hasLabel reports a row with a label in the column of labels.
func hasLabel(r formgen.Row) bool {
	return r.Kind == formgen.Edit || r.Kind == formgen.Open || r.Kind == formgen.Variant
}

// hasStar reports a row that says that its value is due.
func hasStar(r formgen.Row) bool {
	return r.Field.IsRequired() && !r.Field.IsItem() && !r.IsInner() && r.Union == 0
}

// widestLabel is the width of the widest label, its indent and star included.
func (p *Page) widestLabel() int {
	widest := minLabelWidth
	for _, r := range p.rows {
		if hasLabel(r) {
			widest = max(widest, lipgloss.Width(p.labelOf(r))+2*r.Depth+len(" *"))
		}
	}
	return widest
}

// IsComposite reports a location whose value is edited as JSON outside the form.
func IsComposite(x *formgen.Field) bool {
	switch x.Kind() {
	case schema.Object, schema.Array, schema.Union, schema.MultiEnum:
		return true
	}
	return false
}
