package table

import (
	"context"

	"a2aform/internal/ojson"
	"a2aform/render/value"
)

// Selection is which rows and columns of a table are exported, in which order.
type Selection struct {
	View    *View // nil for all rows as they came
	Columns []int // of the table; nil for all of the rows, shown in columns or not
}

// Extract is what is selected of a table, as a grid.
type Extract struct {
	*Table

	IsWhole bool // no columns were selected: the rows are exported as they came

	whole *Table // that it was taken of
}

// Extract is what is selected of the table, as a table that shares no cache with
// it, so that another goroutine can read it.
func (g *Table) Extract(s Selection) Extract {
	whole := g.detached()
	t := Extract{Table: whole, whole: whole, IsWhole: s.Columns == nil}
	if s.View != nil && s.View.order != nil {
		t.Table = t.pick(s.View.order)
	}
	if !t.IsWhole {
		all := t.columns
		t.columns = nil
		for _, i := range s.Columns {
			if i >= 0 && i < len(all) {
				t.columns = append(t.columns, all[i])
			}
		}
	}
	t.setInvalid()
	return t
}

// DropEmpty leaves out the columns that are empty and returns their titles. Where only
// the first rows were read for that, they come last instead.
func (e *Extract) DropEmpty() (titles []string) {
	if !e.IsWhole {
		return nil
	}
	var filled, empty []Column
	for _, column := range e.columns {
		if column.Empty {
			empty = append(empty, column)
			continue
		}
		filled = append(filled, column)
	}
	defer e.setInvalid()
	if e.sampled {
		e.columns = append(filled, empty...)
		return nil
	}
	e.columns = filled
	for _, column := range empty {
		titles = append(titles, column.Heading())
	}
	return titles
}

// setInvalid puts the text of rows that are no JSON into the first column.
func (e Extract) setInvalid() {
	if len(e.columns) == 0 {
		return
	}
	for _, part := range e.whole.parts {
		if r, lazy := part.(*indexRows); lazy {
			r.stand = &e.columns[0]
		}
	}
}

// detached is a table of the same rows with caches of its own.
func (g *Table) detached() *Table {
	other := *g
	other.parts = append([]rows(nil), g.parts...)
	for i, part := range other.parts {
		if r, lazy := part.(*indexRows); lazy {
			fresh := &indexRows{index: r.index, item: r.item}
			fresh.show(other.columns)
			other.parts[i] = fresh
		}
	}
	return &other
}

// pick is a table of some rows in an order of their own.
func (g *Table) pick(order []int32) *Table {
	other := *g
	other.parts, other.starts = []rows{&pickedRows{g, order}}, []int{0}
	other.head.Problems = nil
	if len(g.head.Problems) == 0 {
		return &other
	}
	at := make(map[int]int, len(order))
	for position, row := range order {
		at[int(row)] = position
	}
	for _, p := range g.head.Problems {
		row := RowOf(p)
		position, picked := at[row]
		switch {
		case row < 0:
			other.head.Problems = append(other.head.Problems, p)
		case picked:
			other.head.Problems = append(other.head.Problems, moved(p, position-row))
		}
	}
	return &other
}

// Clone is an extract of the same rows that shares no cache with this one.
func (e Extract) Clone() Extract {
	other := e
	if picked, ok := e.parts[0].(*pickedRows); ok {
		whole := picked.grid.detached()
		grid := *e.Table
		grid.parts = []rows{&pickedRows{whole, picked.order}}
		other.Table, other.whole = &grid, whole
	} else {
		other.Table = e.detached()
		other.whole = other.Table
	}
	other.setInvalid()
	return other
}

// IsLazy reports whether rows are read only as they are looked at, and may then
// turn out to be no JSON.
func (e Extract) IsLazy() bool {
	if len(e.parts) == 0 {
		return false
	}
	parts := e.parts
	if picked, ok := parts[0].(*pickedRows); ok {
		parts = picked.grid.parts
	}
	for _, part := range parts {
		if _, lazy := part.(*indexRows); lazy {
			return true
		}
	}
	return false
}

// lazyRow is where a row of a large list is read from; nil for any other row.
func (e Extract) lazyRow(row int) (int, *indexRows) {
	part, i := e.at(row)
	if picked, ok := part.(*pickedRows); ok {
		part, i = picked.at(i)
	}
	r, _ := part.(*indexRows)
	return i, r
}

// IsJSON reports whether a row is JSON.
func (e Extract) IsJSON(row int) bool {
	i, r := e.lazyRow(row)
	return r == nil || r.isJSON(i)
}

// ValidRows reports of each row whether it is JSON. It looks at large lists on all
// processors.
func (e Extract) ValidRows() ([]bool, error) {
	valid := make([]bool, e.Rows())
	if !e.IsLazy() {
		for row := range valid {
			valid[row] = true
		}
		return valid, nil
	}
	err := parallelChunks(context.Background(), len(valid), func(_, from, to int) {
		for row := from; row < to; row++ {
			i, r := e.lazyRow(row)
			valid[row] = r == nil || ojson.IsValid(r.index.Item(i))
		}
	})
	return valid, err
}

// Text is a row as it came; nil where it is held decoded.
func (e Extract) Text(row int) []byte {
	i, r := e.lazyRow(row)
	if r == nil {
		return nil
	}
	return r.index.Item(i)
}

// ExactValue is a row as it came, also with numbers beyond the limits; nil where it
// cannot be read.
func (e Extract) ExactValue(row int) *ojson.Value {
	if v := e.Value(row); v != nil {
		return v
	}
	i, r := e.lazyRow(row)
	if r == nil {
		return nil
	}
	v, _ := value.ParseExact(r.index.Item(i))
	return v
}

// Raw is the text of a row that cannot be read.
func (e Extract) Raw(row int) *ojson.Value {
	i, r := e.lazyRow(row)
	if r == nil {
		return nil
	}
	return ojson.NewString(string(r.index.Item(i)))
}

// CheckRows reports of each row what check says of its text, which is nil where the row is
// held decoded. It looks at the rows on all processors.
func (e Extract) CheckRows(check func(text []byte) bool) ([]bool, error) {
	checked := make([]bool, e.Rows())
	err := parallelChunks(context.Background(), len(checked), func(_, from, to int) {
		for row := from; row < to; row++ {
			checked[row] = check(e.Text(row))
		}
	})
	return checked, err
}
