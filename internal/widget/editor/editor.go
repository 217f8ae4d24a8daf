// Package editor edits a text of many lines, such as JSON, exactly as it is:
// tabs stay tabs, and characters that cannot be seen are drawn as a dot and
// kept.
//
// A key and its frame cost what is on screen, however long the text: huh's text
// area lays out the whole text on every key, 54 ms for a thousand lines. Long
// lines are not broken; the window follows the cursor sideways.
package editor

import (
	"strconv"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/safe"
)

// Styles are the colors of an editor.
type Styles struct {
	Text, Number, Here, Cursor, Placeholder, Unseen lipgloss.Style
}

// Model is one text with a cursor in it. Use [New].
type Model struct {
	lines    []string // at least one
	row, col int      // of the cursor: the line, and the bytes before it in the line
	goal     int      // the column that going up and down keeps to; -1 for the column of the cursor

	width, height int
	top, left     int // first line and column on screen
	placeholder   string
	styles        Styles

	done, undone []edit // what can be taken back, and done again
}

// New is an editor of a text, with the cursor at its beginning.
func New(text, placeholder string, styles Styles) *Model {
	return &Model{lines: strings.Split(text, "\n"), goal: -1, width: 80, height: 10, placeholder: placeholder, styles: styles}
}

// Restyle draws the editor in other colors.
func (m *Model) Restyle(styles Styles) { m.styles = styles }

// SetSize sets the size of the editor.
func (m *Model) SetSize(width, height int) { m.width, m.height = max(width, 1), max(height, 1) }

// Text returns the current text.
func (m *Model) Text() string { return strings.Join(m.lines, "\n") }

// Lines is the number of lines.
func (m *Model) Lines() int { return len(m.lines) }

// Position is the line and the column of the cursor, from 1; the column counts
// characters.
func (m *Model) Position() (line, column int) {
	return m.row + 1, utf8.RuneCountInString(m.lines[m.row][:m.col]) + 1
}

// Seek puts the cursor at a line and column, or as near as there is.
func (m *Model) Seek(line, column int) {
	m.row = min(max(line-1, 0), len(m.lines)-1)
	m.col, m.goal = 0, -1
	for range column - 1 {
		m.col += m.next()
	}
}

// SeekEnd puts the cursor after the text.
func (m *Model) SeekEnd() {
	m.row = len(m.lines) - 1
	m.col, m.goal = len(m.lines[m.row]), -1
}

// insert puts text at the cursor.
func (m *Model) insert(text string) {
	m.note(edit{row: m.row, col: m.col, made: text})
	m.put(text)
}

// put is insert without a memory.
func (m *Model) put(text string) {
	line := m.lines[m.row]
	parts := strings.Split(text, "\n")
	before, after := line[:m.col], line[m.col:]
	last := len(parts) - 1
	m.col = len(parts[last])
	if last == 0 {
		m.col += len(before)
	}
	parts[0] = before + parts[0]
	parts[last] += after
	rest := m.lines[m.row+1:]
	if last == 0 {
		m.lines[m.row] = parts[0]
	} else {
		m.lines = append(append(m.lines[:m.row:m.row], parts...), rest...)
	}
	m.row += last
	m.goal = -1
}

// Update handles a key or a paste and reports whether the text changed. Keys
// that are none of an editor's do nothing.
func (m *Model) Update(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case tea.PasteMsg:
		m.insert(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(msg.Content))
		return msg.Content != ""
	case tea.KeyPressMsg:
		if m.move(msg.String()) {
			return false
		}
		return m.change(msg)
	}
	return false
}

// move handles the keys that move the cursor.
func (m *Model) move(key string) bool {
	goal := -1
	switch key {
	case "left", "ctrl+b":
		m.Back()
	case "right", "ctrl+f":
		m.forward()
	case "up", "ctrl+p":
		goal = m.vertical(-1)
	case "down", "ctrl+n":
		goal = m.vertical(1)
	case "pgup":
		goal = m.vertical(-m.height)
	case "pgdown":
		goal = m.vertical(m.height)
	case "home", "ctrl+a":
		m.col = 0
	case "end", "ctrl+e":
		m.col = len(m.lines[m.row])
	case "ctrl+home", "alt+<":
		m.row, m.col = 0, 0
	case "ctrl+end", "alt+>":
		m.SeekEnd()
	case "ctrl+left", "alt+left", "alt+b":
		m.wordBack()
	case "ctrl+right", "alt+right", "alt+f":
		m.wordForward()
	default:
		return false
	}
	m.goal = goal
	return true
}

// vertical moves by lines and keeps to the column; it returns that.
func (m *Model) vertical(step int) int {
	goal := m.goal
	if goal < 0 {
		goal = ansi.StringWidth(plain(m.lines[m.row][:m.col]))
	}
	m.row = min(max(m.row+step, 0), len(m.lines)-1)
	m.col = 0
	for at := 0; m.col < len(m.lines[m.row]); {
		c := cellOf(m.lines[m.row][m.col:])
		if at += c.width; at > goal {
			break
		}
		m.col += c.bytes
	}
	return goal
}

// change handles the keys that change the text.
func (m *Model) change(msg tea.KeyPressMsg) bool {
	fromRow, fromCol := m.row, m.col
	switch msg.String() {
	case "ctrl+z":
		return m.Undo()
	case "ctrl+y":
		return m.Redo()
	case "enter":
		m.insert("\n")
		return true
	case "backspace", "ctrl+h":
		m.Back()
	case "delete", "ctrl+d":
		m.forward()
	case "ctrl+w", "alt+backspace", "ctrl+backspace":
		m.wordBack()
	case "alt+delete", "ctrl+delete":
		m.wordForward()
	case "ctrl+u":
		m.col = 0
	case "ctrl+k":
		m.col = len(m.lines[m.row])
	default:
		if msg.Text == "" {
			return false
		}
		m.insert(msg.Text)
		return true
	}
	return m.cut(fromRow, fromCol)
}

// cut takes out what lies between the cursor and another position.
func (m *Model) cut(row, col int) bool {
	removed := m.take(row, col)
	if removed == "" {
		return false
	}
	m.note(edit{row: m.row, col: m.col, removed: removed})
	return true
}

// take is cut without a memory; it returns what was there.
func (m *Model) take(row, col int) string {
	if row < m.row || row == m.row && col < m.col {
		row, col, m.row, m.col = m.row, m.col, row, col
	}
	m.goal = -1
	line := m.lines[m.row]
	if row == m.row {
		m.lines[row] = line[:m.col] + line[col:]
		return line[m.col:col]
	}
	removed := append([]string{line[m.col:]}, m.lines[m.row+1:row]...)
	removed = append(removed, m.lines[row][:col])
	m.lines[m.row] = line[:m.col] + m.lines[row][col:]
	m.lines = append(m.lines[:m.row+1], m.lines[row+1:]...)
	return strings.Join(removed, "\n")
}

// next is the length of the character after the cursor, 0 at the end of a line.
func (m *Model) next() int {
	if m.col == len(m.lines[m.row]) {
		return 0
	}
	return cellOf(m.lines[m.row][m.col:]).bytes
}

func (m *Model) forward() {
	if n := m.next(); n > 0 {
		m.col += n
	} else if m.row < len(m.lines)-1 {
		m.row, m.col = m.row+1, 0
	}
}

// Back moves the cursor to the character before it, or to the end of the line before.
func (m *Model) Back() {
	if m.col == 0 {
		if m.row > 0 {
			m.row--
			m.col = len(m.lines[m.row])
		}
		return
	}
	m.col -= lastCell(m.lines[m.row][:m.col])
}

func (m *Model) wordForward() {
	m.forward()
	for m.next() > 0 && isBlank(m.lines[m.row][m.col]) {
		m.forward()
	}
	for m.next() > 0 && !isBlank(m.lines[m.row][m.col]) {
		m.forward()
	}
}

func (m *Model) wordBack() {
	m.Back()
	for m.col > 0 && isBlank(m.lines[m.row][m.col-1]) {
		m.Back()
	}
	for m.col > 0 && !isBlank(m.lines[m.row][m.col-1]) {
		m.Back()
	}
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' }

// edit is one change of the text: the text put in, and the text that it replaced.
type edit struct {
	row, col      int // where it begins
	removed, made string
}

// end is where a text that begins at the edit's place ends.
func (e edit) end(text string) (row, col int) {
	breaks := strings.Count(text, "\n")
	if breaks == 0 {
		return e.row, e.col + len(text)
	}
	return e.row + breaks, len(text) - strings.LastIndexByte(text, '\n') - 1
}

// note remembers a change; characters that are typed in a row are one.
func (m *Model) note(e edit) {
	m.undone = nil
	if n := len(m.done); n > 0 && e.removed == "" && !strings.ContainsAny(e.made, "\n ") {
		last := &m.done[n-1]
		if row, col := last.end(last.made); row == e.row && col == e.col && last.removed == "" && !strings.HasSuffix(last.made, "\n") {
			last.made += e.made
			return
		}
	}
	m.done = append(m.done, e)
}

// Undo takes the last change back and reports whether there was one.
func (m *Model) Undo() bool { return m.swap(&m.done, &m.undone) }

// Redo does the change again that was taken back last.
func (m *Model) Redo() bool { return m.swap(&m.undone, &m.done) }

// swap replaces what an edit made by what it removed, and keeps the opposite.
func (m *Model) swap(from, to *[]edit) bool {
	n := len(*from)
	if n == 0 {
		return false
	}
	e := (*from)[n-1]
	*from = (*from)[:n-1]
	m.row, m.col = e.end(e.made)
	m.take(e.row, e.col)
	m.put(e.removed)
	*to = append(*to, edit{e.row, e.col, e.made, e.removed})
	return true
}

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
