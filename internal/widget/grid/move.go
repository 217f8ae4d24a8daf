package grid

import "slices"

// Move moves the cursor by rows and columns.
func (m *Model) Move(rows, cols int) {
	m.row += rows
	m.col += cols
	m.chosen = m.chosen || cols != 0
	m.clamp()
}

// Page moves the cursor by screens.
func (m *Model) Page(screens int) { m.Move(screens*max(m.pageRows()-1, 1), 0) }

// First and the like move the cursor to an end of its row or column.
func (m *Model) First() { m.Move(0, -len(m.order)) }

// Last moves to the last column.
func (m *Model) Last() { m.Move(0, len(m.order)) }

// Top moves to the first row.
func (m *Model) Top() { m.Move(-m.row, 0) }

// Bottom moves to the last row.
func (m *Model) Bottom() { m.Move(m.source.Rows(), 0) }

// clamp keeps the cursor in the table, the window around the cursor, and the window full as far as there are rows.
func (m *Model) clamp() {
	m.row = max(min(m.row, m.source.Rows()-1), 0)
	m.col = max(min(m.col, len(m.order)-1), 0)
	m.top = max(min(m.top, m.row, m.source.Rows()-m.pageRows()), m.row-m.pageRows()+1, 0)
	m.frozen = min(m.frozen, len(m.order))
	m.left = max(m.left, m.frozen)
	if !m.chosen && !m.scrolls && m.width > 0 && len(m.order) > 0 {
		m.col = m.placed()[0].at
	}
	if m.width == 0 || m.col < m.frozen || !m.scrolls {
		return
	}
	m.left = min(m.left, m.col)
	for m.left < m.col && !m.isInSight(m.col) {
		m.left++
	}
}

// scrollBack shows columns at the left again that fit since the table became wider.
func (m *Model) scrollBack() {
	for m.left > m.frozen {
		if m.left--; !m.isInSight(len(m.order)-1) || !m.isInSight(m.col) {
			m.left++
			return
		}
	}
}

// isInSight reports whether a position of order can be seen whole.
func (m *Model) isInSight(at int) bool {
	for _, p := range m.placed() {
		if p.at == at {
			return p.width >= m.widthOf(m.order[at])
		}
	}
	return false
}

// arrange shows the columns that are not hidden, unless all are.
func (m *Model) arrange() {
	m.order = nil
	for i, c := range m.columns {
		if !c.Hidden {
			m.order = append(m.order, i)
		}
	}
	if len(m.order) == 0 {
		for i := range m.columns {
			m.order = append(m.order, i)
		}
	}
	m.hidden = len(m.columns) - len(m.order)
}

// fitTitles gives titles two lines where not all columns fit with one.
func (m *Model) fitTitles() {
	if m.width == 0 {
		return
	}
	m.tight = false
	m.tight = m.total(m.order) > m.width
}

// total is what some columns take, with the row numbers.
func (m *Model) total(order []int) int {
	total := m.numberWidth()
	for _, col := range order {
		total += gap + m.widthOf(col)
	}
	return total
}

// ShowAll shows all columns in the order of the source.
func (m *Model) ShowAll() {
	m.moved, m.scrolls = true, true
	col, had := 0, len(m.order) > 0
	if had {
		col = m.order[m.col]
	}
	m.order, m.hidden = m.order[:0], 0
	for i := range m.columns {
		m.order = append(m.order, i)
	}
	if had {
		m.col = col
	}
	m.clamp()
}

// ShowsAll reports that all columns are shown, to scroll.
func (m *Model) ShowsAll() bool { return m.scrolls && len(m.order) == len(m.columns) }

// Scrolls reports that the columns that do not fit are at the sides.
func (m *Model) Scrolls() bool { return m.scrolls }

// ShowFitting shows the most important columns that fit, in the order of the source, and the one at the cursor.
func (m *Model) ShowFitting() {
	col := 0
	if len(m.order) > 0 {
		col = m.order[m.col]
	}
	m.moved, m.scrolls, m.chosen = false, false, true
	m.wanted = nil
	m.frozen, m.left = 0, 0
	m.arrange()
	m.col = max(slices.Index(m.order, col), 0)
	m.fitTitles()
	m.clamp()
}

// Arrange shows these columns of the source in this order, of which the first ones stay in place. Columns that the source does not
// have are left out.
func (m *Model) Arrange(order []int, frozen int) {
	shown := slices.DeleteFunc(slices.Clone(order), func(col int) bool { return col < 0 || col >= len(m.columns) })
	if len(shown) == 0 {
		return
	}
	m.moved, m.scrolls = true, true
	m.order, m.hidden = shown, max(len(m.columns)-len(shown), 0)
	m.frozen = max(min(frozen, len(shown)-1), 0)
	m.left, m.col = m.frozen, 0
	m.clamp()
}

// Choose shows these columns of the source in this order, as many as fit. Columns that the source does not have are left out; without any,
// nothing changes.
func (m *Model) Choose(order []int) {
	shown := slices.DeleteFunc(slices.Clone(order), func(col int) bool { return col < 0 || col >= len(m.columns) })
	if len(shown) == 0 {
		return
	}
	col := -1
	if len(m.order) > 0 {
		col = m.order[m.col]
	}
	m.moved = true
	m.order, m.hidden = shown, len(m.columns)-len(shown)
	m.frozen = min(m.frozen, len(shown)-1)
	m.col = max(slices.Index(shown, col), 0)
	m.fitTitles()
	m.clamp()
}

// Want shows a column before others that are more important, where not all fit.
func (m *Model) Want(col int) {
	if col < 0 || col >= len(m.columns) {
		return
	}
	m.moved = true
	m.wanted = append([]int{col}, slices.DeleteFunc(m.wanted, func(c int) bool { return c == col })...)
	m.clamp()
}

// Freeze keeps the columns up to the cursor in place, or frees them where they
// were just these.
func (m *Model) Freeze() {
	m.moved, m.scrolls = true, true
	if m.frozen == m.col+1 {
		m.frozen = 0
	} else {
		m.frozen = m.col + 1
	}
	m.left = m.frozen
	m.clamp()
}

// Widen makes the column of the cursor wider or narrower.
func (m *Model) Widen(by int) {
	if len(m.order) == 0 {
		return
	}
	c := m.order[m.col]
	m.widths[c], m.fixed[c] = max(m.widthOf(c)+by, minWidth), true
	m.clamp()
}
