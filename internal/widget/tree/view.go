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
func (m *Model) View() string {
	m.row = max(min(m.row, m.Rows()-1), 0)
	var sb strings.Builder
	first := m.first()
	last := min(first+max(m.height, 1), m.Rows())
	for row := first; row < last; row++ {
		if row > first {
			sb.WriteByte('\n')
		}
		sb.WriteString(m.line(row))
	}
	return sb.String()
}

func (m *Model) line(row int) string {
	s := m.at(row)
	l := s.node.Line()
	lead := strings.Repeat(" ", min(len(s.path)*indent, maxIndent)) + sign(s)
	key, text := l.Key, l.Text
	if key != "" {
		key += ": "
	}
	if row == m.row {
		key = m.styles.Cursor.Render(strings.TrimSuffix(key, " "))
		if l.Key == "" {
			key = m.styles.Cursor.Render(text)
			text = ""
		} else {
			key += " "
		}
	} else {
		key = m.styles.Key.Render(key)
	}
	if l.Paint != nil {
		text = l.Paint(text)
	}
	if l.Title != "" {
		text += "  " + m.styles.Dim.Render(l.Title)
	}
	return ansi.Truncate(m.styles.Dim.Render(lead)+key+text, m.width, "…")
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
