package grid

// At is the row and the column of the source that the last view has at a position; the row
// of the titles is -1.
func (m *Model) At(x, y int) (row, col int, ok bool) {
	first, last, _ := m.Position()
	row = first + y - m.headLines()
	switch {
	case y < m.titleLines():
		row = -1
	case y < m.headLines() || row > last:
		return 0, 0, false
	}
	at := m.numberWidth()
	for _, p := range m.placed() {
		end := at + cells(m.gapBefore(p.at)) + p.width
		if x < end {
			return row, m.order[p.at], true
		}
		at = end
	}
	return 0, 0, false
}
