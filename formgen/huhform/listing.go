package huhform

import (
	"slices"

	"a2aform/formgen"
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

// Matching is how many rows the filter finds; headings do not count.
func (l *listing) Matching() int { return l.matching }

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
