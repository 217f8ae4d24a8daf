package formgen

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"a2aform/internal/schema"
)

// Union is a choice between shapes of a field.
type Union struct {
	Branches []string // their labels, on one line, safe to show
	Notes    []string // what more there is to say of each
	Chosen   int      // -1 for none
}

// Unions are the choices between shapes at this field, outermost first: a later
// one may belong to the branch that is chosen in an earlier one. There are none
// while the field is JSON text.
func (x *Field) Unions() []Union {
	if x.asJSON {
		return nil
	}
	if x.unions == nil && len(x.place.Unions()) > 0 {
		x.change(func(s *seldom) { s.unions = makeUnions(x.place) })
	}
	return x.unions
}

func makeUnions(p schema.Place) []Union {
	unions := []Union{}
	for _, u := range p.Unions() {
		unions = append(unions, Union{p.BranchLabels(u), p.BranchNotes(u), u.Picked})
	}
	return unions
}

// ChooseBranch takes a branch of union i. What was typed in the branch that is
// left comes back when it is chosen again; members of the same name take their
// values along where they fit.
func (x *Field) ChooseBranch(i, branch int) {
	unions := x.place.Unions()
	if x.asJSON || i < 0 || i >= len(unions) || branch < 0 || branch >= len(unions[i].Branches) {
		return
	}
	if unions[i].Picked == branch && x.presence == Set {
		return
	}
	before := *x
	x.form.shape++
	x.takeBranch(i, branch)
	x.remember(x.Pointer(), before)
	x.touchUp()
}

func (x *Field) takeBranch(i, branch int) {
	unions := x.place.Unions()
	x.memory = maps.Clone(x.memory)
	if x.memory == nil {
		x.memory = map[string]content{}
	}
	if unions[i].Picked >= 0 {
		x.memory[branchPath(unions[:i+1], unions[i].Picked)] = x.content
	}
	picks := schema.Picks{unions[i].Key: branch}
	for _, outer := range unions[:i] {
		picks[outer.Key] = outer.Picked
	}
	v := x.value() // the union may be there only because of it
	x.presence, x.fresh = Set, false
	if kept, ok := x.memory[branchPath(unions[:i+1], branch)]; ok {
		x.content = kept
		return
	}
	left := x.content
	x.content = content{seldom: &seldom{picks: picks}}
	x.setPlace(x.base.PickRest(picks, v))
	if x.kind != schema.Union {
		x.fill()
	}
	x.carry(left)
	x.tag(unions[i])
}

// branchPath names a branch of the last union, within the branches that are
// chosen in those before it.
func branchPath(unions []schema.Variants, branch int) string {
	var sb strings.Builder
	last := len(unions) - 1
	for _, u := range unions[:last] {
		fmt.Fprintf(&sb, "%s=%d ", u.Key, u.Picked)
	}
	fmt.Fprintf(&sb, "%s=%d", unions[last].Key, branch)
	return sb.String()
}

// carry takes what was typed in another branch along, where it fits here too.
func (x *Field) carry(left content) {
	switch {
	case x.kind == schema.Object && left.kind == schema.Object:
		for _, c := range left.children {
			x.carryMember(c)
			if x.child(c.name) == nil && c.touched && c.presence != Absent && c.place.Only() == nil {
				x.put(c) // it comes back if the union was there because of it
			}
		}
	case x.kind == schema.Array && left.kind == schema.Array:
		x.carryItems(left.children)
	case x.IsText() && isTextKind(left.kind):
		x.carryText(left.text)
	}
}

func (x *Field) carryMember(from *Field) {
	to, v := x.child(from.name), from.value()
	if to == nil || v == nil || !from.touched || to.place.Only() != nil {
		return
	}
	if len(to.base.Validate(v)) == 0 {
		to.load(v)
	}
}

func (x *Field) carryItems(items []*Field) {
	for _, from := range items {
		item := newField(x.form, x, "", x.place.Item(len(x.children)), true)
		if v := from.value(); v != nil && len(item.base.Validate(v)) == 0 {
			x.children = append(x.children, item)
			item.load(v)
		}
	}
	x.renumber()
}

func isTextKind(k schema.Kind) bool {
	return slices.Contains([]schema.Kind{schema.String, schema.Integer, schema.Number}, k)
}

// carryText takes text along that is a value here; other text waits in the
// branch that was left.
func (x *Field) carryText(text string) {
	x.text = text
	if v, _ := x.parse(); v == nil {
		x.text = ""
	}
}

// tag sets the members that tell the chosen branch from the others, though they
// are not required.
func (x *Field) tag(u schema.Variants) {
	for _, c := range x.children {
		if only := c.place.Only(); only != nil && c.presence == Absent && x.place.IsTag(u, c.name) {
			c.load(only)
		}
	}
}
