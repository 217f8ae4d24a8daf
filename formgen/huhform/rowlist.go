package huhform

import (
	"slices"

	"charm.land/lipgloss/v2"

	"a2aform/formgen"
	"a2aform/formgen/words"
)

// rowList is the rows of a page, in their order.
type rowList []formgen.Row

// next is the next row in a direction that takes the focus, the nearest in
// the other one at the end.
func (l rowList) next(from, step int) int {
	for i := from + step; i >= 0 && i < len(l); i += step {
		if canFocus(l[i]) {
			return i
		}
	}
	for i := from; i >= 0 && i < len(l); i -= step {
		if canFocus(l[i]) {
			return i
		}
	}
	return min(max(from, 0), len(l)-1)
}

// first is the first row that takes the focus.
func (l rowList) first() int { return l.next(-1, 1) }

// firstDue is the row to begin with: the first that needs a value, else the first.
func (l rowList) firstDue() int {
	for i, r := range l {
		isDue := r.Field.Presence() == formgen.Omitted || r.Kind == formgen.Subpage && words.IsUnfilled(r.Field)
		if hasStar(r) && isDue && canFocus(r) && !r.Field.IsLocked() {
			return i
		}
	}
	return l.first()
}

// find is the row of the same kind and field, else of the same pointer, else
// the nearest to another that can have the focus.
func (l rowList) find(was formgen.Row, near int) int {
	pointer := was.Field.Pointer()
	same := -1
	for i, r := range l {
		if isSame(r, was) {
			return i
		}
		if same < 0 && canFocus(r) && r.Field.Pointer() == pointer {
			same = i
		}
	}
	if same >= 0 {
		return same
	}
	return l.next(min(near, len(l)), -1)
}

// of is the row of a field that takes the focus, that with its value where
// there are several; -1 for none.
func (l rowList) of(x *formgen.Field) int {
	found := -1
	for i, r := range l {
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

// firstIn is the first row that takes the focus of those in a field, -1 for none.
func (l rowList) firstIn(x *formgen.Field) int {
	return slices.IndexFunc(l, func(r formgen.Row) bool { return canFocus(r) && isIn(r.Field, x) })
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

// addKeyRow is the row that adds a member to an object, -1 for none.
func (l rowList) addKeyRow(object *formgen.Field) int {
	return slices.IndexFunc(l, func(r formgen.Row) bool { return r.Kind == formgen.AddKey && r.Field == object })
}

// widestLabel is the width of the widest label on the page of a field, its indent and star included.
func (l rowList) widestLabel(at *formgen.Field) int {
	widest := minLabelWidth
	for _, r := range l {
		if hasLabel(r) {
			widest = max(widest, lipgloss.Width(labelOf(r, at))+2*r.Depth+len(" *"))
		}
	}
	return widest
}
