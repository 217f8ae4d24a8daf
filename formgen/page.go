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
func (x *Field) Page() []Row {
	rows := x.appendVariants(nil, 0)
	switch {
	case x.Kind() == schema.Union:
		return rows
	case x.Kind() != schema.Object && x.Kind() != schema.Array:
		return append(rows, Row{Kind: Edit, Field: x})
	case x.presence != Set && len(rows) > 0:
		return rows
	case x.presence != Set:
		return []Row{{Kind: Open, Field: x}}
	}
	rows = x.appendMembers(rows, 0)
	if len(rows) == 0 {
		return []Row{{Kind: Section, Field: x}}
	}
	return rows
}

// appendVariants lists the choices between shapes: all that were made and the
// first that was not.
func (x *Field) appendVariants(rows []Row, depth int) []Row {
	for i, u := range x.Unions() {
		rows = append(rows, Row{Variant, x, depth, i})
		if u.Chosen < 0 || x.presence != Set {
			break
		}
	}
	return rows
}

func (x *Field) appendMembers(rows []Row, depth int) []Row {
	for _, c := range x.inOrder() {
		rows = c.appendRow(rows, depth)
	}
	switch {
	case x.Kind() == schema.Array && !x.isFullTuple():
		rows = append(rows, Row{Kind: Add, Field: x, Depth: depth})
	case x.OffersKeys():
		rows = append(rows, Row{Kind: AddKey, Field: x, Depth: depth})
	}
	return rows
}

// isFullTuple reports a list of fixed positions that are all there.
func (x *Field) isFullTuple() bool { return x.place.Prefix() > 0 && !x.CanAppend() }

// inOrder are the members as they are listed: what is deprecated comes last
// among those that the schema declares.
func (x *Field) inOrder() []*Field {
	children := x.Children()
	if x.Kind() == schema.Array || !slices.ContainsFunc(children, (*Field).isFaded) {
		return children
	}
	var current, faded, entries []*Field
	for _, c := range children {
		switch {
		case c.extra:
			entries = append(entries, c)
		case c.isFaded():
			faded = append(faded, c)
		default:
			current = append(current, c)
		}
	}
	return slices.Concat(current, faded, entries)
}

func (x *Field) isFaded() bool { return !x.required && x.IsDeprecated() }

func (x *Field) appendRow(rows []Row, depth int) []Row {
	if len(x.Unions()) > 0 {
		rows = x.appendVariants(rows, depth)
		if x.presence != Set || x.Kind() == schema.Union {
			return rows
		}
		return x.appendContent(rows, depth+1)
	}
	switch x.Kind() {
	case schema.Array:
		rows = append(rows, Row{Kind: Section, Field: x, Depth: depth})
		if x.presence == Set {
			return x.appendMembers(rows, depth+1)
		}
		return append(rows, Row{Kind: Add, Field: x, Depth: depth + 1})
	case schema.Object:
		if x.presence != Set || !x.isSmall(depth) {
			return append(rows, Row{Kind: Open, Field: x, Depth: depth})
		}
		return x.appendMembers(append(rows, Row{Kind: Section, Field: x, Depth: depth}), depth+1)
	}
	return append(rows, Row{Kind: Edit, Field: x, Depth: depth})
}

// appendContent lists what the chosen branch holds, below the choice.
func (x *Field) appendContent(rows []Row, depth int) []Row {
	switch x.Kind() {
	case schema.Object:
		if !x.isSmall(depth - 1) {
			return append(rows, Row{Kind: Open, Field: x, Depth: depth})
		}
		return x.appendMembers(rows, depth)
	case schema.Array:
		return x.appendMembers(rows, depth)
	case schema.Const, schema.Null:
		return rows
	}
	return append(rows, Row{Kind: Edit, Field: x, Depth: depth})
}

// isSmall reports an object that is shown in place.
func (x *Field) isSmall(depth int) bool {
	switch {
	case depth >= inlineDepth || x.isEntry():
		return false
	case x.place.IsMap():
		return true
	case len(x.children) > inlineFields:
		return false
	}
	for _, c := range x.children {
		if c.kind == schema.Array || len(c.Unions()) > 0 {
			return false
		}
	}
	return true
}

// PageOf is the field whose page shows x: the nearest one above that has a page
// of its own.
func (x *Field) PageOf() *Field {
	var chain []*Field
	for f := x.parent; f != nil; f = f.parent {
		chain = append([]*Field{f}, chain...)
	}
	page := x.form.root
	for _, f := range chain {
		opens := func(r Row) bool { return r.Kind == Open && r.Field == f }
		if slices.ContainsFunc(page.Page(), opens) {
			page = f
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
