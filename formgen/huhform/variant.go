package huhform

import (
	"charm.land/huh/v2"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

// isInlineUnion reports a choice between shapes that is walked through in
// place.
func isInlineUnion(r formgen.Row) bool {
	return len(r.Field.Unions()[r.Union].Branches) <= inlineChoices
}

func newVariantSelect(r formgen.Row) huh.Field {
	options := []huh.Option[int]{huh.NewOption(unsetLabel(r.Field), unset)}
	for i, label := range r.Field.Unions()[r.Union].Branches {
		options = append(options, huh.NewOption(label, i))
	}
	access := &variantAccess{row: r}
	access.last = access.Get()
	return huh.NewSelect[int]().Inline(true).Options(options...).Accessor(access)
}

// variantAccess joins a huh select to a choice between shapes.
type variantAccess struct {
	row  formgen.Row
	last int
}

// Get is the chosen branch.
func (a *variantAccess) Get() int {
	if a.row.Field.Presence() != formgen.Set {
		return unset
	}
	return a.row.Field.Unions()[a.row.Union].Chosen
}

// Set takes a branch. huh sets the first option while it is built; only a
// change counts.
func (a *variantAccess) Set(i int) {
	if i == a.last {
		return
	}
	a.last = i
	if i == unset {
		a.row.Field.SetPresence(formgen.Absent)
		return
	}
	a.row.Field.ChooseBranch(a.row.Union, i)
}

// openVariants lists the branches of a union with more of them than fit a line.
func (p *Page) openVariants(r formgen.Row) {
	u := r.Field.Unions()[r.Union]
	p.choose(r.Label(), u.Branches, u.Notes, u.Chosen, func(i int) { r.Field.ChooseBranch(r.Union, i) })
}

// variantValue is the chosen branch.
func (p *Page) variantValue(r formgen.Row) string {
	u := r.Field.Unions()[r.Union]
	if r.Field.Presence() != formgen.Set || u.Chosen < 0 {
		return p.styles.Dim.Render(absentNote(r))
	}
	return p.styles.Value.Render(u.Branches[u.Chosen]) + p.styles.Dim.Render(" ▾")
}

// variantHelp says what there is to choose from, and what the choice means.
func variantHelp(r formgen.Row) string {
	u := r.Field.Unions()[r.Union]
	hint := "one of " + count(len(u.Branches), "shape", "shapes")
	if isInlineUnion(r) {
		hint += ", ←/→ chooses"
	} else {
		hint += ", enter lists them"
	}
	if r.Field.Presence() == formgen.Set && u.Chosen >= 0 && u.Notes[u.Chosen] != "" {
		hint += " · " + u.Notes[u.Chosen]
	}
	return hint
}

// showsAtChoice reports a field whose problems stand at the choice between its
// shapes, as what it holds has no row of its own to show them.
func showsAtChoice(x *formgen.Field) bool {
	switch x.Kind() {
	case schema.Object, schema.Array, schema.Const, schema.Null, schema.Union:
		return true
	}
	return x.Presence() != formgen.Set
}
