package editor

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/safe"
)

// cell is one character as it is drawn.
type cell struct {
	shown  string
	width  int
	bytes  int  // of the character in the text
	unseen bool // shown replaces an invisible character
}

// cellOf is the first character of a text that is not empty.
func cellOf(text string) cell {
	if b := text[0]; b >= ' ' && b < 0x7f && (len(text) == 1 || text[1] < utf8.RuneSelf) {
		return cell{text[:1], 1, 1, false}
	}
	if text[0] == '\t' {
		return cell{"→ ", 2, 1, true}
	}
	cluster, width := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
	if width == 0 || safe.Text(cluster).Line(0).String() != cluster {
		return cell{"·", 1, max(len(cluster), 1), true}
	}
	return cell{cluster, width, len(cluster), false}
}

// lastCell is the length of the last character of a text that is not empty.
func lastCell(text string) int {
	if b := text[len(text)-1]; b < utf8.RuneSelf {
		return 1
	}
	from := max(len(text)-maxCluster, 0)
	for from > 0 && from < len(text)-1 && !utf8.RuneStart(text[from]) {
		from++
	}
	n := 0
	for at := from; at < len(text); at += n {
		n = cellOf(text[at:]).bytes
	}
	return n
}

// maxCluster is how far back a character may begin, in bytes; a family of four
// has 25.
const maxCluster = 64

// plain is a text as its cells are drawn, to measure it.
func plain(text string) string {
	var sb strings.Builder
	for len(text) > 0 {
		c := cellOf(text)
		sb.WriteString(c.shown)
		text = text[c.bytes:]
	}
	return sb.String()
}

// View draws the lines around the cursor, as many and as wide as the size says.
func (m *Model) View() string {
	gutter := m.gutter()
	width := max(m.width-gutter, 1)
	m.scroll(width)
	if len(m.lines) == 1 && m.lines[0] == "" {
		return m.empty()
	}
	lines := make([]string, 0, m.height)
	for i := m.top; i < min(m.top+m.height, len(m.lines)); i++ {
		lines = append(lines, m.number(i, gutter)+m.line(i, width))
	}
	return strings.Join(lines, "\n")
}

func (m *Model) empty() string {
	text := ansi.Truncate(m.placeholder, m.width-1, "…")
	if text == "" {
		return m.styles.Cursor.Render(" ")
	}
	first := cellOf(text)
	return m.styles.Cursor.Render(first.shown) + m.styles.Placeholder.Render(text[first.bytes:])
}

// numbered is from how many lines on they have numbers.
const numbered = 4

func (m *Model) gutter() int {
	if len(m.lines) < numbered || m.width < 16 {
		return 0
	}
	return len(strconv.Itoa(len(m.lines))) + 1
}

func (m *Model) number(i, gutter int) string {
	if gutter == 0 {
		return ""
	}
	style, text := m.styles.Number, strconv.Itoa(i+1)
	if i == m.row {
		style = m.styles.Here
	}
	return strings.Repeat(" ", gutter-1-len(text)) + style.Render(text) + " "
}

// scroll keeps the cursor in the window.
func (m *Model) scroll(width int) {
	m.top = min(max(m.top, m.row-m.height+1), m.row)
	m.top = max(min(m.top, len(m.lines)-m.height), 0)
	at := ansi.StringWidth(plain(m.lines[m.row][:m.col]))
	if at < m.left {
		m.left = max(at-width/4, 0)
	}
	if at >= m.left+width {
		m.left = at - width + 1 + width/4
	}
}

// line draws the part of a line that is in the window.
func (m *Model) line(i, width int) string {
	text, at := m.lines[i], 0
	var sb, run strings.Builder
	flush := func() {
		if run.Len() > 0 {
			sb.WriteString(m.styles.Text.Render(run.String()))
			run.Reset()
		}
	}
	for from := 0; from < len(text) && at < m.left+width; {
		c := cellOf(text[from:])
		shown := c.shown
		if at < m.left || at+c.width > m.left+width {
			shown = strings.Repeat(" ", max(min(at+c.width-m.left, m.left+width-at, c.width), 0))
		}
		switch {
		case i == m.row && from == m.col:
			flush()
			sb.WriteString(m.styles.Cursor.Render(shown))
		case c.unseen:
			flush()
			sb.WriteString(m.styles.Unseen.Render(shown))
		default:
			run.WriteString(shown)
		}
		at += c.width
		from += c.bytes
	}
	flush()
	if i == m.row && m.col == len(text) {
		sb.WriteString(m.styles.Cursor.Render(" "))
	}
	return sb.String()
}
