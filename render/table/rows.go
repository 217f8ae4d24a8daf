package table

import (
	"strconv"

	"a2aform/internal/ojson"
	"a2aform/internal/schema"
	"a2aform/render/value"
)

// rows is where a table reads from. All methods but cell, whole and wrong may be
// called from any goroutine.
type rows interface {
	// len is how many rows there are by now.
	len() int
	// whole is a row, nil where it cannot be read.
	whole(i int) *ojson.Value
	// cell is what a row has in a column, nil for nothing.
	cell(i int, c *Column) *ojson.Value
	// wrong is what is wrong with a row, pointers as seen from it.
	wrong(i int) []schema.Problem
	// key is what a row has in a column, for comparing it with others.
	key(i int, c *Column) key
	// has reports whether one of a row's values contains a text.
	has(i int, m *textMatch) bool
	// problems are those known by now: of the list itself, and of its rows.
	problems() (own, inRows []schema.Problem)
}

// valueRows are the items of an array that is decoded and validated.
type valueRows struct {
	items []*ojson.Value
	base  string // pointer of the array within the validated value
	marks value.Problems
	root  *ojson.Value    // around the array, where that is the one member of an object
	loc   schema.Location // of root
}

func (v *valueRows) len() int { return len(v.items) }

func (v *valueRows) whole(i int) *ojson.Value { return v.items[i] }

func (v *valueRows) cell(i int, c *Column) *ojson.Value { return c.pick(v.items[i]) }

func (v *valueRows) wrong(i int) []schema.Problem {
	return v.marks.Under(v.base + "/" + strconv.Itoa(i))
}

func (v *valueRows) tree(i int, list schema.Location) (root *value.Node, path []int) {
	if v.root.Exists() {
		return value.NewNode(v.root.Compact(), v.loc), []int{0, i}
	}
	return value.NewNode(ojson.NewArray(v.items...).Compact(), list), []int{i}
}

func (v *valueRows) key(i int, c *Column) key { return keyOf(c.pick(v.items[i]), c) }

func (v *valueRows) problems() (own, inRows []schema.Problem) {
	for _, p := range v.marks {
		if below(p.Pointer, v.base) {
			p.Pointer = p.Pointer[len(v.base):]
			inRows = append(inRows, p)
		} else {
			own = append(own, p)
		}
	}
	return own, inRows
}

// below reports whether a pointer lies under base, base itself not included.
func below(pointer, base string) bool {
	return len(pointer) > len(base) && pointer[:len(base)] == base && pointer[len(base)] == '/'
}

// rooted are rows that know the text around them.
type rooted interface {
	// tree is that text, of a list at a location, and the way to a row in it.
	tree(i int, list schema.Location) (root *value.Node, path []int)
}

// Tree is the text around a row, and the way to the row in it.
func (g *Table) Tree(row int) (root *value.Node, path []int) {
	if len(g.parts) > 1 {
		return value.NewNode(g.joined(), g.loc), []int{row}
	}
	part, i := g.at(row)
	if r, ok := part.(rooted); ok {
		return r.tree(i, g.loc)
	}
	return value.NewNode(g.Value(row).Compact(), g.Location(row)), nil
}

// joined are the rows of all parts as one list.
func (g *Table) joined() []byte {
	items := make([]*ojson.Value, 0, g.Rows())
	for row := range g.Rows() {
		if v := g.Value(row); v.Exists() {
			items = append(items, v)
		}
	}
	return ojson.NewArray(items...).Compact()
}
