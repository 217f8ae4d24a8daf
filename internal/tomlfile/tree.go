// Package tomlfile reads TOML files that people write: with the position of every value, exact numbers and the order of
// keys. A problem names its line and column, and for an unknown key the nearest one that is known.
package tomlfile

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"a2aform/internal/ojson"
	"a2aform/internal/safe"
)

// Node is a value of a TOML text with its position.
type Node struct {
	Line, Column int           // from 1
	Kind         unstable.Kind // Table for all tables, Array for all arrays
	Text         string        // of a string; the literal of another scalar
	Members      []Member      // of a table, in their order
	Items        []*Node       // of an array
}

// Member is a key of a table and its value.
type Member struct {
	Name         string
	Line, Column int // of the key
	Value        *Node
}

// Get is the value of a key; nil for none, also of a node that is nil.
func (n *Node) Get(name string) *Node {
	if n == nil {
		return nil
	}
	if i := slices.IndexFunc(n.Members, func(m Member) bool { return m.Name == name }); i >= 0 {
		return n.Members[i].Value
	}
	return nil
}

// Parse reads a TOML text. The decoder of the library says whether it is one; the tree keeps what the
// decoder loses: positions, the order of members and the digits of numbers.
func Parse(data []byte) (*Node, *Problem) {
	var values map[string]any
	if err := toml.Unmarshal(data, &values); err != nil {
		p := &Problem{Line: 1, Column: 1, Text: "it is not TOML: " + strings.TrimPrefix(err.Error(), "toml: ")}
		var decode *toml.DecodeError
		if errors.As(err, &decode) {
			p.Line, p.Column = decode.Position()
		}
		return nil, p
	}
	b := builder{root: &Node{Line: 1, Column: 1, Kind: unstable.Table}}
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

// The kinds of values that have other types than text.
const (
	Array  = unstable.Array
	String = unstable.String
	Table  = unstable.Table
)

type builder struct {
	parser        unstable.Parser
	root, current *Node
}

// table is the table that a header begins.
func (b *builder) table(e *unstable.Node) *Node {
	at := b.root
	for keys := e.Key(); keys.Next(); {
		key, isLast := keys.Node(), keys.IsLast()
		name, line, column := b.key(key)
		next := at.Get(name)
		if next == nil {
			next = &Node{Line: line, Column: column, Kind: unstable.Table}
			if isLast && e.Kind == unstable.ArrayTable {
				next.Kind = unstable.Array
			}
			at.Members = append(at.Members, Member{name, line, column, next})
		}
		if isLast && e.Kind == unstable.ArrayTable {
			next.Items = append(next.Items, &Node{Line: line, Column: column, Kind: unstable.Table})
		}
		if n := len(next.Items); n > 0 { // the last table of an array
			next = next.Items[n-1]
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
func (b *builder) keyValue(at *Node, e *unstable.Node) {
	for keys := e.Key(); keys.Next(); {
		name, line, column := b.key(keys.Node())
		if keys.IsLast() {
			at.Members = append(at.Members, Member{name, line, column, b.value(e.Value(), line, column)})
			return
		}
		next := at.Get(name)
		if next == nil {
			next = &Node{Line: line, Column: column, Kind: unstable.Table}
			at.Members = append(at.Members, Member{name, line, column, next})
		}
		at = next
	}
}

// value is a value at the position of its key.
func (b *builder) value(e *unstable.Node, line, column int) *Node {
	n := &Node{Line: line, Column: column, Kind: e.Kind, Text: string(e.Data)}
	switch e.Kind {
	case unstable.InlineTable:
		n.Kind = unstable.Table
		for children := e.Children(); children.Next(); {
			b.keyValue(n, children.Node())
		}
	case unstable.Array:
		for children := e.Children(); children.Next(); {
			n.Items = append(n.Items, b.value(children.Node(), line, column))
		}
	}
	return n
}

// Header is the header of a table, such as that of agents.fight.
type Header struct {
	Key   []string
	Start int // of its line, a byte offset
}

// Headers are the headers of a TOML text, in order.
func Headers(data []byte) (list []Header) {
	var p unstable.Parser
	p.Reset(data)
	for p.NextExpression() {
		e := p.Expression()
		if e.Kind != unstable.Table && e.Kind != unstable.ArrayTable {
			continue
		}
		var h Header
		for key := e.Key(); key.Next(); {
			if len(h.Key) == 0 {
				h.Start = bytes.LastIndexByte(data[:p.Shape(key.Node().Raw).Start.Offset], '\n') + 1
			}
			h.Key = append(h.Key, string(key.Node().Data))
		}
		list = append(list, h)
	}
	return list
}

// Problem is what is wrong with a file, and where.
type Problem struct {
	Path         string
	Line, Column int // from 1; 0 for the file as a whole
	Text         string
}

func (p *Problem) Error() string {
	path, text := safe.Text(p.Path).Line(200), safe.Text(p.Text).Line(400)
	if p.Line == 0 {
		return fmt.Sprintf("%s: %s", path, text)
	}
	return fmt.Sprintf("%s:%d:%d: %s", path, p.Line, p.Column, text)
}

// Reader reads the tree of a file, and collects what is wrong with it.
type Reader struct {
	Path     string // of the file
	Problems []*Problem
}

// Problemf adds a problem at the position of a value.
func (r *Reader) Problemf(n *Node, format string, args ...any) {
	r.Problems = append(r.Problems, &Problem{r.Path, n.Line, n.Column, fmt.Sprintf(format, args...)})
}

// Relative is a path that the file names, from the directory of the file.
func (r *Reader) Relative(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(r.Path), filepath.FromSlash(path))
}

// Number is the exact number of a node, nil where it is none.
func Number(n *Node) *big.Rat {
	if v := scalar(n); v.Is(ojson.Number) {
		return ojson.Rat(v.Text())
	}
	return nil
}

// scalar is a text, a number or a truth value as JSON, with every digit; nil for anything else.
func scalar(n *Node) *ojson.Value {
	switch n.Kind {
	case unstable.String:
		return ojson.NewString(n.Text)
	case unstable.Bool:
		return ojson.NewBool(n.Text == "true")
	case unstable.Integer, unstable.Float:
		literal := strings.TrimPrefix(strings.ReplaceAll(n.Text, "_", ""), "+")
		if v, err := ojson.NewNumber(literal); err == nil {
			return v
		}
		if whole, err := strconv.ParseInt(literal, 0, 64); err == nil { // 0x1F
			v, _ := ojson.NewNumber(strconv.FormatInt(whole, 10)) // an integer is a JSON number
			return v
		}
	}
	return nil
}

// Value is a TOML value as JSON; nil for what JSON does not have, such as a date.
func Value(n *Node) *ojson.Value {
	switch n.Kind {
	case unstable.Array:
		items := make([]*ojson.Value, 0, len(n.Items))
		for _, item := range n.Items {
			v := Value(item)
			if v == nil {
				return nil
			}
			items = append(items, v)
		}
		return ojson.NewArray(items...)
	case unstable.Table:
		members := make([]ojson.Member, 0, len(n.Members))
		for _, m := range n.Members {
			v := Value(m.Value)
			if v == nil {
				return nil
			}
			members = append(members, ojson.Member{Name: m.Name, Value: v})
		}
		return ojson.NewObject(members...)
	}
	return scalar(n)
}

// json is a TOML value as JSON, nil where JSON does not have it, which is a problem.
func (r *Reader) json(n *Node) *ojson.Value {
	if v := Value(n); v != nil {
		return v
	}
	for _, m := range n.Members {
		r.json(m.Value)
	}
	for _, item := range n.Items {
		r.json(item)
	}
	if n.Kind != Table && n.Kind != Array {
		r.Problemf(n, "%s is not a value of JSON; write it as text in quotes", n.Text)
	}
	return nil
}
