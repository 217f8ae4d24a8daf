package editor

import (
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
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

// Insert puts text at the cursor.
func (m *Model) Insert(text string) {
	m.note(edit{row: m.row, col: m.col, made: text})
	m.put(text)
}

// put is Insert without a memory.
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
		m.Insert(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(msg.Content))
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
		m.Insert("\n")
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
		m.Insert(msg.Text)
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
