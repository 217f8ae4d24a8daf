package table

import (
	"strings"

	"a2aform/internal/safe"
	"a2aform/render/value"
	"a2aform/ui/kit"
)

// minHeight is how many rows panes need.
const minHeight = 12

func (s *Screen) hasPanes() bool { return s.Width >= kit.MinPaneWidth && s.Height >= minHeight }

// room is the size of the table and the row at the cursor, with their borders.
func (s *Screen) room() (width, height int) {
	if s.dock != (dock{}) {
		return s.dock.width, s.dock.height
	}
	return s.Width, max(s.Height-s.foot(), 1)
}

// isRowBeside reports that there is space for the row at the cursor beside the table.
func (s *Screen) isRowBeside() bool {
	width, _ := s.room()
	return width >= wide && (s.dock != (dock{}) || s.hasPanes())
}

// place gives the table its size, which it shares with the row at the cursor.
func (s *Screen) place() {
	if s.Width == 0 {
		return
	}
	width, height := s.room()
	if s.hasRow() && s.isRowBeside() {
		width -= rowWidth(width)
	}
	if s.dock != (dock{}) || s.hasPanes() {
		width, height = width-kit.FrameWidth, height-kit.FrameHeight
	}
	s.Table.SetSize(width, height)
}

func (s *Screen) View() string {
	status := strings.Join(s.statusBar(), "\n")
	if !s.hasPanes() {
		view := s.Table.View()
		if s.hasRow() {
			view = s.drawRow(s.room())
		}
		return kit.PadLines(view, s.Height-s.foot()) + "\n" + status
	}
	var sb strings.Builder
	s.Styles().Pane.Write(&sb, s.pane(s.note()))
	sb.WriteByte('\n')
	sb.WriteString(status)
	return sb.String()
}

// pane is the table in its pane, with that of the row beside it, or the row in its place.
func (s *Screen) pane(note string) kit.Pane {
	width, height := s.room()
	p := kit.Pane{Title: s.name, About: s.about, Note: note, Width: width, Height: height, HasFocus: s.Table.HasFocus()}
	if !s.hasRow() {
		p.Lines = strings.Split(s.Table.View(), "\n")
		return p
	}
	row := kit.Pane{Title: s.rowTitle(), Width: width, Height: height}
	if !s.isRowBeside() {
		row.HasFocus = p.HasFocus
	} else {
		row.Width = rowWidth(width)
	}
	row.Lines = strings.Split(s.drawRow(row.Width-kit.FrameWidth, height-kit.FrameHeight), "\n")
	if !s.isRowBeside() {
		return row
	}
	p.Width -= row.Width
	p.Lines, p.Right = strings.Split(s.Table.View(), "\n"), s.Styles().Pane.Draw(row)
	return p
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
