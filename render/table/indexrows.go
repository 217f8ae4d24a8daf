package table

import (
	"slices"
	"sync"

	"a2aform/internal/jsonindex"
	"a2aform/internal/limit"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
	"a2aform/render/value"
)

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
