package textline

import (
	"strings"

	"charm.land/bubbles/v2/textarea"
	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safe"
)

// Area is a text input of several lines, see [Model]. Use [NewArea]. Tabs become
// spaces, as bubbles has it.
type Area struct {
	textarea.Model
	escaped bool
}

// keptInArea are the characters that an area shows in its own way.
const keptInArea = "\n\t"

// NewArea is a text area as bubbles makes it.
func NewArea() Area { return Area{Model: textarea.New()} }

// Value is the text, without escapes.
func (a Area) Value() string { return decode(a.Model.Value(), a.escaped) }

// SetValue puts a text into the area.
func (a *Area) SetValue(text string) {
	text = newlines.Replace(text)
	a.escaped = safe.HasUnseen(text, keptInArea)
	a.Model.SetValue(encode(text, a.escaped, keptInArea))
}

// Reset empties the area.
func (a *Area) Reset() {
	a.escaped = false
	a.Model.Reset()
}

// Update handles a message as that of bubbles does.
func (a Area) Update(msg tea.Msg) (Area, tea.Cmd) {
	if paste, ok := msg.(tea.PasteMsg); ok && a.Focused() {
		if text := newlines.Replace(paste.Content); a.escaped || safe.HasUnseen(text, keptInArea) {
			a.DeleteSelection()
			a.insert(text)
			return a, nil
		}
	}
	var cmd tea.Cmd
	a.Model, cmd = a.Model.Update(msg)
	key, isKey := msg.(tea.KeyPressMsg)
	switch {
	case a.escaped && a.Length() == 0:
		a.escaped = false
	case isKey && !safe.HasUnseen(key.Text, keptInArea):
	case safe.HasUnseen(a.Model.Value(), keptInArea):
		a.insert("") // what was inserted is shown as escapes
	}
	return a, cmd
}

// BreakAtBackslash puts a line end in place of a backslash right before the cursor, as shells go on behind one. It reports false where there
// is none.
func (a *Area) BreakAtBackslash() bool {
	head, _ := a.parts()
	if a.escaped || !strings.HasSuffix(head, `\`) {
		return false
	}
	a.Model, _ = a.Model.Update(tea.KeyPressMsg{Code: tea.KeyBackspace})
	a.InsertRune('\n')
	return true
}

// newlines makes one of the ways to break a line of all.
var newlines = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// insert puts a text where the cursor is.
func (a *Area) insert(text string) {
	head, tail := a.parts()
	a.escaped = true
	a.Model.SetValue(encode(head+text, true, keptInArea))
	line, column := a.Line(), a.Column()
	a.InsertString(encode(tail, true, keptInArea))
	for a.Line() > line {
		a.CursorUp()
	}
	a.SetCursorColumn(column)
}

// parts are the text before the cursor and after it.
func (a *Area) parts() (head, tail string) {
	lines := strings.Split(a.Model.Value(), "\n")
	row := min(a.Line(), len(lines)-1)
	runes := []rune(lines[row])
	column := min(a.Column(), len(runes))
	head = strings.Join(append(append([]string{}, lines[:row]...), string(runes[:column])), "\n")
	tail = strings.Join(append([]string{string(runes[column:])}, lines[row+1:]...), "\n")
	return decode(head, a.escaped), decode(tail, a.escaped)
}
