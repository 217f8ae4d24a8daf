package render

import (
	"strconv"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// Column is one column of a grid.
type Column struct {
	Title    safe.Line // the schema's title, else the member's name in readable form
	Key      safe.Raw  // the member's name; empty where rows are no objects
	Declared bool      // the schema knows it
	Required bool      // the schema wants it in every row
	Right    bool      // its values are numbers and stand at the right

	reads    reading
	name     string
	position int
	look     *look
}

// reading says what of a row a column shows.
type reading uint8

const (
	theMember   reading = iota // the member of that name
	thePosition                // the item at that position
	theWhole                   // the row itself, where it is no object
)

const (
	maxColumns   = 256
	maxPositions = 64
	sampledRows  = 200 // of a large array; of others every row is read
)

// columnsMaker finds the columns of rows: those the schema declares in its
// order, then whatever else the rows have in the order they have it.
type columnsMaker struct {
	item    schema.Place
	columns []Column
	known   map[string]bool
	whole   bool
	widest  int // items of the longest row that is an array
}

func (c *columnsMaker) declare(place schema.Place) {
	for _, p := range place.Properties() {
		if !c.known[p.Name] {
			c.member(p.Name, p.Place, true, p.Required)
		}
	}
}

func (c *columnsMaker) member(name string, place schema.Place, declared, required bool) {
	c.known[name] = true
	if len(c.columns) >= maxColumns {
		return
	}
	l := lookOf(place)
	c.columns = append(c.columns, Column{
		Title: labelOf(place.Title(), name), Key: safe.Text(name),
		Declared: declared, Required: required, Right: l.right(),
		name: name, look: &l,
	})
}

// see takes up what a row has beyond the columns so far.
func (c *columnsMaker) see(v *ojson.Value, isUnion bool) {
	if isUnion {
		c.declare(c.item.For(v))
	}
	switch v.Kind() {
	case ojson.Object:
		for _, m := range v.Members() {
			if !c.known[m.Name] {
				place := c.item.Property(m.Name)
				c.member(m.Name, place, place.IsKnown(), false)
			}
		}
	case ojson.Array:
		c.widest = max(c.widest, v.Len())
	default:
		c.whole = true
	}
}

// finish adds the columns of rows that are no objects, before all others.
func (c *columnsMaker) finish() []Column {
	var columns []Column
	if c.whole {
		l := lookOf(c.item)
		columns = append(columns, Column{
			Title: labelOf(c.item.Title(), "value"), Declared: c.item.IsKnown(), Right: l.right(),
			reads: theWhole, look: &l,
		})
	}
	for i := range min(c.widest, maxPositions) {
		place := c.item.Item(i)
		l := lookOf(place)
		columns = append(columns, Column{
			Title: labelOf(place.Title(), strconv.Itoa(i+1)), Declared: place.IsKnown(), Right: l.right(),
			reads: thePosition, position: i, look: &l,
		})
	}
	return append(columns, c.columns...)
}

// pick is the value of a row in this column.
func (c Column) pick(v *ojson.Value) *ojson.Value {
	switch c.reads {
	case thePosition:
		return v.Index(c.position)
	case theWhole:
		if v.Is(ojson.Object) || v.Is(ojson.Array) {
			return nil
		}
		return v
	}
	return v.Get(c.name)
}

// token is the reference token of the column's values within a row.
func (c Column) token() string {
	if c.reads == thePosition {
		return strconv.Itoa(c.position)
	}
	return c.name
}
