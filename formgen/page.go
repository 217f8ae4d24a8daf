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
)

// Row is one row of a page.
type Row struct {
	Kind  RowKind
	Field *Field
	Depth int // levels below the page, for indentation
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
	var rows []Row
	if x.Kind() != schema.Object && x.Kind() != schema.Array {
		return []Row{{Edit, x, 0}}
	}
	if x.presence != Set {
		return []Row{{Open, x, 0}}
	}
	return x.appendMembers(rows, 0)
}

func (x *Field) appendMembers(rows []Row, depth int) []Row {
	for _, c := range x.Children() {
		rows = c.appendRow(rows, depth)
	}
	if x.Kind() == schema.Array {
		rows = append(rows, Row{Add, x, depth})
	}
	return rows
}

func (x *Field) appendRow(rows []Row, depth int) []Row {
	switch x.Kind() {
	case schema.Array:
		rows = append(rows, Row{Section, x, depth})
		if x.presence == Set {
			return x.appendMembers(rows, depth+1)
		}
		return append(rows, Row{Add, x, depth + 1})
	case schema.Object:
		if x.presence != Set || !x.isSmall(depth) {
			return append(rows, Row{Open, x, depth})
		}
		return x.appendMembers(append(rows, Row{Section, x, depth}), depth+1)
	}
	return append(rows, Row{Edit, x, depth})
}

// isSmall reports an object that is shown in place.
func (x *Field) isSmall(depth int) bool {
	if x.IsItem() || depth >= inlineDepth || len(x.children) > inlineFields {
		return false
	}
	for _, c := range x.children {
		if c.kind == schema.Array {
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
