package tree

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

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
