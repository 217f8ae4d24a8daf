package table

import (
	"a2aform/internal/jsonindex"
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
	layout  *jsonindex.Layout // of most rows
	usual   []int             // columns by the members of the layout, -1 for none

	stand   *Column // has the text of a row that is no JSON; nil to show of it what can be read
	checked int     // row of isValid, from 1
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

// located is where the columns of a row lie in its text.
type located struct {
	row   int // from 1; 0 for none
	spans []span
}

// span is a part of an item's text; of no length where nothing came.
type span struct{ from, to int }

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
	r.layout = r.usualLayout()
	r.usual = r.usual[:0]
	for _, name := range r.layout.Names() {
		at, ok := r.names[name]
		if !ok {
			at = -1
		}
		r.usual = append(r.usual, at)
	}
}

// laidOut is how many rows are looked at for how most rows are laid out.
const laidOut = 8

// usualLayout is the layout of the fullest of the first rows.
func (r *indexRows) usualLayout() *jsonindex.Layout {
	best := &jsonindex.Layout{}
	for i := range min(r.len(), laidOut) {
		if l := jsonindex.LayoutOf(r.index.Item(i)); l.Len() > best.Len() {
			best = l
		}
	}
	return best
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
	item := r.index.Item(i)
	if s := r.locate(i, item)[at]; s.to > s.from {
		return cellValue(item[s.from:s.to])
	}
	return nil
}

// locate finds all columns of a row in one pass over its text.
func (r *indexRows) locate(i int, item []byte) []span {
	kept := &r.located[i%locatedRows]
	if kept.row == i+1 {
		return kept.spans
	}
	if len(kept.spans) != len(r.columns) {
		kept.spans = make([]span, len(r.columns))
	}
	clear(kept.spans)
	if kept.row = i + 1; len(item) == 0 || item[0] != '{' {
		return kept.spans
	}
	p := r.layout.Pass(item)
	for p.Next() {
		if at := r.usual[p.Head]; at >= 0 {
			kept.spans[at] = span{p.From, p.To}
		}
	}
	if p.Failed() {
		r.locateAnew(item, kept.spans)
	}
	return kept.spans
}

// locateAnew is locate for a row that is laid out in its own way.
func (r *indexRows) locateAnew(item []byte, spans []span) {
	clear(spans)
	for c := jsonindex.Walk(item); c.Next(); {
		if at, ok := r.names[c.Name()]; ok {
			spans[at] = span{c.Offset(), c.Offset() + len(c.Value)}
		}
	}
}

// namesOf are the names of the members of a row that is an object and need not be
// decoded for them; not ok for any other row.
func namesOf(part rows, i int) (names []string, ok bool) {
	r, lazy := part.(*indexRows)
	if !lazy {
		return nil, false
	}
	item := r.index.Item(i)
	if len(item) == 0 || item[0] != '{' || !ojson.IsValid(item) {
		return nil, false
	}
	for c := jsonindex.Walk(item); c.Next(); {
		names = append(names, c.Name())
	}
	return names, true
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
		return r.layout.Member(item, c.name)
	case c.reads == thePosition && isArray:
		n := 0
		for w := jsonindex.Walk(item); w.Next(); n++ {
			if n == c.position {
				return w.Value
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
// it asks no more than that it is JSON.
func (r *indexRows) isWrong(i int, isDeclared bool) bool {
	if !isDeclared {
		return !ojson.IsValid(r.index.Item(i))
	}
	v, err := ojson.Parse(r.index.Item(i), ojson.DataLimits)
	return err != nil || len(r.item(i).Validate(v)) > 0
}

func (r *indexRows) wrong(i int) []schema.Problem {
	d := r.decode(i)
	if !d.isValidated {
		d.isValidated = true
		d.problems = r.item(i).Validate(d.value)
	}
	return d.problems
}

func (r *indexRows) decode(i int) *decoded {
	kept := &r.decoded[i%decodedRows]
	if kept.row == i+1 {
		return kept
	}
	*kept = decoded{row: i + 1}
	v, err := ojson.Parse(r.index.Item(i), ojson.DataLimits)
	if err != nil {
		kept.isValidated = true
		kept.problems = []schema.Problem{{Message: safe.Text(err.Error()).Line(0).String()}}
		return kept
	}
	kept.value = v
	return kept
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
	if r.checked != i+1 {
		r.checked, r.isValid = i+1, ojson.IsValid(r.index.Item(i))
	}
	return r.isValid
}
