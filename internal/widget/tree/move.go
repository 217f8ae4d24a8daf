package tree

import "slices"

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
