package render

import (
	"strconv"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// row is one row of a grid: a value and what is wrong with it, pointers as seen
// from the value.
type row struct {
	value    *ojson.Value
	problems []schema.Problem
}

// rows is where a grid reads from. It decodes a row when it is asked for it.
type rows interface {
	len() int
	row(i int) row
	// problems are those known by now: of the list itself, and of its rows.
	problems() (own, inRows []schema.Problem)
}

// valueRows are the items of an array that is decoded and judged.
type valueRows struct {
	items []*ojson.Value
	base  string // pointer of the array within the judged value
	marks marks
}

func (v *valueRows) len() int { return len(v.items) }

func (v *valueRows) row(i int) row {
	return row{v.items[i], v.marks.under(v.base + "/" + strconv.Itoa(i))}
}

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

// rawRows are the items of a large array, decoded and judged one by one. Its
// cache makes drawing the same window again cheap.
type rawRows struct {
	data  []byte
	spans []span
	item  func(i int) schema.Place
	cache map[int]row
}

// cachedRows is how many decoded rows are kept, a few screens of them.
const cachedRows = 512

func (r *rawRows) len() int { return len(r.spans) }

func (r *rawRows) row(i int) row {
	if found, ok := r.cache[i]; ok {
		return found
	}
	if len(r.cache) >= cachedRows || r.cache == nil {
		r.cache = make(map[int]row, cachedRows)
	}
	decoded := r.decode(i)
	r.cache[i] = decoded
	return decoded
}

func (r *rawRows) decode(i int) row {
	s := r.spans[i]
	v, err := ojson.Parse(r.data[s.from:s.to], ojson.DataLimits)
	if err != nil {
		return row{problems: []schema.Problem{{Message: safe.Text(err.Error()).Line(0).String()}}}
	}
	return row{v, r.item(i).Validate(v)}
}

func (*rawRows) problems() (own, inRows []schema.Problem) { return nil, nil }

// span is where an item lies in the bytes of its array.
type span struct{ from, to uint32 }

// itemSpans finds the items of an array by its brackets and strings alone. The
// data is valid JSON of less than 4 GiB.
func itemSpans(data []byte) []span {
	var spans []span
	depth, from := 0, -1
	for i := 0; i < len(data); i++ {
		switch c := data[i]; c {
		case ' ', '\t', '\r', '\n':
			continue
		case '[', '{':
			if depth++; depth == 1 {
				continue
			}
		case ']', '}':
			depth--
		}
		switch {
		case depth == 0 || depth == 1 && data[i] == ',':
			if from >= 0 {
				spans = append(spans, span{uint32(from), uint32(i)}) //nolint:gosec // the size is checked before
			}
			from = -1
			continue
		case from < 0:
			from = i
		}
		if data[i] == '"' {
			i = closingQuote(data, i)
		}
	}
	return spans
}

// closingQuote is the index of the quote that ends the string opened at i.
func closingQuote(data []byte, i int) int {
	for i++; i < len(data) && data[i] != '"'; i++ {
		if data[i] == '\\' {
			i++
		}
	}
	return i
}
