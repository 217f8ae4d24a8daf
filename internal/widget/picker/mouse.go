package picker

import "charm.land/lipgloss/v2"

// headLines are the lines above the labels: title, filter and a blank one.
const headLines = 3

// Height is how many lines a view takes that shows every label, whatever the filter is.
func (m *Model) Height() int { return headLines + max(m.Len(), 1) }

// measured is how many labels are looked at for the width.
const measured = 200

// Width is how many columns a view needs to show the labels and their notes whole, as far
// as the first of them say so.
func (m *Model) Width() (n int) {
	for i := range min(len(m.labels), measured) {
		line := lipgloss.Width(m.labels[i]) + len("  ")
		if m.notes != nil && m.notes[i] != "" {
			line += lipgloss.Width(m.notes[i]) + 2
		}
		n = max(n, line)
	}
	return n
}

// Click chooses the label that is on a line of the view, counted from 0. Elsewhere it does nothing.
func (m *Model) Click(line int) Result {
	i := m.top + line - headLines
	if line < headLines || i >= len(m.shown) {
		return Result{Chosen: -1}
	}
	m.cursor = i
	return Result{Done: true, Chosen: m.shown[i]}
}
