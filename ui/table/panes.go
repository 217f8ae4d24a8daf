package table

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/internal/safe"
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
	return width >= wide && s.isFramed()
}

// tableWidth is what is left of a width for the table, beside the row at the cursor or a chart.
func (s *Screen) tableWidth(all int) int {
	if s.hasRow() && s.isRowBeside() || s.hasChart() {
		return all - s.rowWidth(all)
	}
	return all
}

// isFramed reports that the table is in a pane.
func (s *Screen) isFramed() bool { return s.dock != (dock{}) || s.hasPanes() }

// place gives the table its size, which it shares with the row at the cursor.
func (s *Screen) place() {
	if s.Width == 0 {
		return
	}
	width, height := s.room()
	width = s.tableWidth(width)
	if s.isFramed() {
		width, height = width-kit.FrameWidth, height-kit.FrameHeight
	}
	s.Table.SetSize(width, height-len(s.factLines(width, height)))
}

func (s *Screen) View() string {
	if !s.hasPanes() {
		return s.bareView()
	}
	var sb strings.Builder
	s.Styles().Pane.Write(&sb, s.pane())
	sb.WriteByte('\n')
	sb.WriteString(s.statusLine())
	return sb.String()
}

// bareView is the table, or the row, without panes: below it is what they have in their borders,
// where there is space for it.
func (s *Screen) bareView() string {
	view, lines := s.tableView(s.room()), []string{s.statusLine()}
	if s.hasRow() {
		view = s.drawRow(s.room())
	}
	if row, _, _ := s.Table.Cursor(); s.foot() == 1 && s.line.purpose == noLine {
		at := fmt.Sprintf("%d/%d  ", min(row+1, s.Rows.Rows()), s.Rows.Rows())
		lines[0] = ansi.Truncate(s.Styles().Dim.Render(at)+s.cellLine(), s.Width, "…")
	} else if s.foot() > 1 {
		lines = append(lines, s.note(s.Width))
	}
	return kit.PadLines(view, s.Height-s.foot()) + "\n" + strings.Join(lines, "\n")
}

// foot is how many lines are below the table.
func (s *Screen) foot() int {
	if s.hasPanes() || s.Height < minFoot {
		return 1
	}
	return 2
}

// minFoot is from how many rows on there are two lines below a table without a pane.
const minFoot = 8

// pane is the table in its pane, with that of the row beside it, or the row in its place.
func (s *Screen) pane() kit.Pane {
	width, height := s.room()
	p := kit.Pane{Title: s.name, About: s.about, Width: width, Height: height, HasFocus: s.Table.HasFocus()}
	if s.hasRow() {
		row := kit.Pane{Title: s.rowTitle(), Width: width, Height: height, HasFocus: p.HasFocus}
		if s.isRowBeside() {
			row.Width, row.HasFocus = s.rowWidth(width), false
		}
		row.Lines = strings.Split(s.drawRow(row.Width-kit.FrameWidth, height-kit.FrameHeight), "\n")
		if !s.isRowBeside() {
			return row
		}
		p.Width -= row.Width
		p.Right = s.Styles().Pane.Draw(row)
	}
	if s.hasChart() {
		p.Width = s.tableWidth(width)
		p.Right = s.Styles().Pane.Draw(s.chartPane(width-p.Width, height))
	}
	p.Lines = strings.Split(s.tableView(p.Width-kit.FrameWidth, height-kit.FrameHeight), "\n")
	p.Note = s.note(p.Width - kit.FrameWidth - lipgloss.Width(s.name) - 2)
	return p
}

// onFocusedColumn is a filter in which a comparison without a column, such as >40, is about
// the column at the cursor.
func (s *Screen) onFocusedColumn(filter string) string {
	if filter == "" || s.line.fromColumn >= len(s.Rows.Table().Columns()) || !strings.ContainsRune("<>=", rune(filter[0])) {
		return filter
	}
	name := s.Rows.Table().Columns()[s.line.fromColumn].Title.String()
	return `"` + strings.ReplaceAll(name, `"`, "") + `"` + filter
}

// filterSyntax is what a filter can be, as far as it fits.
func (s *Screen) filterSyntax() string {
	const syntax = `cost>80  place:theatre  !museum  "two words"  >40`
	return safe.Text(syntax).Line(0).String()
}
