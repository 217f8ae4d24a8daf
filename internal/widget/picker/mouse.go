package picker

// headLines are the lines above the labels.
const headLines = 3

// Click chooses the label that is on a line of the view, counted from 0; where
// several are taken, it takes that one or puts it back. Elsewhere it does nothing.
func (m *Model) Click(line int) Result {
	i := m.top + line - headLines
	if line < headLines || i >= len(m.shown) {
		return Result{Chosen: -1}
	}
	m.cursor = i
	if m.isMarked != nil {
		return m.pressSeveral("space")
	}
	return Result{Done: true, Chosen: m.shown[i]}
}
