// Package tree shows nested values of any size through a window: a node is asked
// for its children when it is opened, and for those alone that can be seen.
//
// It knows nodes, which of them are open, and a cursor. What a node means is its
// owner's.
package tree

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

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

// Move moves the cursor by lines.
func (m *Model) Move(lines int) {
	m.row += lines
	m.clamp()
}

// Page moves the cursor by screens.
func (m *Model) Page(screens int) { m.Move(screens * max(m.height-1, 1)) }

// Top moves to the root.
func (m *Model) Top() { m.Move(-m.row) }

// Bottom moves to the last line.
func (m *Model) Bottom() { m.Move(m.Rows()) }

func (m *Model) clamp() {
	m.row = max(min(m.row, m.Rows()-1), 0)
	m.top = m.first()
}

// first is the first line in the window: what it was, moved as far as the cursor
// needs. A window that becomes small for a while comes back as it was.
func (m *Model) first() int { return max(min(m.top, m.row), m.row-max(m.height, 1)+1, 0) }

// Open opens the node of the cursor; where it is open, it goes to its first
// child.
func (m *Model) Open() {
	s := m.at(m.row)
	switch {
	case s.node.Len() == 0:
	case s.branch != nil:
		m.Move(1)
	default:
		m.parent(s.path).child(s.path[len(s.path)-1])
	}
}

// Close closes the node of the cursor; where it is closed, it goes to its
// parent.
func (m *Model) Close() {
	s := m.at(m.row)
	switch {
	case len(s.path) == 0:
	case s.branch != nil:
		m.shut(s.path)
	default:
		m.Reveal(s.path[:len(s.path)-1])
	}
}

// Toggle opens the node of the cursor or closes it.
func (m *Model) Toggle() {
	if s := m.at(m.row); s.branch != nil && len(s.path) > 0 {
		m.shut(s.path)
		return
	}
	m.Open()
}

func (m *Model) shut(path []int) {
	p, index := m.parent(path), path[len(path)-1]
	p.open = slices.DeleteFunc(p.open, func(c *branch) bool { return c.index == index })
	m.clamp()
}

// parent is the branch around a line, which is open.
func (m *Model) parent(path []int) *branch {
	b := m.root
	for _, index := range path[:len(path)-1] {
		b = b.child(index)
	}
	return b
}

// maxOpened bounds how many nodes [Model.OpenAll] opens.
const maxOpened = 5000

// OpenAll opens the node of the cursor and all below it, as far as that are not
// too many; it reports whether they were all.
func (m *Model) OpenAll() bool {
	s := m.at(m.row)
	b := m.root
	for _, index := range s.path {
		b = b.child(index)
	}
	left := maxOpened
	return b.openAll(&left)
}

func (b *branch) openAll(left *int) bool {
	for i := range b.node.Len() {
		if *left--; *left < 0 {
			return false
		}
		if b.node.Child(i).Len() > 0 && !b.child(i).openAll(left) {
			return false
		}
	}
	return true
}

// CloseAll closes everything but the root.
func (m *Model) CloseAll() {
	m.root.open = nil
	m.row = 0
	m.clamp()
}

// Point moves the cursor to a line of the last view, and reports whether it was there
// already; not ok where that line is empty.
func (m *Model) Point(line int) (wasThere, ok bool) {
	row := m.first() + line
	if line < 0 || line >= m.height || row >= m.Rows() {
		return false, false
	}
	wasThere = row == m.row
	m.Move(row - m.row)
	return wasThere, true
}

const (
	indent = 2
	// maxIndent bounds how far lines are indented, so that deep ones still have
	// space for text.
	maxIndent = 30
)

// View is the lines in the window.
func (m *Model) View() string { return strings.Join(m.Lines(), "\n") }

// Lines are those of [Model.View].
func (m *Model) Lines() []string {
	m.row = max(min(m.row, m.Rows()-1), 0)
	first := m.first()
	last := min(first+max(m.height, 1), m.Rows())
	lines := make([]string, 0, last-first)
	for row := first; row < last; row++ {
		lines = append(lines, m.line(row))
	}
	return lines
}

func (m *Model) line(row int) string {
	s := m.at(row)
	l := s.node.Line()
	lead := strings.Repeat(" ", min(len(s.path)*indent, maxIndent)) + sign(s)
	key, text, marker := l.Key, l.Text, "  "
	if key != "" {
		key += ": "
	}
	if row == m.row {
		marker = m.styles.Marker.Paint("▌") + " "
		key = m.styles.Cursor.Paint(strings.TrimSuffix(key, " "))
		if l.Key == "" {
			key = m.styles.Cursor.Paint(text)
			text = ""
		} else {
			key += " "
		}
	} else {
		key = m.styles.Key.Paint(key)
	}
	if l.Paint != nil {
		text = l.Paint(text)
	}
	if l.Title != "" {
		text += "  " + m.styles.Dim.Paint(l.Title)
	}
	line := ansi.Truncate(marker+m.styles.Dim.Paint(lead)+key+text, m.width, "…")
	if row == m.row {
		return m.styles.Row.Line(line, m.width)
	}
	return line
}

// sign says whether a node is open, could be, or is a leaf.
func sign(s spot) string {
	switch {
	case s.node.Len() == 0:
		return "  "
	case s.branch != nil:
		return "▾ "
	}
	return "▸ "
}
