// Package textline has the text inputs of bubbles, of one line and of several, with
// text that they would drop or draw raw: controls, marks of direction and other
// characters that cannot be seen are written as escapes (\u202e). The value is always
// the text itself.
package textline

import (
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safe"
)

// Model is a text input of one line. Use [New].
//
// While its text can be drawn as it is, a backslash is a backslash. Once it cannot,
// the line contains escapes, and \uXXXX is read as a character until the line is empty.
type Model struct {
	textinput.Model
	escaped bool // the line contains escapes
}

// New is a text input as bubbles makes it.
func New() Model { return Model{Model: textinput.New()} }

// Value is the text, without escapes.
func (m Model) Value() string { return decode(m.Model.Value(), m.escaped) }

// SetValue puts a text into the line.
func (m *Model) SetValue(text string) {
	m.escaped = safe.HasUnseen(text, "")
	m.Model.SetValue(encode(text, m.escaped, ""))
}

// Reset empties the line.
func (m *Model) Reset() { m.SetValue("") }

// Update handles a message as that of bubbles does. Of pasted text the last line break
// is left out, as it is rarely meant; others are kept, as escapes.
func (m Model) Update(msg tea.Msg) (Model, tea.Cmd) {
	if paste, ok := msg.(tea.PasteMsg); ok {
		if m.Focused() {
			m.insert(withoutLastBreak(paste.Content))
		}
		return m, nil
	}
	var cmd tea.Cmd
	m.Model, cmd = m.Model.Update(msg)
	switch line := m.Model.Value(); {
	case line == "":
		m.escaped = false
	case safe.HasUnseen(line, ""):
		m.insert("") // what was inserted is shown as escapes
	}
	return m, cmd
}

// insert puts a text where the cursor is.
func (m *Model) insert(text string) {
	line := []rune(m.Model.Value())
	at := min(m.Position(), len(line))
	head, tail := decode(string(line[:at]), m.escaped), decode(string(line[at:]), m.escaped)
	m.escaped = m.escaped || safe.HasUnseen(head+text+tail, "")
	m.Model.SetValue(encode(head+text+tail, m.escaped, ""))
	m.SetCursor(len([]rune(encode(head+text, m.escaped, ""))))
}

func withoutLastBreak(text string) string {
	return strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
}

// encode is a text as a line shows it; keep are characters that it shows otherwise.
func encode(text string, escaped bool, keep string) string {
	if !escaped {
		return text
	}
	return safe.EscapeLine(text, keep)
}

func decode(line string, escaped bool) string {
	if !escaped {
		return line
	}
	return safe.UnescapeLine(line)
}
