package table

import (
	tea "charm.land/bubbletea/v2"

	"a2aform/ui/kit"
)

// Click goes to a cell and opens the one at the cursor. On a title it sorts by that column.
func (s *Screen) Click(column, line int) (kit.Action, tea.Cmd) {
	l := s.layout()
	if l.isFramed {
		column, line = column-kit.FrameWidth/2, line-1
	}
	if s.line.purpose != noLine || column < 0 || line < 0 || l.isCovered() {
		return kit.Action{}, nil
	}
	width, height := l.inner()
	row, col, ok := s.Table.At(column, line-len(s.factLines(width, height)))
	if !ok {
		return kit.Action{}, nil
	}
	atRow, atCol, _ := s.Table.Cursor()
	switch {
	case row < 0:
		s.Table.GoTo(atRow, col)
		return kit.Action{}, tea.Batch(s.sortByCursor(), s.settle())
	case row == atRow && col == atCol:
		return s.openRow(), nil
	}
	s.Table.GoTo(row, col)
	s.land = onSame // an order that is still being worked out keeps the clicked row
	return kit.Action{}, s.settle()
}
