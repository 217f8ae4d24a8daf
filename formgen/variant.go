package formgen

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
)

// Union is a choice between shapes of a field.
//
// Not stable, see the package comment.
type Union struct {
	Branches []string // their labels, on one line, safe to show
	Notes    []string // what more there is to say of each
	Chosen   int      // -1 for none
}

// Unions are the choices between shapes at this field, outermost first: a later
// one may belong to the branch that is chosen in an earlier one. There are none
// while the field is JSON text.
func (f *Field) Unions() []Union {
	if f.asJSON {
		return nil
	}
	if f.unions == nil && len(f.loc.Unions()) > 0 {
		f.unions = makeUnions(f.loc)
	}
	return f.unions
}

func makeUnions(p schema.Location) []Union {
	unions := []Union{}
	for _, u := range p.Unions() {
		unions = append(unions, Union{u.Labels(), u.Notes(), u.Picked})
	}
	return unions
}

// ChooseBranch takes a branch of union i. What was typed in the branch that is
// left comes back when it is chosen again; members of the same name take their
// values along where they fit.
func (f *Field) ChooseBranch(i, branch int) {
	unions := f.loc.Unions()
	if f.asJSON || i < 0 || i >= len(unions) || branch < 0 || branch >= len(unions[i].Branches) {
		return
	}
	if unions[i].Picked == branch && f.presence == Set {
		return
	}
	f.restructure([]*Field{f}, func() { unionKind{}.choose(f, i, branch) })
}

// unionKind is that of fields of which no shape is chosen yet.
type unionKind struct{ leaf }

func (unionKind) value(*Field) *ojson.Value { return nil }

func (unionKind) take(*Field, *ojson.Value) bool { return false }

func (unionKind) assign(x *Field, text string) error { return x.SetJSON(text) }

// fill takes the first shape.
func (k unionKind) fill(x *Field) {
	k.choose(x, slices.IndexFunc(x.Unions(), func(u Union) bool { return u.Chosen < 0 }), 0)
}

// convert keeps raw input for the shape that will be chosen.
func (unionKind) convert(*Field) {}

// choose takes a branch of union i.
func (unionKind) choose(x *Field, i, branch int) {
	unions := x.loc.Unions()
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
	v := x.Value() // the union may be there only because of it
	x.presence, x.fresh = Set, false
	if kept, ok := x.memory[branchPath(unions[:i+1], branch)]; ok {
		x.content = kept
		return
	}
	left := x.content
	x.content = content{picks: picks}
	x.setLocation(x.base.PickRest(picks, v))
	if x.kind != schema.Union {
		kinds[x.kind].fill(x)
	}
	kinds[x.kind].carry(x, &left)
	objectKind{}.tag(x, unions[i])
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

// BranchFor is the shape of a union that takes what a user types, although no shape is chosen:
// the only one that is a number for a number or its beginning, else the only one that is a text.
// It is -1 where there is none.
//
// Not stable, see the package comment.
func BranchFor(x *Field, union int, typed string) int {
	unions := x.Location().Unions()
	if union >= len(unions) {
		return -1
	}
	picks := schema.Picks{}
	for _, outer := range unions[:union] {
		picks[outer.Key] = outer.Picked
	}
	var texts, numbers []int
	isNumber := false
	for i := range unions[union].Branches {
		picks[unions[union].Key] = i
		switch kind := x.base.PickRest(picks, nil).Kind(); {
		case kind.IsString():
			texts = append(texts, i)
		case kind.IsNumber():
			numbers = append(numbers, i)
			isNumber = beginsNumber(typed, kind)
		}
	}
	switch {
	case len(numbers) == 1 && isNumber:
		return numbers[0]
	case len(texts) == 1:
		return texts[0]
	}
	return -1
}

// beginsNumber reports a number as it is typed from its first digit or minus on.
func beginsNumber(typed string, kind schema.Kind) bool {
	digits := strings.TrimLeft(strings.TrimPrefix(typed, "-"), "0123456789")
	if kind == schema.Integer || digits == "" || digits == typed {
		return digits == ""
	}
	_, err := ojson.NewNumber(typed)
	_, errIfMore := ojson.NewNumber(typed + "0") // as after "1." and "1e-"
	return err == nil || errIfMore == nil
}
