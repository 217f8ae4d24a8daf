package huhform

import (
	"slices"

	"a2aform/formgen"
	"a2aform/internal/schema"
)

// listing is the rows of a page, and which of them has the focus.
type listing struct {
	form *formgen.Form
	of   *formgen.Field // whose page this is
	at   string         // its pointer when it was last there

	rows          rowList
	layoutVersion uint64 // of the form when rows were listed
	filter        Filter
	matching      int // rows that the filter finds
	focus         int
}

// At is the field whose page this is, wherever it was moved; once it is gone,
// what replaces it.
func (l *listing) At() *formgen.Field {
	if at := l.of.Pointer(); l.form.At(at) == l.of {
		l.at = at
		return l.of
	}
	if x := l.form.At(l.at); x != nil {
		return x
	}
	return l.form.Root()
}

// isGone reports that the field whose page this is was removed.
func (l *listing) isGone() bool { return l.form.At(l.of.Pointer()) != l.of }

// Focused is the field that has the focus.
func (l *listing) Focused() *formgen.Field { return l.rows[l.focus].Field }

// OnRow reports that the focused row is of a kind.
func (l *listing) OnRow(kind formgen.RowKind) bool { return l.rows[l.focus].Kind == kind }

// Group is the nearest object around the focus whose heading is on the page, nil for none.
func (l *listing) Group() *formgen.Field {
	for x := l.Focused(); x != nil; x = x.Parent() {
		if slices.ContainsFunc(l.rows, func(r formgen.Row) bool { return r.Kind == formgen.Section && r.Field == x }) {
			return x
		}
	}
	return nil
}

// openItem are the first and the last row of the item around the focus whose fields are shown in its list, else the focused row twice.
func (l *listing) openItem() (first, last int) {
	first, last = l.focus, l.focus
	item := l.form.Pages().Opened()
	isOf := func(i int) bool { return l.rows[i].Field == item || isIn(l.rows[i].Field, item) }
	if item == nil || !isOf(l.focus) {
		return first, last
	}
	for first > 0 && isOf(first-1) {
		first--
	}
	for last+1 < len(l.rows) && isOf(last+1) {
		last++
	}
	return first, last
}

// Matching is how many rows the filter finds; headings do not count.
func (l *listing) Matching() int { return l.matching }

// HasOptional reports a row at which nothing needs to be filled in.
func (l *listing) HasOptional() bool {
	return slices.ContainsFunc(l.rows, func(r formgen.Row) bool { return r.Kind != formgen.Section && !isRequired(r) })
}

// list lists the rows anew. With a filter, those stay that keep reports.
func (l *listing) list(keep func(formgen.Row) bool) {
	l.rows, l.layoutVersion = l.form.Pages().Rows(l.At()), l.form.LayoutVersion()
	if l.filter != All {
		l.rows, l.matching = l.filter.apply(l.rows, keep, l.form)
	}
}

// relist lists the rows anew, with those of a field besides if it is not nil, and leaves the
// focus at its row.
func (l *listing) relist(x *formgen.Field) {
	was := l.rows[l.focus]
	l.list(func(r formgen.Row) bool { return r.Field == x || x == nil && isSame(r, was) })
	l.focus = l.rows.find(was, l.focus)
}

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
