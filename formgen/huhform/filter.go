package huhform

import (
	"slices"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

// Filter is which rows of a page are listed.
//
// Not stable, see the package comment.
type Filter uint8

// The filters, in the order in which one goes through them.
//
// Not stable, see the package comment.
const (
	All Filter = iota
	Required
	Problems
)

// Next is the filter after this one.
func (f Filter) Next() Filter { return (f + 1) % (Problems + 1) }

// String says what is listed.
func (f Filter) String() string {
	return [...]string{"all fields", "required only", "problems only"}[f]
}

// SetFilter lists only some of the rows, with their headings. The row that has
// the focus stays until the focus moves on.
func (p *Page) SetFilter(f Filter) {
	if p.filter != f {
		p.filter = f
		p.relist(nil)
	}
}

// refilter lists the rows as they match now.
func (p *Page) refilter() {
	if p.filter != All {
		p.relist(nil)
	}
}

// relist lists the rows anew, with those of a field besides if it is not nil, and leaves the
// focus at its row.
func (p *Page) relist(x *formgen.Field) {
	p.listing.relist(x)
	p.relaid()
}

// apply returns the rows that match, one to keep, and the headings above them. Headings do
// not count as matching.
func (f Filter) apply(rows rowList, keep func(formgen.Row) bool, form *formgen.Form) (kept rowList, matching int) {
	want := 0 // the depth that a heading must be above
	for i := len(rows) - 1; i >= 0; i-- {
		r := rows[i]
		switch {
		case f.matches(r, form):
			matching++
		case keep(r) || i == 0 && kept == nil:
		case r.Depth >= want || r.Kind != formgen.Section && r.Kind != formgen.Variant:
			continue
		}
		kept, want = append(kept, r), r.Depth
	}
	slices.Reverse(kept)
	return kept, matching
}

func (f Filter) matches(r formgen.Row, form *formgen.Form) bool {
	if f == Required {
		return isRequired(r)
	}
	return hasProblem(r, form)
}

// isRequired reports a row at which something must be filled in, or that leads
// to such a location.
func isRequired(r formgen.Row) bool {
	x := r.Field
	switch {
	case r.Kind == formgen.Section:
		return false
	case r.Kind == formgen.Add || r.Kind == formgen.AddKey:
		return x.IsRequired() && !x.IsItem() && len(x.Children()) == 0
	case x.Presence() == formgen.Omitted && (x.IsItem() || x.IsExtra()):
		return true
	case x.IsRequired() && !x.IsItem():
		return true
	}
	return r.Kind == formgen.Subpage && slices.ContainsFunc(x.Children(), holdsRequired)
}

func holdsRequired(x *formgen.Field) bool {
	return x.IsRequired() && !x.IsItem() || slices.ContainsFunc(x.Children(), holdsRequired)
}

// hasProblem reports a row with a problem or a warning, or that leads to one.
func hasProblem(r formgen.Row, form *formgen.Form) bool {
	x := r.Field
	switch {
	case r.Kind == formgen.Subpage:
		return form.ShowingIn(x) > 0 || holdsWarning(x)
	case r.Kind == formgen.Section && x.Kind() == schema.Array:
		return false // the row that adds an item takes the focus in its place
	}
	return len(form.Showing()[x]) > 0 || r.Kind == formgen.Edit && len(x.Warnings()) > 0
}

func holdsWarning(x *formgen.Field) bool {
	return len(x.Warnings()) > 0 || slices.ContainsFunc(x.Children(), holdsWarning)
}

// warningsIn counts the warnings of a field and of those inside it.
func warningsIn(x *formgen.Field) int {
	n := len(x.Warnings())
	for _, c := range x.Children() {
		n += warningsIn(c)
	}
	return n
}
