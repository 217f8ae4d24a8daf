package huhform

import (
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

// isSame reports rows of the same kind for the same field.
func isSame(a, b formgen.Row) bool {
	return a.Kind == b.Kind && a.Field == b.Field && a.Union == b.Union
}

// labelOf is the label of a row in the column of labels, on the page of a field.
func labelOf(r formgen.Row, page *formgen.Field) string {
	if r.Kind == formgen.Variant && r.Union == 0 && r.Field == page {
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

// IsComposite reports a location whose value is edited as JSON outside the form.
func IsComposite(x *formgen.Field) bool {
	switch x.Kind() {
	case schema.Object, schema.Array, schema.Union, schema.MultiEnum:
		return true
	}
	return false
}
