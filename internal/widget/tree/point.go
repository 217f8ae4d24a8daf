package tree

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
