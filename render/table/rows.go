package table

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/dustin/go-humanize/english"

	"a2aform/internal/jsonindex"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
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

// pickedRows are some rows of a table in an order of their own.
type pickedRows struct {
	grid  *Table
	order []int32
}

func (p *pickedRows) at(i int) (part rows, row int) { return p.grid.at(int(p.order[i])) }

func (p *pickedRows) len() int { return len(p.order) }

func (p *pickedRows) whole(i int) *ojson.Value {
	part, row := p.at(i)
	return part.whole(row)
}

func (p *pickedRows) cell(i int, c *Column) *ojson.Value {
	part, row := p.at(i)
	return part.cell(row, c)
}

func (p *pickedRows) wrong(i int) []schema.Problem {
	part, row := p.at(i)
	return part.wrong(row)
}

func (p *pickedRows) key(i int, c *Column) key {
	part, row := p.at(i)
	return part.key(row, c)
}

func (p *pickedRows) problems() (own, inRows []schema.Problem) { return nil, nil }

func (p *pickedRows) has(i int, m *textMatch) bool {
	part, row := p.at(i)
	return part.has(row, m)
}

// indexRows are the items of a large list. They stay bytes: what is looked at is
// decoded when it is, a cell or a row at a time.
type indexRows struct {
	index *jsonindex.Index
	item  func(i int) schema.Location
	root  schema.Location // of the text

	names   map[string]int // columns by the member they show
	columns []Column

	stand *Column // has the text of a row that is no JSON; nil to show of it what can be read

	mu      sync.Mutex // of what is kept: what is worked out in the background reads rows, too
	checked int        // row of isValid, from 1
	isValid bool
	located [locatedRows]located
	decoded [decodedRows]decoded
}

// What is kept of the rows that were looked at: a few screens of them, found by
// the row's number modulo the size.
const (
	locatedRows = 256
	decodedRows = 256
)

// located is a row's text in each column, nil where nothing came.
type located struct {
	row   int // from 1; 0 for none
	cells [][]byte
}

// decoded is a row with what is wrong with it.
type decoded struct {
	row         int // from 1; 0 for none
	value       *ojson.Value
	problems    []schema.Problem
	isValidated bool
}

func (r *indexRows) tree(i int, _ schema.Location) (root *value.Node, path []int) {
	switch {
	case r.index.Shape() == jsonindex.Lines:
		return value.NewNode(r.index.Item(i), r.item(i)), nil
	case r.index.ListKey() != "":
		return value.NewNode(r.index.Data(), r.root), []int{0}
	}
	return value.NewIndexedNode(r.index, r.root), []int{i} // the index knows where the row is
}

func (r *indexRows) len() int { return r.index.Len() }

func (*indexRows) problems() (own, inRows []schema.Problem) { return nil, nil }

// show sets which columns the rows will be asked for.
func (r *indexRows) show(columns []Column) {
	r.names, r.columns = make(map[string]int, len(columns)), columns
	for i := range columns {
		if columns[i].reads == theMember {
			r.names[columns[i].name] = i
		}
	}
	r.located = [locatedRows]located{}
}

func (r *indexRows) cell(i int, c *Column) *ojson.Value {
	switch {
	case r.stand != nil && !r.isJSON(i):
		if c == r.stand {
			return ojson.NewString(string(r.index.Item(i)))
		}
		return nil
	case c.IsDerived():
		return c.pick(r.whole(i))
	case c.reads != theMember:
		return cellValue(r.text(i, c))
	}
	at, known := r.names[c.name]
	if !known {
		return cellValue(r.text(i, c))
	}
	return cellValue(r.locate(i)[at])
}

// locate finds all columns of a row in one pass over its text.
func (r *indexRows) locate(i int) [][]byte {
	r.mu.Lock()
	kept := r.located[i%locatedRows]
	r.mu.Unlock()
	if kept.row == i+1 {
		return kept.cells
	}
	kept = located{row: i + 1, cells: make([][]byte, len(r.columns))}
	row := ojson.NewReader(r.index.Item(i))
	for row.Enter('{'); row.Member(); {
		value := row.Value()
		if at, ok := r.names[string(row.Key)]; ok {
			kept.cells[at] = value
		}
	}
	r.mu.Lock()
	r.located[i%locatedRows] = kept
	r.mu.Unlock()
	return kept.cells
}

// namesOf are the names of the members of a row that is an object and need not be
// decoded for them; not ok for any other row.
func namesOf(part rows, i int) (names []string, ok bool) {
	r, lazy := part.(*indexRows)
	if !lazy {
		return nil, false
	}
	row := ojson.NewReader(r.index.Item(i))
	if !row.Enter('{') {
		return nil, false
	}
	for row.Member() {
		names = append(names, string(row.Key))
		row.Value()
	}
	return names, row.Ended()
}

// text is what a row has in a column as it is written, nil for nothing.
func (r *indexRows) text(i int, c *Column) []byte {
	item := r.index.Item(i)
	if len(item) == 0 {
		return nil
	}
	isObject, isArray := item[0] == '{', item[0] == '['
	switch {
	case c.reads == theMember && isObject:
		return ojson.Find(item, c.name)
	case c.reads == thePosition && isArray:
		row := ojson.NewReader(item)
		row.Enter('[')
		for n := 0; row.Item(); n++ {
			if value := row.Value(); n == c.position {
				return value
			}
		}
	case c.reads == theWhole && (!isObject && !isArray || isEmptyContainer(item)):
		return item
	}
	return nil
}

func (r *indexRows) key(i int, c *Column) key {
	if c.IsDerived() {
		return keyOf(c.pick(value.ParseLenient(r.index.Item(i))), c)
	}
	return keyOfText(r.text(i, c), c)
}

func (r *indexRows) whole(i int) *ojson.Value { return r.decode(i).value }

// isWrong validates a row without keeping anything; where no schema is declared,
// it asks no more than that it is JSON. A row that takes too long is not wrong.
func (r *indexRows) isWrong(i int, isDeclared bool) bool {
	if !isDeclared {
		return !ojson.IsValid(r.index.Item(i))
	}
	v, err := ojson.Parse(r.index.Item(i), ojson.DataLimits)
	return err != nil || slices.ContainsFunc(r.item(i).ValidateWithin(v, limit.ValidateTime.Duration()), func(p schema.Problem) bool { return !p.IsUnchecked() })
}

func (r *indexRows) wrong(i int) []schema.Problem {
	d := r.decode(i)
	if !d.isValidated {
		d.isValidated = true
		d.problems = r.item(i).Validate(d.value)
		r.keep(d)
	}
	return d.problems
}

func (r *indexRows) decode(i int) decoded {
	r.mu.Lock()
	d := r.decoded[i%decodedRows]
	r.mu.Unlock()
	if d.row == i+1 {
		return d
	}
	d = decoded{row: i + 1}
	v, err := ojson.Parse(r.index.Item(i), ojson.DataLimits)
	if d.value = v; err != nil {
		d = decoded{row: i + 1, isValidated: true, problems: []schema.Problem{{Want: safe.Text(err.Error()).Line(0).String()}}}
	}
	r.keep(d)
	return d
}

func (r *indexRows) keep(d decoded) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.decoded[(d.row-1)%decodedRows] = d
}

// cellValue is a cell's text as a value with numbers of any size; what is no JSON is
// shown as the text it is.
func cellValue(text []byte) *ojson.Value {
	if len(text) == 0 {
		return nil
	}
	v, err := value.ParseExact(text)
	if err != nil {
		return ojson.NewString(string(text))
	}
	return v
}

// isJSON reports whether a row is JSON, and remembers it of the last one.
func (r *indexRows) isJSON(i int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.checked != i+1 {
		r.checked, r.isValid = i+1, ojson.IsValid(r.index.Item(i))
	}
	return r.isValid
}

// memberRows are the members of an object that is a map: a row each, with the
// member's name as its key.
type memberRows struct {
	members []ojson.Member // each name once
	marks   value.Problems
}

// IsMap reports whether an object is a table of keys and values rather than
// fields: its schema lets names be chosen, declares none, and says of the values
// what they are. So is an object of unknown shape with more members than fields
// are drawn.
func IsMap(v *ojson.Value, loc schema.Location) bool {
	switch {
	case !v.Is(ojson.Object) || v.Len() == 0:
		return false
	case v.Len() > limit.FieldRows.Int():
		return !loc.IsKnown() || len(loc.Properties()) == 0
	}
	return loc.IsKnown() && loc.IsMap() && len(loc.Properties()) == 0 && loc.Property(v.Members()[0].Name).IsKnown()
}

// NewMap is a table of the members of a map. It needs [Table.Finish].
func NewMap(head value.Head, loc schema.Location, v *ojson.Value, m value.Problems) *Table {
	g := New(head, loc)
	g.isMap = true
	members := value.UniqueMembers(v)
	g.item = loc.Property(members[0].Name)
	g.isUnion = value.DependsOnValue(g.item)
	for _, m := range members {
		if other := loc.Property(m.Name); other.IsKnown() && !other.Is(g.item) {
			g.isUnion = true
			break
		}
	}
	for name, times := range value.CountNames(v.Members()) {
		if times > 1 {
			g.keys = append(g.keys, schema.Problem{Pointer: ojson.Pointer("", name), Want: value.DuplicateText(times)})
		}
	}
	slices.SortFunc(g.keys, func(a, b schema.Problem) int { return strings.Compare(a.Pointer, b.Pointer) })
	g.add(&memberRows{members: members, marks: m})
	return g
}

// RowName is what a row is called: its key, or its number.
func (g *Table) RowName(row int) string {
	if g.isMap {
		return strconv.Quote(safe.Text(g.RowKey(row)).Line(0).String())
	}
	return "row " + strconv.Itoa(row+1)
}

// RowKey is the key of a row of a map.
func (g *Table) RowKey(row int) string {
	if part, i := g.at(row); part != nil {
		return part.cell(i, &Column{reads: theKey}).Text()
	}
	return ""
}

// ofName are the problems that are at a row's key: those of the name, and
// those of the row itself where no other cell shows it.
func ofName(problems []schema.Problem, isShown bool) []schema.Problem {
	var found []schema.Problem
	for _, p := range problems {
		if p.Pointer == "" && (p.Keyword == "propertyNames" || !isShown) {
			found = append(found, p)
		}
	}
	return found
}

// hasWhole reports whether a column shows rows without parts.
func (g *Table) hasWhole() bool {
	return slices.ContainsFunc(g.columns, func(c Column) bool { return c.reads == theWhole })
}

// RowsText is how many rows there are, in words.
func (g *Table) RowsText(n int) string {
	if g.isMap {
		return english.Plural(n, "entry", "")
	}
	return english.Plural(n, "row", "")
}

func (r *memberRows) tree(i int, list schema.Location) (root *value.Node, path []int) {
	return value.NewNode(ojson.NewObject(r.members...).Compact(), list), []int{i}
}

func (r *memberRows) len() int { return len(r.members) }

func (r *memberRows) whole(i int) *ojson.Value { return r.members[i].Value }

func (r *memberRows) cell(i int, c *Column) *ojson.Value {
	if c.reads == theKey {
		return ojson.NewString(r.members[i].Name)
	}
	return c.pick(r.members[i].Value)
}

func (r *memberRows) wrong(i int) []schema.Problem {
	return r.marks.Under(ojson.Pointer("", r.members[i].Name))
}

func (r *memberRows) key(i int, c *Column) key { return keyOf(r.cell(i, c), c) }

// problems have the number of the row in place of its key.
func (r *memberRows) problems() (own, inRows []schema.Problem) {
	at := make(map[string]int, len(r.members))
	for i, m := range r.members {
		at[m.Name] = i
	}
	for _, p := range r.marks {
		if p.Pointer == "" {
			own = append(own, p)
			continue
		}
		name := ojson.Tokens(p.Pointer)[0]
		i, ok := at[name]
		if !ok {
			own = append(own, p)
			continue
		}
		p.Pointer = "/" + strconv.Itoa(i) + p.Pointer[len(ojson.Pointer("", name)):]
		inRows = append(inRows, p)
	}
	return own, inRows
}

func (r *memberRows) has(i int, m *textMatch) bool {
	return m.inKey(r.key(i, &Column{reads: theKey})) || m.inValue(r.members[i].Value)
}
