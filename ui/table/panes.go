package table

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"a2aform/internal/safe"
	"a2aform/render"
	"a2aform/render/draw"
	"a2aform/render/table"
	"a2aform/render/value"
	"a2aform/ui/kit"
)

const (
	wide        = 98  // from how many columns on the row at the cursor is next to the table: on a terminal of 100
	veryWide    = 138 // from how many it is there even if it covers columns: on a terminal of 140
	minRowWidth = 28  // of its pane
	maxRowWidth = 40
	minHeight   = 12 // rows that panes need
)

func (s *Screen) hasPanes() bool { return s.Width >= kit.MinPaneWidth && s.Height >= minHeight }

// hasRow reports that the row at the cursor is next to the table.
func (s *Screen) hasRow() bool { return s.row.isBeside }

// placeRow says whether the row at the cursor is next to the table. Where there is little
// space, it leaves that to the columns.
func (s *Screen) placeRow() {
	room := s.Width - kit.FrameWidth
	s.row.isBeside = s.dock == (dock{}) && s.hasPanes() && s.Width >= wide &&
		(s.Width >= veryWide || s.Table.Fits(room-s.rowWidth()))
}

// rowWidth is the width of the pane of the row.
func (s *Screen) rowWidth() int { return min(max(s.Width/4-4, minRowWidth), maxRowWidth) }

// tableSize is the size of the table, which it shares with the row at the cursor.
func (s *Screen) tableSize() (width, height int) {
	s.placeRow()
	if s.dock != (dock{}) {
		return s.dock.width - kit.FrameWidth, s.dock.height - kit.FrameHeight
	}
	width, height = s.Width, max(s.Height-s.foot(), 1)
	if s.hasRow() {
		width -= s.rowWidth()
	}
	if s.hasPanes() {
		width, height = width-kit.FrameWidth, height-kit.FrameHeight
	}
	return width, height
}

func (s *Screen) View() string {
	if !s.hasPanes() {
		return kit.PadLines(s.Table.View(), s.Height-s.foot()) + "\n" + strings.Join(s.statusBar(), "\n")
	}
	table := kit.Pane{Title: s.name, Note: s.note(), Lines: strings.Split(s.Table.View(), "\n"), Width: s.Width, Height: s.Height - s.foot(), HasFocus: true}
	if s.hasRow() {
		table.Width -= s.rowWidth()
		table.Right = s.rowPane(table.Height)
	}
	status := s.statusBar()
	var sb strings.Builder
	s.Styles().Pane.Write(&sb, table)
	for _, line := range status {
		sb.WriteByte('\n')
		sb.WriteString(line)
	}
	return sb.String()
}

// note says how many rows there are, and how they are sorted.
func (s *Screen) note() string {
	all := s.Rows.Grid().Rows()
	note := rowsWord(all)
	if n := s.Rows.Rows(); n != all {
		note = value.Grouped(n) + " of " + note
	}
	if s.sort != asTheyCame {
		note += " · sorted by " + s.Rows.Grid().Columns()[s.sort.col].Title.String() + s.sort.arrow()
	}
	return note
}

// shownRow is the row next to the table.
type shownRow struct {
	generation int
	of         *table.Grid // nil for none
	at         int
	drawn      []string // its pane
	isBeside   bool     // there is space for it
}

// rowTime is how long the cursor rests in a row before that is drawn.
const rowTime = 60 * time.Millisecond

// rowMsg says that the cursor has rested in a row.
type rowMsg struct{ generation int }

// settleRow waits for the cursor to rest where another row is next to the table.
func (s *Screen) settleRow() tea.Cmd {
	row, _, ok := s.Table.Cursor()
	switch {
	case !ok:
		s.drawRow() // there is none
		return nil
	case !s.hasRow() || s.row.of == s.Rows.Grid() && s.row.at == s.Rows.Row(row):
		return nil
	}
	s.row.generation++
	return s.after(rowTime, rowMsg{s.row.generation})
}

// showRow draws the row at the cursor.
func (s *Screen) showRow(m rowMsg) {
	if m.generation == s.row.generation {
		s.drawRow()
	}
}

func (s *Screen) drawRow() {
	s.row.of, s.row.drawn = nil, nil
	if row, _, ok := s.Table.Cursor(); ok && s.hasRow() {
		s.row.of, s.row.at = s.Rows.Grid(), s.Rows.Row(row)
	}
}

// rowPane is the row in which the cursor has rested, with yes and no in words.
func (s *Screen) rowPane(height int) []string {
	if s.row.drawn != nil {
		return s.row.drawn
	}
	st, p := s.Styles(), kit.Pane{Width: s.rowWidth(), Height: height}
	if s.row.of != nil && s.row.at < s.row.of.Rows() {
		p.Title, p.Note = "Row "+value.Grouped(s.row.at+1), gridKeys.Card.Help().Key
		p.Lines = draw.Blocks(render.RowBlocks(s.row.of, s.row.at), p.Width-kit.FrameWidth, st.Render).Lines
	}
	s.row.drawn = st.Pane.Draw(p)
	return s.row.drawn
}

// onFocusedColumn is a filter in which a comparison without a column, such as >40, is about
// the column at the cursor.
func (s *Screen) onFocusedColumn(filter string) string {
	if filter == "" || s.fromColumn >= len(s.Rows.Grid().Columns()) || !strings.ContainsRune("<>=", rune(filter[0])) {
		return filter
	}
	name := s.Rows.Grid().Columns()[s.fromColumn].Title.String()
	return `"` + strings.ReplaceAll(name, `"`, "") + `"` + filter
}

// filterSyntax is what a filter can be, as far as it fits.
func (s *Screen) filterSyntax() string {
	const syntax = `cost>80  place:theatre  !museum  "two words"  >40`
	return safe.Text(syntax).Line(0).String()
}
