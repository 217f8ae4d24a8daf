package table

import (
	"bytes"
	"strings"

	"a2aform/internal/jsonindex"
	"a2aform/internal/ojson"
	"a2aform/render/value"
)

// textMatch finds rows by a text anywhere in their values, ASCII letters
// without case. Names of members do not count.
type textMatch struct {
	needle *jsonindex.Needle
	plain  bool // its characters are written as they are, or else by \u
}

func newTextMatch(text string) *textMatch {
	plain := !strings.ContainsFunc(text, func(r rune) bool {
		return r < ' ' || r > '~' || strings.ContainsRune(`"\/,:[]{}`, r)
	})
	return &textMatch{jsonindex.NewNeedle(text), plain}
}

// inKey reports whether a cell contains the text.
func (m *textMatch) inKey(k key) bool { return m.needle.In(k.text) }

// inValue reports whether one of a row's values contains the text.
func (m *textMatch) inValue(v *ojson.Value) bool {
	switch v.Kind() {
	case ojson.Object:
		for _, member := range v.Members() {
			if m.inKey(keyOf(member.Value, &anyColumn)) {
				return true
			}
		}
	case ojson.Array:
		for _, item := range v.Items() {
			if m.inKey(keyOf(item, &anyColumn)) {
				return true
			}
		}
	default:
		return m.inKey(keyOf(v, &anyColumn))
	}
	return false
}

// anyColumn is a column of which nothing is known.
var anyColumn = Column{format: &value.Format{}}

var unicodeEscape = []byte(`\u`)

// inText is inValue for a row as it is written. Most rows that do not hold the
// text need not be taken apart.
func (m *textMatch) inText(item []byte) bool {
	if m.plain && !m.needle.In(item) && !bytes.Contains(item, unicodeEscape) {
		return false
	}
	r := ojson.NewReader(item)
	next := r.Item
	switch r.Peek() {
	case '{':
		r.Enter('{')
		next = r.Member
	case '[':
		r.Enter('[')
	default:
		return m.inKey(keyOfText(item, &anyColumn))
	}
	for next() {
		if m.inKey(keyOfText(r.Value(), &anyColumn)) {
			return true
		}
	}
	return false
}

func (v *valueRows) has(i int, m *textMatch) bool { return m.inValue(v.items[i]) }

func (r *indexRows) has(i int, m *textMatch) bool { return m.inText(r.index.Item(i)) }

// has reports whether a row of the table contains a text.
func (g *Table) has(row int, m *textMatch) bool {
	part, i := g.at(row)
	return part != nil && part.has(i, m)
}
