package value

import (
	"context"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize/english"

	"a2aform/internal/jsonindex"
	"a2aform/internal/ojson"
	"a2aform/internal/safe"
	"a2aform/internal/schema"
)

// Node is a value in a JSON text, looked at without decoding what is in it. Its
// children are found when they are first asked for.
type Node struct {
	root   []byte // the whole text
	data   []byte // the value
	from   int    // where it begins in the text
	parent *Node
	index  int // in its parent

	key      string // of a member
	isMember bool
	loc      schema.Location
	children *jsonindex.Index
}

// NewNode is the root of a text, at a location of a schema. The text must not
// change. Of text that is no JSON it is a leaf that shows it.
func NewNode(data []byte, loc schema.Location) *Node {
	n := &Node{root: data, data: data, loc: loc}
	n.trim()
	return n
}

// NewIndexedNode is the root of the text of an index, which has found its children.
func NewIndexedNode(index *jsonindex.Index, loc schema.Location) *Node {
	n := NewNode(index.Data(), loc)
	if n.from == 0 {
		n.children = index
	}
	return n
}

// trim leaves out the white space around the value.
func (n *Node) trim() {
	for len(n.data) > 0 && isBlank(n.data[0]) {
		n.data, n.from = n.data[1:], n.from+1
	}
	for len(n.data) > 0 && isBlank(n.data[len(n.data)-1]) {
		n.data = n.data[:len(n.data)-1]
	}
}

func isBlank(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// find makes the index of the children.
func (n *Node) find() *jsonindex.Index {
	if n.children == nil && n.isContainer() {
		if n.data[0] == '{' {
			n.children = jsonindex.NewMembers(n.data)
		} else {
			n.children = jsonindex.NewItems(n.data)
		}
	}
	return n.children
}

func (n *Node) isContainer() bool {
	return len(n.data) > 0 && (n.data[0] == '{' || n.data[0] == '[')
}

// Len is how many children were found by now, see [Node.Load].
func (n *Node) Len() int {
	if x := n.find(); x != nil {
		return x.Len()
	}
	return 0
}

// Load finds the rest of the children. It belongs in a goroutine of its own, and
// ends early with ctx.
func (n *Node) Load(ctx context.Context) {
	if x := n.find(); x != nil {
		x.Build(ctx)
	}
}

// IsLoaded reports whether all children were found.
func (n *Node) IsLoaded() bool {
	x := n.find()
	return x == nil || x.IsComplete()
}

// Child is a child below Len.
func (n *Node) Child(i int) *Node {
	x := n.find()
	item, from := x.Item(i), x.ItemOffset(i)
	c := &Node{root: n.root, data: item, from: n.from + from, parent: n, index: i}
	if n.data[0] == '{' {
		key, value, at := jsonindex.SplitMember(item)
		c.key, c.isMember, c.data = key, true, value
		c.from += at
		c.loc = n.chosen().Property(key)
		return c
	}
	c.loc = n.chosen().Item(i)
	return c
}

// validatedNode is up to how many bytes a node is decoded to find the branch of its
// schema that holds.
const validatedNode = 64 << 10

// chosen is the location with the branches that the value takes.
func (n *Node) chosen() schema.Location {
	if DependsOnValue(n.loc) && len(n.data) <= validatedNode {
		n.loc = n.loc.For(ParseLenient(n.data))
	}
	return n.loc
}

// Label is the node's name, as JSON, or its number in its parent, and the schema's title for
// it where that says more; the root has no name.
func (n *Node) Label() (key, title safe.Line) {
	switch {
	case n.parent == nil:
		return key, n.loc.Title().Line(titleLimit)
	case n.isMember:
		if title = n.loc.Title().Line(titleLimit); !SaysMore(n.key, title.String()) {
			title = safe.Line{}
		}
		return safe.Text(string(ojson.NewString(n.key).Compact())).Line(safe.CellLimit()), title
	}
	return safe.Text(strconv.Itoa(n.index)).Line(0), key
}

const titleLimit = 80

// Cell is the node's value where it has no children, for its text and its
// paint. Of one that has, it is empty; see [Node.Summary].
func (n *Node) Cell() Cell {
	if n.isContainer() && n.Len() > 0 {
		return Cell{}
	}
	l := FormatFor(n.loc)
	return Cell{Value: ParseLenient(n.data), Format: &l}
}

// Summary is what is in a node, such as "[ 3 items ]", or its value.
func (n *Node) Summary() string {
	more := ""
	if !n.isContainer() {
		return n.Cell().Line().String()
	}
	if !n.IsLoaded() {
		more = " and more"
	}
	if n.data[0] == '{' {
		return "{ " + english.Plural(n.Len(), "member", "") + more + " }"
	}
	return "[ " + english.Plural(n.Len(), "item", "") + more + " ]"
}

// Location is where the node is in the schema.
func (n *Node) Location() schema.Location { return n.loc }

// Bytes are the value as it is written.
func (n *Node) Bytes() []byte { return n.data }

// Pointer is the JSON Pointer of the node (RFC 6901).
func (n *Node) Pointer() string {
	if n.parent == nil {
		return ""
	}
	return ojson.Pointer(n.parent.Pointer(), n.token())
}

func (n *Node) token() string {
	if n.isMember {
		return n.key
	}
	return strconv.Itoa(n.index)
}

// Path is the node's path in jq, such as .rows[3].name.
func (n *Node) Path() string {
	var sb strings.Builder
	n.appendPath(&sb)
	if path := sb.String(); strings.HasPrefix(path, ".") {
		return path
	}
	return "." + sb.String()
}

func (n *Node) appendPath(sb *strings.Builder) {
	if n.parent == nil {
		return
	}
	n.parent.appendPath(sb)
	switch {
	case !n.isMember:
		sb.WriteString("[" + strconv.Itoa(n.index) + "]")
	case isIdentifier(n.key):
		sb.WriteString("." + n.key)
	default:
		sb.WriteString("[" + string(ojson.NewString(n.key).Compact()) + "]")
	}
}

// isIdentifier reports a name that jq takes after a point.
func isIdentifier(s string) bool {
	for i, c := range s {
		isLetter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !isLetter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// Find is the path to the value or name that contains a text behind an offset of
// the whole text, ASCII letters without case, and where it was found; not ok
// where there is none any more.
func (n *Node) Find(ctx context.Context, text string, from int) (path []int, at int, ok bool) {
	needle := jsonindex.NewNeedle(text)
	if needle.Len() == 0 || from >= len(n.root) {
		return nil, 0, false
	}
	i := needle.Index(n.root[from:])
	if i < 0 {
		return nil, 0, false
	}
	at = from + i
	return n.pathTo(ctx, at), at, true
}

// pathTo is the path to the node that the byte at an offset belongs to.
func (n *Node) pathTo(ctx context.Context, at int) []int {
	var path []int
	for n.isContainer() {
		n.Load(ctx)
		i := n.find().At(at - n.from)
		if i < 0 {
			return path
		}
		path = append(path, i)
		if n = n.Child(i); at < n.from {
			return path // in its name
		}
	}
	return path
}

// Offset is where the node begins in the whole text.
func (n *Node) Offset() int { return n.from }
