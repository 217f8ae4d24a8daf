package table

import (
	"cmp"
	"slices"
	"sort"
	"strconv"

	"a2aform/internal/jsonindex"
	"a2aform/internal/ojson"
	"a2aform/internal/schema"
	"a2aform/render/value"
)

// Table is an array as a table: a row an item, a column a member. Neighboring
// parts of one artifact share one grid. It is for one goroutine at a time.
type Table struct {
	head          value.Head
	loc           schema.Location // of the array
	item          schema.Location // of its items, of the first one where they differ
	isUnion       bool            // the columns of a row depend on its value
	isTuple       bool            // each position of the array has a schema of its own
	isMap         bool            // the rows are members of an object
	columns       []Column
	parts         []rows
	starts        []int            // first row of each part
	sampled       bool             // columns were read off the first rows only
	keys          []schema.Problem // of a map, which came several times
	duplicateKeys int              // see [Table.DuplicateKeys]
	checking      *checking

	// Others are the problems of the list itself, not of one of its rows.
	Others []schema.Problem
}

// Head is what the block says of itself.
func (g *Table) Head() value.Head { return g.head }

// Columns are the columns in their order. The slice must not be changed.
func (g *Table) Columns() []Column { return g.columns }

// NewLines is a table without rows of the lines of a file, each at a location.
func NewLines(head value.Head, line schema.Location) *Table {
	g := New(head, schema.Location{})
	g.item, g.isUnion = line, value.DependsOnValue(line)
	return g
}

// IsMap reports whether the rows are members of an object.
func (g *Table) IsMap() bool { return g.isMap }

// IsSampled reports whether the columns were read off the first rows only: later rows
// may have values in a column that is [Column.Empty].
func (g *Table) IsSampled() bool { return g.sampled }

// Index finds the rows of a large list that is all of the table; nil for any other grid.
func (g *Table) Index() *jsonindex.Index {
	if len(g.parts) != 1 {
		return nil
	}
	if r, lazy := g.parts[0].(*indexRows); lazy {
		return r.index
	}
	return nil
}

// Rows is the number of rows that are known by now, see [Table.Load].
func (g *Table) Rows() int {
	last := len(g.parts) - 1
	if last < 0 {
		return 0
	}
	return g.starts[last] + g.parts[last].len()
}

// Value is a row as it came; nil outside the table or where it cannot be read.
func (g *Table) Value(row int) *ojson.Value {
	if part, i := g.at(row); part != nil {
		return part.whole(i)
	}
	return nil
}

// Indexed is the text of a row of a large list; not ok for any other row.
func (g *Table) Indexed(row int) (text []byte, ok bool) {
	part, i := g.at(row)
	r, ok := part.(*indexRows)
	if !ok {
		return nil, false
	}
	return r.index.Item(i), true
}

// Problems are what is wrong with a row, pointers as seen from the row.
func (g *Table) Problems(row int) []schema.Problem {
	if part, i := g.at(row); part != nil {
		return part.wrong(i)
	}
	return nil
}

// Cell is what a row has in a column; the zero Cell outside the grid.
func (g *Table) Cell(row, col int) value.Cell {
	part, i := g.at(row)
	if part == nil || col < 0 || col >= len(g.columns) {
		return value.Cell{}
	}
	column := &g.columns[col]
	v := part.cell(i, column)
	cell := value.Cell{Value: v, Format: column.format}
	cell.Required = column.Required && (v.Exists() || part.whole(i).Is(ojson.Object))
	if g.head.Source != value.Declared { // nothing is checked, and the row need not be decoded
		return cell
	}
	problems := part.wrong(i)
	switch {
	case column.reads == theKey:
		isShown := part.whole(i).Len() == 0 && g.hasWhole()
		cell.Problems = ofName(problems, isShown)
	case column.HasToken():
		cell.Problems = value.OfMember(problems, column.Token())
	case column.reads == theWhole && v.Exists():
		cell.Problems = problems
	}
	if v.Exists() {
		if loc, own := g.locationOf(column, row, v); own {
			l := value.FormatFor(loc)
			cell.Format = &l
		}
	}
	return cell
}

// at is the part that contains a row, and the row's number there; nil for none.
func (g *Table) at(row int) (part rows, i int) {
	if row < 0 || row >= g.Rows() {
		return nil, 0
	}
	p := sort.SearchInts(g.starts, row+1) - 1
	return g.parts[p], row - g.starts[p]
}

// locationOf is where a cell's own place differs from its column's: where the row,
// or the value, chooses a branch, and where each row has its own schema.
func (g *Table) locationOf(c *Column, row int, v *ojson.Value) (loc schema.Location, own bool) {
	switch {
	case c.IsDerived():
		return loc, false
	case c.reads == theMember && (g.isUnion || g.isTuple):
		loc, own = g.Location(row).For(g.Value(row)).Property(c.name), true
	case c.reads == theWhole && (g.isUnion || g.isTuple):
		loc, own = g.Location(row), true
	case c.format != nil:
		loc = c.format.Location()
	}
	if value.DependsOnValue(loc) {
		return loc.For(v), true
	}
	return loc, own
}

// Location is the location of a row.
func (g *Table) Location(row int) schema.Location {
	switch {
	case g.isMap:
		return g.loc.Property(g.RowKey(row))
	case g.isTuple:
		return g.loc.Item(row)
	}
	return g.item
}

// New is a table without rows of the arrays at a location. After its rows it needs
// [Table.Finish].
func New(head value.Head, loc schema.Location) *Table {
	g := &Table{head: head, loc: loc, item: loc.Item(0), checking: &checking{}}
	g.isTuple = loc.Prefix() > 0
	g.isUnion = value.DependsOnValue(g.item)
	return g
}

// AddItems appends the items of an array that was validated.
func (g *Table) AddItems(items []*ojson.Value, m value.Problems) {
	g.add(&valueRows{items: items, marks: m})
}

// AddRow appends an object that was validated on its own.
func (g *Table) AddRow(object *ojson.Value, m value.Problems) {
	inRow := slices.Clone(m)
	for i := range inRow {
		inRow[i].Pointer = "/0" + inRow[i].Pointer
	}
	g.AddItems([]*ojson.Value{object}, inRow)
}

// AddMember appends the items of the array that is the only member of an object, which was
// validated by the schema at loc.
func (g *Table) AddMember(object *ojson.Value, loc schema.Location, name string, m value.Problems) {
	g.add(&valueRows{items: object.Get(name).Items(), base: ojson.Pointer("", name), marks: m, root: object, loc: loc})
}

// AddIndexed appends the items of a large list that stays text: item is the location of one
// of them, root that of the text.
func (g *Table) AddIndexed(index *jsonindex.Index, item func(i int) schema.Location, root schema.Location) {
	g.add(&indexRows{index: index, item: item, root: root})
}

// add appends the rows of one part.
func (g *Table) add(r rows) {
	start := g.Rows()
	g.parts, g.starts = append(g.parts, r), append(g.starts, start)
	own, inRows := r.problems()
	g.Others = append(g.Others, own...)
	g.head.Problems = append(g.head.Problems, own...)
	for _, p := range inRows {
		g.head.Problems = append(g.head.Problems, moved(p, start))
	}
	if _, lazy := r.(*indexRows); lazy {
		g.head.Unvalidated = g.head.Source == value.Declared
		g.sampled = g.sampled || r.len() > SampledRows
	}
}

// moved is a problem of a row seen from the table, its part beginning at start.
func moved(p schema.Problem, start int) schema.Problem {
	if i := RowOf(p); i >= 0 && start != 0 {
		p.Pointer = "/" + strconv.Itoa(i+start) + p.Pointer[1+len(strconv.Itoa(i)):]
	}
	return p
}

// Finish finds the columns when all rows are there.
func (g *Table) Finish() *Table {
	maker := columnsMaker{item: g.item, known: map[string]bool{}, seen: map[string]bool{}, isMap: g.isMap, tagged: value.IsTagged(g.item)}
	maker.declare(g.item, false)
	for p, part := range g.parts {
		n := part.len()
		if _, lazy := part.(*indexRows); lazy {
			n = min(n, SampledRows)
		}
		for r := range n {
			loc := g.Location(g.starts[p] + r)
			if len(duplicatesAt(part, r)) > 0 {
				g.duplicateKeys++
			}
			if names, ok := namesOf(part, r); ok && !g.isUnion {
				maker.seeMembers(names, loc)
				continue
			}
			maker.see(part.whole(r), loc, g.isUnion)
		}
	}
	g.columns = maker.finish()
	g.showColumns()
	for i := range g.columns {
		if c := &g.columns[i]; !c.Declared {
			c.Numeric = g.allNumbers(i)
		}
	}
	g.findRoles()
	slices.SortStableFunc(g.head.Problems, func(a, b schema.Problem) int { return cmp.Compare(RowOf(a), RowOf(b)) })
	return g
}

// showColumns gives the parts the columns they will be asked for.
func (g *Table) showColumns() {
	for _, part := range g.parts {
		if r, lazy := part.(*indexRows); lazy {
			r.show(g.columns)
		}
	}
}

// RowOf is the row that a problem lies in, -1 for one of the list itself.
func RowOf(p schema.Problem) int {
	if tokens := ojson.Tokens(p.Pointer); len(tokens) > 0 {
		if i, err := strconv.Atoi(tokens[0]); err == nil {
			return i
		}
	}
	return -1
}

// allNumbers reports whether a column of unknown type contains numbers only.
func (g *Table) allNumbers(col int) bool {
	seen := false
	for r := range min(g.Rows(), SampledRows) {
		part, i := g.at(r)
		cell := value.Cell{Value: part.cell(i, &g.columns[col])}
		switch cell.Kind() {
		case value.Number:
			seen = true
		case value.Absent, value.Null:
		default:
			return false
		}
	}
	return seen
}
