package formgen

import (
	"slices"

	"a2aform/internal/schema"
)

// RowKind says what a row of a page is.
type RowKind uint8

// The kinds of rows.
const (
	Edit    RowKind = iota // a field that is edited in place
	Section                // the heading of an object or list whose rows follow
	Open                   // an object or list with a page of its own
	Add                    // adds an item to the list Field
	Variant                // chooses a branch of a union of Field
	AddKey                 // adds a member to the object Field
)

// Row is one row of a page.
type Row struct {
	Kind  RowKind
	Field *Field
	Depth int // levels below the page, for indentation
	Union int // of a Variant: which of [Field.Unions]
}

// inlineFields and inlineDepth bound the objects that are shown in place, as
// sections of the page; larger ones get a page of their own.
const (
	inlineFields = 6
	inlineDepth  = 2
)

// Page lists the rows of the page of a field: its members or items, small
// objects in place. A scalar root is a page of one row.
func (f *Field) Page() []Row {
	rows := f.appendVariants(nil, 0)
	switch {
	case f.Kind() == schema.Union:
		return rows
	case f.Kind() != schema.Object && f.Kind() != schema.Array:
		return append(rows, Row{Kind: Edit, Field: f})
	case f.presence != Set && len(rows) > 0:
		return rows
	case f.presence != Set:
		return []Row{{Kind: Open, Field: f}}
	}
	rows = f.appendMembers(rows, 0)
	if len(rows) == 0 {
		return []Row{{Kind: Section, Field: f}}
	}
	return rows
}

// appendVariants lists the choices between shapes: all that were made and the
// first that was not.
func (f *Field) appendVariants(rows []Row, depth int) []Row {
	for i, u := range f.Unions() {
		rows = append(rows, Row{Variant, f, depth, i})
		if u.Chosen < 0 || f.presence != Set {
			break
		}
	}
	return rows
}

func (f *Field) appendMembers(rows []Row, depth int) []Row {
	for _, c := range f.inOrder() {
		rows = c.appendRow(rows, depth)
	}
	switch {
	case f.Kind() == schema.Array && !f.isFullTuple():
		rows = append(rows, Row{Kind: Add, Field: f, Depth: depth})
	case f.OffersKeys():
		rows = append(rows, Row{Kind: AddKey, Field: f, Depth: depth})
	}
	return rows
}

// isFullTuple reports a list of fixed positions that are all there.
func (f *Field) isFullTuple() bool { return f.loc.Prefix() > 0 && !f.CanAppend() }

// inOrder are the members as they are listed: what is deprecated comes last
// among the declared members.
func (f *Field) inOrder() []*Field {
	children := f.Children()
	if f.Kind() == schema.Array || !slices.ContainsFunc(children, (*Field).isFaded) {
		return children
	}
	rank := func(c *Field) int {
		switch {
		case c.extra:
			return 2
		case c.isFaded():
			return 1
		}
		return 0
	}
	return slices.SortedStableFunc(slices.Values(children), func(a, b *Field) int { return rank(a) - rank(b) })
}

func (f *Field) isFaded() bool { return !f.required && f.IsDeprecated() }

func (f *Field) appendRow(rows []Row, depth int) []Row {
	if len(f.Unions()) > 0 {
		rows = f.appendVariants(rows, depth)
		if f.presence != Set || f.Kind() == schema.Union {
			return rows
		}
		return f.appendContent(rows, depth+1)
	}
	switch f.Kind() {
	case schema.Array:
		rows = append(rows, Row{Kind: Section, Field: f, Depth: depth})
		if f.presence == Set {
			return f.appendMembers(rows, depth+1)
		}
		return append(rows, Row{Kind: Add, Field: f, Depth: depth + 1})
	case schema.Object:
		if f.presence != Set || !f.isSmall(depth) {
			return append(rows, Row{Kind: Open, Field: f, Depth: depth})
		}
		return f.appendMembers(append(rows, Row{Kind: Section, Field: f, Depth: depth}), depth+1)
	}
	return append(rows, Row{Kind: Edit, Field: f, Depth: depth})
}

// appendContent lists what the chosen branch holds, below the choice.
func (f *Field) appendContent(rows []Row, depth int) []Row {
	switch f.Kind() {
	case schema.Object:
		if !f.isSmall(depth - 1) {
			return append(rows, Row{Kind: Open, Field: f, Depth: depth})
		}
		return f.appendMembers(rows, depth)
	case schema.Array:
		return f.appendMembers(rows, depth)
	case schema.Const, schema.Null:
		return rows
	}
	return append(rows, Row{Kind: Edit, Field: f, Depth: depth})
}

// isSmall reports an object that is shown in place.
func (f *Field) isSmall(depth int) bool {
	switch {
	case depth >= inlineDepth || f.isEntry() && f.form.openItem != f:
		return false
	case f.loc.IsMap():
		return true
	case len(f.children) > inlineFields:
		return false
	}
	return !slices.ContainsFunc(f.children, func(c *Field) bool { return c.kind == schema.Array || len(c.Unions()) > 0 })
}

// OpenInPlace shows the fields of a small item in its list, and those of no other item. It
// reports false for an item that has a page of its own, and for what is none.
func (f *Field) OpenInPlace() bool {
	if !f.isEntry() {
		return false
	}
	before := f.form.openItem
	f.form.openItem = f
	f.form.layoutVersion++
	if slices.ContainsFunc(f.PageOf().Page(), func(r Row) bool { return r.Kind == Open && r.Field == f }) {
		f.form.openItem = before
		return false
	}
	return true
}

// CloseInPlace shows the item around the field as a line again, and returns it; nil where
// the fields of no such item are shown in its list.
func (f *Field) CloseInPlace() *Field {
	for f != nil && f != f.form.openItem {
		f = f.parent
	}
	if f != nil {
		f.form.openItem = nil
		f.form.layoutVersion++
	}
	return f
}

// PageOf is the field whose page shows f: the nearest one above that has a page
// of its own.
func (f *Field) PageOf() *Field {
	var chain []*Field
	for p := f.parent; p != nil; p = p.parent {
		chain = append([]*Field{p}, chain...)
	}
	page := f.form.root
	for _, p := range chain {
		opens := func(r Row) bool { return r.Kind == Open && r.Field == p }
		if slices.ContainsFunc(page.Page(), opens) {
			page = p
		}
	}
	return page
}

// IsInner reports the row of what the chosen branch of a union holds, below the
// row of the choice.
func (r Row) IsInner() bool {
	return (r.Kind == Edit || r.Kind == Open) && len(r.Field.Unions()) > 0
}

// Label names the row: its field, or the branch whose content it shows.
func (r Row) Label() string {
	unions := r.Field.Unions()
	if !r.IsInner() && (r.Kind != Variant || r.Union == 0) {
		return r.Field.Label()
	}
	outer := unions[len(unions)-1]
	if r.Kind == Variant {
		outer = unions[r.Union-1]
	}
	if outer.Chosen < 0 {
		return r.Field.Label()
	}
	return outer.Branches[outer.Chosen]
}
