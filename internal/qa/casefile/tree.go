package casefile

import (
	"errors"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// node is a value of a TOML text with its position.
type node struct {
	line, column int
	kind         unstable.Kind // Table for all tables, Array for all arrays
	text         string        // of a string; the literal of another scalar
	members      []member      // of a table, in their order
	items        []*node       // of an array
}

type member struct {
	name         string
	line, column int
	value        *node
}

func (n *node) get(name string) *node {
	if i := slices.IndexFunc(n.members, func(m member) bool { return m.name == name }); i >= 0 {
		return n.members[i].value
	}
	return nil
}

// parseTree reads a TOML text. The decoder of the library says whether it is one; the tree keeps what the
// decoder loses: positions, the order of members and the digits of numbers.
func parseTree(data []byte) (*node, *Problem) {
	var values map[string]any
	if err := toml.Unmarshal(data, &values); err != nil {
		p := &Problem{Line: 1, Column: 1, Text: "it is not TOML: " + strings.TrimPrefix(err.Error(), "toml: ")}
		var decode *toml.DecodeError
		if errors.As(err, &decode) {
			p.Line, p.Column = decode.Position()
		}
		return nil, p
	}
	b := builder{root: &node{line: 1, column: 1, kind: unstable.Table}}
	b.current = b.root
	b.parser.Reset(data)
	for b.parser.NextExpression() {
		switch e := b.parser.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			b.current = b.table(e)
		case unstable.KeyValue:
			b.keyValue(b.current, e)
		}
	}
	return b.root, nil
}

type builder struct {
	parser        unstable.Parser
	root, current *node
}

// table is the table that a header begins.
func (b *builder) table(e *unstable.Node) *node {
	at := b.root
	for keys := e.Key(); keys.Next(); {
		key, isLast := keys.Node(), keys.IsLast()
		name, line, column := b.key(key)
		next := at.get(name)
		if next == nil {
			next = &node{line: line, column: column, kind: unstable.Table}
			if isLast && e.Kind == unstable.ArrayTable {
				next.kind = unstable.Array
			}
			at.members = append(at.members, member{name, line, column, next})
		}
		if isLast && e.Kind == unstable.ArrayTable {
			next.items = append(next.items, &node{line: line, column: column, kind: unstable.Table})
		}
		if n := len(next.items); n > 0 { // the last table of an array
			next = next.items[n-1]
		}
		at = next
	}
	return at
}

func (b *builder) key(key *unstable.Node) (name string, line, column int) {
	at := b.parser.Shape(key.Raw).Start
	return string(key.Data), at.Line, at.Column
}

// keyValue adds a member, whose key may be dotted, to a table.
func (b *builder) keyValue(at *node, e *unstable.Node) {
	for keys := e.Key(); keys.Next(); {
		name, line, column := b.key(keys.Node())
		if keys.IsLast() {
			at.members = append(at.members, member{name, line, column, b.value(e.Value(), line, column)})
			return
		}
		next := at.get(name)
		if next == nil {
			next = &node{line: line, column: column, kind: unstable.Table}
			at.members = append(at.members, member{name, line, column, next})
		}
		at = next
	}
}

// value is a value at the position of its key.
func (b *builder) value(e *unstable.Node, line, column int) *node {
	n := &node{line: line, column: column, kind: e.Kind, text: string(e.Data)}
	switch e.Kind {
	case unstable.InlineTable:
		n.kind = unstable.Table
		for children := e.Children(); children.Next(); {
			b.keyValue(n, children.Node())
		}
	case unstable.Array:
		for children := e.Children(); children.Next(); {
			n.items = append(n.items, b.value(children.Node(), line, column))
		}
	}
	return n
}
