// Package tree shows nested values of any size through a window: a node is asked
// for its children when it is opened, and for those alone that can be seen.
//
// It knows nodes, which of them are open, and a cursor. What a node means is its
// owner's.
package tree

import (
	"slices"

	"a2aform/internal/widget/ansistyle"
)

// Node is a value in a tree. A node is the same value whenever it is asked for.
type Node interface {
	// Len is how many children there are by now, 0 for a leaf.
	Len() int
	Child(i int) Node
	Line() Line
}

// Line is what a tree shows of a node. All of it is safe to draw, on one line.
type Line struct {
	Key   string // its name or number in its parent; "" for the root
	Title string // next to the key, dim
	Text  string
	Paint func(string) string // of the text; nil for as it is
}

// Styles are the colors of a tree.
type Styles struct {
	Key, Dim, Cursor ansistyle.Style
	Marker           ansistyle.Style // of the bar in front of the row with the cursor
	Row              ansistyle.Tint  // under it
}

// Model is one tree. Use [New].
type Model struct {
	root   *branch
	styles Styles

	row           int // of the cursor
	top           int
	width, height int
}

// branch is a node that is open.
type branch struct {
	node  Node
	index int       // in its parent
	open  []*branch // its open children, by index
}

// New is a tree whose root is open.
func New(root Node, styles Styles) *Model { return &Model{root: &branch{node: root}, styles: styles} }

// SetStyles changes the colors.
func (m *Model) SetStyles(s Styles) { m.styles = s }

// SetSize is how many cells the tree takes.
func (m *Model) SetSize(width, height int) {
	first := m.height == 0
	if m.width, m.height = width, height; first {
		m.top = max(m.row-height/4, 0)
	}
}

// Rows is how many lines the tree has as it is opened by now.
func (m *Model) Rows() int { return 1 + m.root.rows() }

// rows is how many lines are below a branch's own.
func (b *branch) rows() int {
	n := b.node.Len()
	for _, child := range b.open {
		n += child.rows()
	}
	return n
}

// spot is a line of the tree: the indices that lead to its node, and the branch
// it is, nil for one that is not open.
type spot struct {
	path   []int
	node   Node
	branch *branch
}

// at is the line of that number.
func (m *Model) at(row int) spot {
	if row <= 0 {
		return spot{node: m.root.node, branch: m.root}
	}
	return m.root.at(row-1, nil)
}

func (b *branch) at(row int, path []int) spot {
	before := 0 // lines below open children that were passed
	for _, child := range b.open {
		own := child.index + before
		if row < own {
			break
		}
		below := child.rows()
		if row <= own+below {
			path = append(path, child.index)
			if row == own {
				return spot{path, child.node, child}
			}
			return child.at(row-own-1, path)
		}
		before += below
	}
	i := row - before
	return spot{append(path, i), b.node.Child(i), nil}
}

// Cursor is the node of the cursor and the indices that lead to it.
func (m *Model) Cursor() (Node, []int) {
	s := m.at(m.row)
	return s.node, s.path
}

// Row is the line of the cursor, from 0.
func (m *Model) Row() int { return m.row }

// Reveal opens all that is around a node and moves the cursor there.
func (m *Model) Reveal(path []int) {
	b, row := m.root, 0
	for i, index := range path {
		row += 1 + b.before(index)
		if i < len(path)-1 {
			b = b.child(index)
		}
	}
	if m.row = row; row < m.top || row >= m.top+m.height {
		m.top = max(row-m.height/4, 0) // with something around it
	}
	m.clamp()
}

// before is how many lines of a branch precede those of a child.
func (b *branch) before(index int) int {
	n := index
	for _, child := range b.open {
		if child.index >= index {
			break
		}
		n += child.rows()
	}
	return n
}

// child is the open branch of a child, which is opened if it is not.
func (b *branch) child(index int) *branch {
	i, found := slices.BinarySearchFunc(b.open, index, func(c *branch, index int) int { return c.index - index })
	if !found {
		b.open = slices.Insert(b.open, i, &branch{node: b.node.Child(index), index: index})
	}
	return b.open[i]
}
