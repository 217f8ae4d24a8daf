package editor

import "strings"

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
