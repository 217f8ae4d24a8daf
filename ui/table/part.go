package table

import (
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"a2aform/internal/safe"
	"a2aform/render/table"
	"a2aform/ui/kit"
)

// part is what a table knows of the screen that it is a part of.
type part struct {
	owner kit.Screen // gets the messages: the table itself where it is a screen
	about string     // what the table is, after its name
	dock  dock       // its pane in that screen; zero for all of it
}

// dock is the size of a pane.
type dock struct{ width, height int }

// NewPart is a table that is a part of its owner, see [kit.TablePart].
func NewPart(h *kit.Host, owner kit.Screen, name, about string, g *table.Grid) *Screen {
	s := New(h, name, g)
	s.owner, s.about = owner, about
	return s
}

// partMsg is a message to a table, which may come by its owner.
type partMsg struct {
	to  *Screen
	msg tea.Msg
}

// later makes a command whose answer comes to the table.
func (s *Screen) later(work func() tea.Msg) tea.Cmd {
	return kit.Later(s.owner, func() tea.Msg { return partMsg{s, work()} })
}

// after is a message to the table after a while.
func (s *Screen) after(d time.Duration, msg tea.Msg) tea.Cmd {
	return kit.After(s.owner, d, partMsg{s, msg})
}

// Dock implements [kit.TablePart].
func (s *Screen) Dock(width, height int, hasFocus bool) {
	s.Table.SetFocus(hasFocus)
	if to := (dock{width, height}); s.dock != to {
		s.dock = to
		s.Table.SetNumbered(to == dock{})
		s.place()
	}
}

// Docked implements [kit.TablePart].
func (s *Screen) Docked() kit.Pane { return s.pane(s.dockedNote()) }

// StatusLine implements [kit.TablePart].
func (s *Screen) StatusLine() string {
	switch {
	case s.purpose != noLine:
		return s.line.View()
	case s.Table.HasFocus():
		return s.cellLine()
	}
	return s.tableLine()
}

// maxFilter is how much of a filter the border of a pane shows.
const maxFilter = 30

// dockedNote is the note of the pane: which rows and columns are in sight if there are more,
// and whether the rows are valid, where there is space.
func (s *Screen) dockedNote() string {
	note := s.note()
	if rows, areAll := s.rowsInSight(); !areAll && s.sort == asTheyCame && s.filter == "" {
		note = rows
	}
	room := s.dock.width - kit.FrameWidth - lipgloss.Width(s.name) - lipgloss.Width(note) - lipgloss.Width(" · ")
	add := func(style lipgloss.Style, text string) {
		if room -= lipgloss.Width(text) + 3; room > 0 {
			note += " · " + style.Render(text)
		}
	}
	if s.filter != "" {
		add(s.Styles().Accent, safe.Text(s.filter).Line(maxFilter).String())
	}
	columns := s.columnWords()
	if columns != "" {
		add(s.Styles().Dim, columns)
	}
	s.verdict(func(style lipgloss.Style, text string) {
		if columns == "" || text != s.Rows.Grid().ValidText() { // what the table is about says more
			add(style, text)
		}
	})
	return note
}
