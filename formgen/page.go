package formgen

import (
	"slices"

	"a2aform/internal/schema"
)

// RowKind says what a row of a page is.
//
// Not stable, see the package comment.
type RowKind uint8

// The kinds of rows.
//
// Not stable, see the package comment.
const (
	Edit    RowKind = iota // a field that is edited in place
	Section                // the heading of an object or list whose rows follow
	Subpage                // an object or list with a page of its own
	Add                    // adds an item to the list Field
	Variant                // chooses a branch of a union of Field
	AddKey                 // adds a member to the object Field
)

// Row is one row of a page.
//
// Not stable, see the package comment.
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

// Pages are the pages of a form, and which of its items are shown in place.
//
// Not stable, see the package comment.
type Pages struct {
	form *Form
	open *Field // the item whose fields are shown in its list, nil for none
}

// Rows lists the rows of the page of a field: its members or items, small
// objects in place. A scalar root is a page of one row.
func (p *Pages) Rows(f *Field) []Row {
	l := rowLister{open: p.open}
	l.addVariants(f, 0)
	switch {
	case f.Kind() == schema.Union:
		return l.rows
	case f.Kind() != schema.Object && f.Kind() != schema.Array:
		return append(l.rows, Row{Kind: Edit, Field: f})
	case f.presence != Set && len(l.rows) > 0:
		return l.rows
	case f.presence != Set:
		return []Row{{Kind: Subpage, Field: f}}
	}
	l.addMembers(f, 0)
	if len(l.rows) == 0 {
		return []Row{{Kind: Section, Field: f}}
	}
	return l.rows
}

// rowLister lists the rows of a page.
type rowLister struct {
	rows []Row
	open *Field // the item that is shown in place
}

func (l *rowLister) add(kind RowKind, x *Field, depth int) {
	l.rows = append(l.rows, Row{Kind: kind, Field: x, Depth: depth})
}

// addVariants lists the choices between shapes: all that were made and the
// first that was not.
func (l *rowLister) addVariants(x *Field, depth int) {
	for i, u := range x.Unions() {
		l.rows = append(l.rows, Row{Variant, x, depth, i})
		if u.Chosen < 0 || x.presence != Set {
			break
		}
	}
}

func (l *rowLister) addMembers(x *Field, depth int) {
	for _, c := range membersInOrder(x) {
		l.addField(c, depth)
	}
	isFullTuple := x.loc.Prefix() > 0 && !x.CanAppend() // a list of fixed positions that are all there
	switch {
	case x.Kind() == schema.Array && !isFullTuple:
		l.add(Add, x, depth)
	case x.OffersKeys():
		l.add(AddKey, x, depth)
	}
}

// membersInOrder are the members as they are listed: what is deprecated comes last
// among the declared members.
func membersInOrder(x *Field) []*Field {
	children := x.Children()
	isFaded := func(c *Field) bool { return !c.required && c.loc.IsDeprecated() }
	if x.Kind() == schema.Array || !slices.ContainsFunc(children, isFaded) {
		return children
	}
	rank := func(c *Field) int {
		switch {
		case c.extra:
			return 2
		case isFaded(c):
			return 1
		}
		return 0
	}
	return slices.SortedStableFunc(slices.Values(children), func(a, b *Field) int { return rank(a) - rank(b) })
}

func (l *rowLister) addField(x *Field, depth int) {
	if len(x.Unions()) > 0 {
		l.addVariants(x, depth)
		if x.presence == Set && x.Kind() != schema.Union {
			l.addContent(x, depth+1)
		}
		return
	}
	switch x.Kind() {
	case schema.Array:
		l.add(Section, x, depth)
		if x.presence == Set {
			l.addMembers(x, depth+1)
		} else {
			l.add(Add, x, depth+1)
		}
	case schema.Object:
		if x.presence != Set || !l.isSmall(x, depth) {
			l.add(Subpage, x, depth)
			return
		}
		l.add(Section, x, depth)
		l.addMembers(x, depth+1)
	case schema.Const:
		if x.isEntry() || !x.required || x.presence != Set { // else there is nothing to do
			l.add(Edit, x, depth)
		}
	default:
		l.add(Edit, x, depth)
	}
}

// addContent lists what the chosen branch holds, below the choice.
func (l *rowLister) addContent(x *Field, depth int) {
	switch kind := x.Kind(); {
	case kind == schema.Object && !l.isSmall(x, depth-1):
		l.add(Subpage, x, depth)
	case kind == schema.Object || kind == schema.Array:
		l.addMembers(x, depth)
	case kind != schema.Const && kind != schema.Null:
		l.add(Edit, x, depth)
	}
}

// isSmall reports an object that is shown in place.
func (l *rowLister) isSmall(x *Field, depth int) bool {
	switch {
	case depth >= inlineDepth || x.isEntry() && l.open != x:
		return false
	case x.loc.IsMap():
		return true
	case len(x.children) > inlineFields:
		return false
	}
	return !slices.ContainsFunc(x.children, func(c *Field) bool { return c.kind == schema.Array || len(c.Unions()) > 0 })
}

// Open shows the fields of a small item in its list, and those of no other item. It
// reports false for an item that has a page of its own, and for what is none.
func (p *Pages) Open(x *Field) bool {
	if !x.isEntry() {
		return false
	}
	before := p.open
	p.open = x
	p.form.layoutVersion++
	if slices.ContainsFunc(p.Rows(p.Of(x)), func(r Row) bool { return r.Kind == Subpage && r.Field == x }) {
		p.open = before
		return false
	}
	return true
}

// Reveal shows the fields of the small item around a field in its list, so that the field is on the page of the list.
func (p *Pages) Reveal(x *Field) {
	for up := x.parent; up != nil; up = up.parent {
		if up.isEntry() {
			if up != p.open {
				p.Open(up)
			}
			return
		}
	}
}

// Opened is the item whose fields are shown in its list, nil for none.
func (p *Pages) Opened() *Field { return p.open }

// Close shows the item around a field as a line again, and returns it; nil where
// the fields of no such item are shown in its list.
func (p *Pages) Close(x *Field) *Field {
	for x != nil && x != p.open {
		x = x.parent
	}
	if x != nil {
		p.open = nil
		p.form.layoutVersion++
	}
	return x
}

// Of is the field whose page shows x: the nearest one above that has a page
// of its own.
func (p *Pages) Of(x *Field) *Field {
	var chain []*Field
	for x = x.parent; x != nil; x = x.parent {
		chain = append(chain, x)
	}
	page := p.form.root
	for _, above := range slices.Backward(chain) {
		opens := func(r Row) bool { return r.Kind == Subpage && r.Field == above }
		if slices.ContainsFunc(p.Rows(page), opens) {
			page = above
		}
	}
	return page
}

// IsInner reports the row of what the chosen branch of a union holds, below the
// row of the choice.
func (r Row) IsInner() bool {
	return (r.Kind == Edit || r.Kind == Subpage) && len(r.Field.Unions()) > 0
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
