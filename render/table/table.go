// Package table makes tables of lists: the rows of a list of objects or the members of
// a map, with columns by the schema and by the data.
//
// A [Table] reads its rows as they are looked at. A large list stays text, of which
// only the cells that are requested are decoded. A [View] is a choice and an order of
// rows: sorting, filtering, searching and summaries work on it.
package table

import (
	"cmp"
	"context"
	"math/big"
	"runtime"
	"slices"
	"sort"
	"strconv"
	"sync"
	"sync/atomic"

	"a2aform/internal/jsonindex"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/safego"
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

// OfItems is a table that the program makes of items of arrays at a location, which are not validated.
func OfItems(items []*ojson.Value, loc schema.Location) *Table {
	g := New(value.Head{Data: true, IsOurs: true}, loc)
	g.AddItems(items, value.NewProblems(nil))
	return g.Finish()
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

// Heading is what is above a column: its title, and the unit of its numbers.
func (c Column) Heading() string {
	if unit := c.unit(); unit != "" {
		return c.Title.String() + " (" + unit + ")"
	}
	return c.Title.String()
}

// unit is the unit of the column's numbers, as the schema names it.
func (c Column) unit() string {
	if c.format == nil {
		return ""
	}
	return c.format.Unit
}

// Description explains the column; empty where the schema does not.
func (c Column) Description() safe.Raw {
	if c.format == nil {
		return safe.Raw{}
	}
	return c.format.Location().Description()
}

// OwnProblems are what is wrong with a row that is at none of its cells.
func (g *Table) OwnProblems(row int) []schema.Problem {
	rest := g.Problems(row)
	for col, column := range g.columns {
		if len(rest) == 0 {
			return nil
		}
		if column.reads != theWhole || g.Cell(row, col).Kind() != value.Absent {
			rest = WithoutColumn(rest, column)
		}
	}
	return rest
}

// WithoutColumn are the problems that are not at a column's cell.
func WithoutColumn(problems []schema.Problem, column Column) []schema.Problem {
	switch {
	case column.reads == theWhole:
		return nil
	case column.reads == theKey: // the row's own
		return slices.DeleteFunc(slices.Clone(problems), func(p schema.Problem) bool { return p.Pointer == "" })
	case !column.HasToken():
		return problems
	}
	var rest []schema.Problem
	for _, p := range problems {
		if len(value.OfMember([]schema.Problem{p}, column.Token())) == 0 {
			rest = append(rest, p)
		}
	}
	return rest
}

// Wording is a problem with its row and column by their titles.
func (g *Table) Wording(p schema.Problem) string {
	tokens := ojson.Tokens(p.Pointer)
	if len(tokens) == 0 {
		return p.Message()
	}
	row, err := strconv.Atoi(tokens[0])
	if err != nil {
		return value.Wording(p)
	}
	text := g.RowName(row)
	p.Pointer = p.Pointer[1+len(tokens[0]):]
	for _, column := range g.columns {
		if len(tokens) > 1 && column.HasToken() && column.Token() == tokens[1] {
			text += ", " + column.Title.String()
			p.Pointer = p.Pointer[len(ojson.Pointer("", tokens[1])):]
			break
		}
	}
	if where := value.Where(p.Pointer); where != "" {
		text += ", " + where
	}
	return text + ": " + p.Message()
}

// View is a table's rows in some choice and order. It does not change: sorting
// and filtering make another one. All methods may be called from any goroutine.
type View struct {
	grid  *Table
	order []int32 // rows of the table; nil for all of them as they came
}

// Table is what the view is of.
func (v *View) Table() *Table { return v.grid }

// View is all rows as they came. New ones appear in it.
func (g *Table) View() *View { return &View{grid: g} }

// Picked are the rows at some positions of the view, in the order that they are given in.
func (v *View) Picked(positions []int) *View {
	order := make([]int32, 0, len(positions))
	for _, position := range positions {
		if row := v.Row(position); row >= 0 {
			order = append(order, int32(row)) //nolint:gosec // below the number of rows
		}
	}
	return &View{grid: v.grid, order: order}
}

// asTheyCame are the same rows in the order of the table.
func (v *View) asTheyCame() *View {
	if v.order == nil {
		return v
	}
	return &View{grid: v.grid, order: slices.Sorted(slices.Values(v.order))}
}

// Rows is how many rows the view has by now.
func (v *View) Rows() int {
	if v.order != nil {
		return len(v.order)
	}
	return v.grid.Rows()
}

// Row is the row of the table that is at a position of the view, -1 outside.
func (v *View) Row(position int) int {
	switch {
	case position < 0 || position >= v.Rows():
		return -1
	case v.order != nil:
		return int(v.order[position])
	}
	return position
}

// Number is the number in a column of a row of the view; not ok where there is none.
func (v *View) Number(position, col int) (number float64, ok bool) {
	k := v.grid.key(v.Row(position), &v.grid.columns[col])
	return k.number, k.kind == value.Number
}

// Rat is the exact number in a column of a row of the view; nil where there is none.
func (v *View) Rat(position, col int) *big.Rat {
	if k := v.grid.key(v.Row(position), &v.grid.columns[col]); k.kind == value.Number {
		return ojson.Rat(string(k.text))
	}
	return nil
}

// Position is where a row of the table is in the view, -1 if it is not.
// It looks at the whole view where that has an order of its own.
func (v *View) Position(row int) int {
	if v.order == nil {
		return min(row, v.Rows()-1)
	}
	for i, r := range v.order {
		if int(r) == row {
			return i
		}
	}
	return -1
}

// Load finds the rest of the rows of a list that is too large to be read at
// once. It belongs in a goroutine of its own, and ends early with ctx.
func (g *Table) Load(ctx context.Context) {
	for _, part := range g.parts {
		if r, lazy := part.(*indexRows); lazy {
			r.index.Build(ctx)
		}
	}
}

// Loaded is how many bytes of large lists were looked at, of how many.
func (g *Table) Loaded() (done, all int) {
	for _, part := range g.parts {
		if r, lazy := part.(*indexRows); lazy {
			d, a := r.index.Scanned()
			if r.index.IsComplete() {
				d = a
			}
			done, all = done+d, all+a
		}
	}
	return done, all
}

// chunkRows is how many rows one goroutine takes at a time.
const chunkRows = 4096

// parallelChunks calls work for all of n rows, one chunk at a time, on all
// processors. It ends early with ctx, whose error it returns.
func parallelChunks(ctx context.Context, n int, work func(chunk, from, to int)) error {
	var (
		next  atomic.Int64
		group sync.WaitGroup
	)
	for range min(runtime.GOMAXPROCS(0), chunks(n)) {
		safego.GoGroup(&group, func() {
			for s := int(next.Add(1)) - 1; s < chunks(n) && ctx.Err() == nil; s = int(next.Add(1)) - 1 {
				work(s, s*chunkRows, min((s+1)*chunkRows, n))
			}
		})
	}
	group.Wait()
	return ctx.Err()
}

// yieldRows is the number of rows after which a loop yields the processor: keys and
// frames must not wait for the ten milliseconds that the scheduler gives a loop.
const yieldRows = 64

// goesOn yields the processor every yieldRows rows, and reports that the work has not ended early with ctx; i is the row of the loop.
func goesOn(ctx context.Context, i int) bool {
	if i%yieldRows != 0 {
		return true
	}
	runtime.Gosched()
	return ctx.Err() == nil
}

func chunks(n int) int { return (n + chunkRows - 1) / chunkRows }

// key is the key of a row of the table in a column.
func (g *Table) key(row int, c *Column) key {
	if part, i := g.at(row); part != nil {
		return part.key(i, c)
	}
	return key{}
}
