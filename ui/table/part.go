package table

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/render/table"
	"a2aform/ui/kit"
)

// part is what a table knows of the screen that it is a part of.
type part struct {
	self  kit.Screen // the table, which the messages are for
	owner kit.Screen // gets them: the table itself where it is a screen
	about string     // what the table is, after its name
	dock  dock       // its pane in that screen; zero for all of it
}

// dock is the size of a pane.
type dock struct{ width, height int }

// NewPart is a table that is a part of its owner, see [kit.TablePart].
func NewPart(h *kit.Host, owner kit.Screen, name, about string, list kit.List) *Screen {
	s := New(h, name, list)
	s.owner, s.about = owner, about
	return s
}

// partMsg is a message to a table, which may come by its owner.
type partMsg struct {
	to  kit.Screen
	msg tea.Msg
}

// later makes a command whose answer comes to the table.
func (p *part) later(work func() tea.Msg) tea.Cmd {
	return kit.Later(p.owner, func() tea.Msg { return partMsg{p.self, work()} })
}

// after is a message to the table after a while.
func (p *part) after(d time.Duration, msg tea.Msg) tea.Cmd {
	return kit.After(p.owner, d, partMsg{p.self, msg})
}

// Dock implements [kit.TablePart].
func (s *Screen) Dock(width, height int, hasFocus bool) {
	s.Table.SetFocus(hasFocus)
	if to := (dock{width, height}); s.dock != to {
		s.dock = to
		s.place()
	}
}

// Docked implements [kit.TablePart].
func (s *Screen) Docked() kit.Pane { return s.pane() }

// IsEmpty implements [kit.TablePart].
func (s *Screen) IsEmpty() bool { return s.Source().Numbers() == 0 }

// CompareWith implements [kit.TablePart].
func (s *Screen) CompareWith(before *table.Table) {
	if s.compared == nil {
		s.compared = table.Compare(before, s.Rows.Table())
		switch lost := s.like.lost(); {
		case lost != "": // no more columns come
			s.Host.Status = kit.Infof("This result lacks a column: %s.", lost).Status
		case s.isFilterEarlier:
			s.Host.Status = kit.Infof("still filtered by %s: Esc shows all rows", kit.Quote(s.filter)).Status
		}
		s.like = nil
		s.show()
	}
}

// Fits implements [kit.TablePart].
func (s *Screen) Fits(width int) bool { return s.Table.Fits(width - kit.FrameWidth) }

// StatusLine implements [kit.TablePart].
func (s *Screen) StatusLine() string {
	if !s.line.isOpen && !s.Table.HasFocus() {
		return ""
	}
	return s.status().line()
}

// Click goes to a cell and opens the one at the cursor. On a title it sorts by that column.
func (s *Screen) Click(column, line int) (kit.Action, tea.Cmd) {
	l := s.layout()
	if l.isFramed {
		column, line = column-kit.FrameWidth/2, line-1
	}
	if s.line.isOpen || column < 0 || line < 0 || l.isCovered() {
		return kit.Action{}, nil
	}
	s.like = nil
	width, height := l.inner()
	row, col, ok := s.Table.At(column, line-len(s.factLines(width, height)))
	if !ok {
		return kit.Action{}, nil
	}
	atRow, atCol, _ := s.Table.Cursor()
	switch {
	case row < 0:
		return kit.Action{}, tea.Batch(s.sortBy(col), s.settle())
	case row == atRow && col == atCol:
		return s.openRow(), nil
	}
	s.Table.GoTo(row, col)
	s.land = onSame // an order that is still being worked out keeps the clicked row
	return kit.Action{}, s.settle()
}
