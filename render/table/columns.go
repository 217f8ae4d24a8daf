package table

import (
	"strconv"

	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render/value"
)

// Column is one column of a grid.
type Column struct {
	Title    safe.Line // the schema's title, else the member's name: in readable form where the schema declares it
	Key      safe.Raw  // the member's name; empty where rows are no objects
	Declared bool      // the schema knows it
	Required bool      // the schema wants it in every row
	Numeric  bool      // its values are numbers
	Right    bool      // and are right-aligned: they are no ids
	Empty    bool      // no row that was read has a value in it, and the schema does not want one

	Role  Role  // what it is for, by the first rows
	Total Total // what its numbers come to
	Rank  int   // its place by importance, 0 for the most important column

	reads    reading
	name     string
	position int
	format   *value.Format
}

// reading says what of a row a column shows.
type reading uint8

const (
	theMember   reading = iota // the member of that name
	thePosition                // the item at that position
	theWhole                   // the row itself, where it has no parts
	theKey                     // the name of the row, where it is a member of a map
	theRow                     // the row, where it has more members than there are columns
	theVariant                 // the name of the branch that the row is, where its schema has several
)

// Bounds of the columns.
const (
	maxKnown     = 4096 // columns that are looked at to choose the shown ones
	MaxPositions = 64   // of rows that are arrays: columns
	SampledRows  = 200  // of a large array; of others every row is read
)

// columnsMaker finds the columns of rows: those the schema declares in its
// order, then whatever else the rows have in the order they have it.
type columnsMaker struct {
	item    schema.Location
	columns []Column
	known   map[string]bool
	seen    map[string]bool // names that a row has
	whole   bool
	isMap   bool
	tagged  bool // a member of the rows shows their variant
	variant bool // rows are of several variants, and no member shows which
	more    bool // there are members that no column shows
	rows    int
	widest  int // items of the longest row that is an array
}

func (m *columnsMaker) declare(loc schema.Location, isBranch bool) {
	for _, p := range loc.Properties() {
		if !m.known[p.Name] {
			m.member(p.Name, value.Label(p.Location.MemberTitle(), p.Name), p.Location, true, p.Required && !isBranch)
		}
	}
}

func (m *columnsMaker) member(name string, title safe.Line, loc schema.Location, declared, required bool) {
	m.known[name] = true
	if len(m.columns) >= maxKnown {
		m.more = true
		return
	}
	l := value.FormatFor(loc)
	m.columns = append(m.columns, Column{
		Title: title, Key: safe.Text(name),
		Declared: declared, Required: required, Numeric: l.AlignsRight(),
		name: name, format: &l,
	})
}

// see takes up what a row has beyond the columns so far.
func (m *columnsMaker) see(v *ojson.Value, item schema.Location, isUnion bool) {
	if isUnion {
		resolved, variant := value.Resolve(item, v)
		m.declare(resolved, true)
		m.variant = m.variant || variant != "" && !m.tagged
	}
	if v.Is(ojson.Object) {
		names := make([]string, v.Len())
		for i, m := range v.Members() {
			names[i] = m.Name
		}
		m.seeMembers(names, item)
		return
	}
	if !v.Exists() { // it cannot be read, and has no columns
		return
	}
	m.rows++
	switch v.Kind() {
	case ojson.Array:
		m.widest = max(m.widest, v.Len())
	default:
		m.whole = true
	}
}

// seeMembers takes up the members of a row that is an object.
func (m *columnsMaker) seeMembers(names []string, item schema.Location) {
	m.rows++
	for _, name := range names {
		m.seen[name] = true
		if !m.known[name] {
			loc := item.Property(name)
			m.member(name, value.MemberLabel(item, loc, name), loc, loc.IsKnown(), false)
		}
	}
}

// finish adds the columns of rows that are no objects, before all others.
func (m *columnsMaker) finish() []Column {
	var columns []Column
	if m.isMap {
		columns = append(columns, Column{Title: safe.Text("Key").Line(0), reads: theKey})
	}
	if m.variant {
		columns = append(columns, Column{Title: safe.Text("Variant").Line(0), reads: theVariant, format: value.PlainFormat(m.item)})
	}
	if m.whole || m.widest+len(m.columns) == 0 && m.rows > 0 {
		l := value.FormatFor(m.item)
		columns = append(columns, Column{
			Title: value.Label(m.item.Title(), "value"), Declared: m.item.IsKnown(), Numeric: l.AlignsRight(),
			reads: theWhole, format: &l,
		})
	}
	for i := range min(m.widest, MaxPositions) {
		loc := m.item.Item(i)
		l := value.FormatFor(loc)
		columns = append(columns, Column{
			Title: value.Label(loc.Title(), strconv.Itoa(i+1)), Declared: loc.IsKnown(), Numeric: l.AlignsRight(),
			reads: thePosition, position: i, format: &l,
		})
	}
	for _, column := range m.chosen() {
		column.Empty = m.rows > 0 && !column.Required && !m.seen[column.name]
		columns = append(columns, column)
	}
	if m.more {
		columns = append(columns, Column{Title: safe.Text("All").Line(0), reads: theRow})
	}
	return columns
}

// chosen are the columns of members. Where there are too many, members that rows
// have come before members that are only declared.
func (m *columnsMaker) chosen() []Column {
	spare := limit.Columns.Int() - len(m.seen)
	if len(m.columns) <= limit.Columns.Int() {
		return m.columns
	}
	var chosen []Column
	for _, column := range m.columns {
		switch {
		case m.seen[column.name] && len(chosen) < limit.Columns.Int():
			chosen = append(chosen, column)
		case m.seen[column.name]:
			m.more = true
		case spare > 0:
			spare--
			chosen = append(chosen, column)
		}
	}
	return chosen
}

// IsDerived reports a column that is no part of its rows' values: their key in a
// map, their variant, or all of them again.
func (c Column) IsDerived() bool {
	return c.reads == theKey || c.reads == theVariant || c.reads == theRow
}

// pick is the value of a row in this column.
func (c Column) pick(v *ojson.Value) *ojson.Value {
	switch c.reads {
	case theKey: // which the value does not know
		return nil
	case theVariant:
		if _, name := value.Resolve(c.format.Location(), v); name != "" {
			return ojson.NewString(name)
		}
		return nil
	case theRow:
		return v
	case thePosition:
		return v.Index(c.position)
	case theWhole:
		if v.Len() > 0 {
			return nil
		}
		return v
	}
	return v.Get(c.name)
}

// HasToken reports whether the column is one part of its rows.
func (c Column) HasToken() bool { return c.reads == theMember || c.reads == thePosition }

// Token is the reference token of the column's values within a row.
func (c Column) Token() string {
	if c.reads == thePosition {
		return strconv.Itoa(c.position)
	}
	return c.name
}

// IsKey reports the column of the keys of a map.
func (c Column) IsKey() bool { return c.reads == theKey }

// IsVariant reports the column of the rows' variants.
func (c Column) IsVariant() bool { return c.reads == theVariant }

// IsMember reports a column of one member of the rows.
func (c Column) IsMember() bool { return c.reads == theMember }
