package render

import (
	"context"

	"a2aform/internal/jsonindex"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// indexRows are the items of a large list. They stay bytes: what is looked at is
// decoded when it is, a cell or a row at a time.
type indexRows struct {
	index *jsonindex.Index
	item  func(i int) schema.Place

	names map[string]int // columns by the member they show
	width int            // columns

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
	row      int // from 1; 0 for none
	value    *ojson.Value
	problems []schema.Problem
	isJudged bool
}

func (r *indexRows) len() int { return r.index.Len() }

func (*indexRows) problems() (own, inRows []schema.Problem) { return nil, nil }

// load finds the rest of the rows.
func (r *indexRows) load(ctx context.Context) { r.index.Build(ctx) }

// show tells which columns the rows will be asked for.
func (r *indexRows) show(columns []Column) {
	r.names, r.width = make(map[string]int, len(columns)), len(columns)
	for i := range columns {
		if columns[i].reads == theMember {
			r.names[columns[i].name] = i
		}
	}
	r.located = [locatedRows]located{}
}

func (r *indexRows) cell(i int, c *Column) *ojson.Value {
	switch {
	case c.IsDerived():
		return c.pick(r.whole(i))
	case c.reads != theMember:
		return parsed(r.text(i, c))
	}
	at, known := r.names[c.name]
	if !known {
		return parsed(r.text(i, c))
	}
	item := r.index.Item(i)
	if s := r.locate(i, item)[at]; s.to > s.from {
		return parsed(item[s.from:s.to])
	}
	return nil
}

// locate finds all columns of a row in one pass over its text.
func (r *indexRows) locate(i int, item []byte) []span {
	kept := &r.located[i%locatedRows]
	if kept.row == i+1 {
		return kept.spans
	}
	if len(kept.spans) != r.width {
		kept.spans = make([]span, r.width)
	}
	clear(kept.spans)
	if kept.row = i + 1; len(item) == 0 || item[0] != '{' {
		return kept.spans
	}
	for c := jsonindex.Walk(item); c.Next(); {
		if at, ok := r.column(&c); ok {
			kept.spans[at] = span{c.Offset(), c.Offset() + len(c.Value)}
		}
	}
	return kept.spans
}

func (r *indexRows) column(c *jsonindex.Cursor) (at int, ok bool) {
	if c.IsEscaped() {
		at, ok = r.names[c.Name()]
		return at, ok
	}
	at, ok = r.names[string(c.Key)] // without a copy
	return at, ok
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
		return jsonindex.Member(item, c.name)
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
		return keyOf(c.pick(parsed(r.index.Item(i))), c)
	}
	return keyOfText(r.text(i, c), c)
}

func (r *indexRows) whole(i int) *ojson.Value { return r.decode(i).value }

func (r *indexRows) wrong(i int) []schema.Problem {
	d := r.decode(i)
	if !d.isJudged {
		d.isJudged = true
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
		kept.isJudged = true
		kept.problems = []schema.Problem{{Message: safe.Text(err.Error()).Line(0).String()}}
		return kept
	}
	kept.value = v
	return kept
}

// parsed is a cell's text as a value; what is no JSON is shown as the text it is.
func parsed(text []byte) *ojson.Value {
	if len(text) == 0 {
		return nil
	}
	v, err := ojson.Parse(text, ojson.DataLimits)
	if err != nil {
		return ojson.NewString(string(text))
	}
	return v
}
