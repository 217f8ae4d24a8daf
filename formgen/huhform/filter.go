package huhform

import (
	"slices"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

// Filter is which rows of a page are listed.
type Filter uint8

// The filters, in the order in which one goes through them.
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
		p.relist(p.isFocused())
	}
}

// Matching is how many rows the filter finds; headings do not count.
func (p *Page) Matching() int { return p.matching }

// isFocused reports the row that has the focus.
func (p *Page) isFocused() func(formgen.Row) bool {
	was := p.row()
	return func(r formgen.Row) bool { return r.Kind == was.Kind && r.Field == was.Field && r.Union == was.Union }
}

// refilter lists the rows as they match now.
func (p *Page) refilter() {
	if p.filter != All {
		p.relist(p.isFocused())
	}
}

// relist lists the rows anew, that which is kept among them, and leaves the
// focus at its row.
func (p *Page) relist(keep func(formgen.Row) bool) {
	was := p.row()
	p.list(keep)
	p.focus = p.find(was)
}

// filtered are the rows that match, that which is kept, and the headings above
// them.
func (p *Page) filtered(rows []formgen.Row, keep func(formgen.Row) bool) []formgen.Row {
	p.matching = 0
	var kept []formgen.Row
	want := 0 // the depth that a heading must be above
	for i := len(rows) - 1; i >= 0; i-- {
		r := rows[i]
		switch {
		case p.matches(r):
			p.matching++
		case keep(r) || i == 0 && kept == nil:
		case r.Depth >= want || r.Kind != formgen.Section && r.Kind != formgen.Variant:
			continue
		}
		kept, want = append(kept, r), r.Depth
	}
	slices.Reverse(kept)
	return kept
}

func (p *Page) matches(r formgen.Row) bool {
	if p.filter == Required {
		return isRequired(r)
	}
	return p.hasProblem(r)
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
	return r.Kind == formgen.Open && slices.ContainsFunc(x.Children(), holdsRequired)
}

func holdsRequired(x *formgen.Field) bool {
	return x.IsRequired() && !x.IsItem() || slices.ContainsFunc(x.Children(), holdsRequired)
}

// hasProblem reports a row with a problem or a warning, or that leads to one.
func (p *Page) hasProblem(r formgen.Row) bool {
	x := r.Field
	switch {
	case r.Kind == formgen.Open:
		return p.form.ShowingIn(x) > 0 || holdsWarning(x)
	case r.Kind == formgen.Section && x.Kind() == schema.Array:
		return false // the row that adds an item takes the focus in its place
	}
	return len(p.form.Showing()[x]) > 0 || r.Kind == formgen.Edit && len(x.Warnings()) > 0
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

// Found is a problem or a warning to go to.
type Found struct {
	Field     *formgen.Field
	N, Of     int // it is the nth of so many, from 1
	IsWarning bool
}

// NextProblem is the problem after a field, in the order of the form; after the last comes
// the first again. Where there is no problem, it is a warning. False if there is neither.
func (p *Page) NextProblem(after *formgen.Field) (Found, bool) {
	showing := p.form.Showing()
	fields, next := p.fieldsWith(after, func(x *formgen.Field) bool { return len(showing[x]) > 0 })
	isWarning := len(fields) == 0
	if isWarning {
		fields, next = p.fieldsWith(after, func(x *formgen.Field) bool { return len(x.Warnings()) > 0 })
	}
	if len(fields) == 0 {
		return Found{}, false
	}
	i := next % len(fields)
	return Found{fields[i], i + 1, len(fields), isWarning}, true
}

// fieldsWith are fields in the order of the form, and which of them is the first after a
// field. A member that is missing from an object stands for it.
func (p *Page) fieldsWith(after *formgen.Field, has func(*formgen.Field) bool) (fields []*formgen.Field, next int) {
	missing := map[*formgen.Field]bool{}
	var walk func(*formgen.Field)
	walk = func(x *formgen.Field) {
		if m := x.Missing(); has(x) && m != nil {
			missing[m] = true
		} else if has(x) || missing[x] {
			fields = append(fields, x)
		}
		if x == after {
			next = len(fields)
		}
		for _, c := range x.Children() {
			walk(c)
		}
	}
	walk(p.form.Root())
	return fields, next
}
