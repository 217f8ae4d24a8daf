package table

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/ui/kit"
)

// layout is that of the moment.
func (s *Screen) layout() layout {
	_, _, ok := s.Table.Cursor()
	return layoutOf(space{
		width: s.Width, height: s.Height, dock: s.dock, isRowOpen: s.row.isOpen && ok, isChartOpen: s.chart != nil, left: s.Host.Borders.Left,
	})
}

// place gives the table its size, which it shares with the row at the cursor.
func (s *Screen) place() {
	if s.Width == 0 {
		return
	}
	width, height := s.layout().inner()
	s.Table.SetSize(width, height-len(s.factLines(width, height)))
}

func (s *Screen) View() string {
	if !s.layout().hasPanes {
		return s.bareView()
	}
	var sb strings.Builder
	s.Styles().Pane.Write(&sb, s.pane())
	sb.WriteByte('\n')
	sb.WriteString(s.status().line())
	return sb.String()
}

// bareView is the table, or the row, without panes: below it is what they have in their borders,
// where there is space for it.
func (s *Screen) bareView() string {
	l, status := s.layout(), s.status()
	view, lines := s.tableView(l.width, l.height), []string{status.line()}
	if l.hasRow {
		view = s.drawRow(l.width, l.height)
	}
	if row, _, _ := s.Table.Cursor(); l.foot == 1 && s.line.purpose == noLine {
		at := fmt.Sprintf("%d/%d  ", min(row+1, s.Rows.Rows()), s.Rows.Rows())
		lines[0] = ansi.Truncate(s.Styles().Dim.Render(at)+status.cell(), s.Width, "…")
	} else if l.foot > 1 {
		lines = append(lines, status.note(s.Width))
	}
	return kit.PadLines(view, s.Height-l.foot) + "\n" + strings.Join(lines, "\n")
}

// pane is the table in its pane, with that of the row beside it, or the row in its place.
func (s *Screen) pane() kit.Pane {
	l := s.layout()
	width, height := l.width, l.height
	p := kit.Pane{Title: s.name, About: s.about, Width: width, Height: height, HasFocus: s.Table.HasFocus()}
	if l.hasRow {
		row := kit.Pane{Title: s.rowTitle(), Width: width, Height: height, HasFocus: p.HasFocus}
		if l.isRowBeside {
			row.Width, row.HasFocus = l.side(), false
		}
		row.Lines = strings.Split(s.drawRow(row.Width-kit.FrameWidth, height-kit.FrameHeight), "\n")
		if !l.isRowBeside {
			return row
		}
		p.Width -= row.Width
		p.Right = s.Styles().Pane.Draw(row)
	}
	if l.hasChart {
		p.Width = l.table
		p.Right = s.Styles().Pane.Draw(s.chart.pane(s.Styles(), l.side(), height))
	}
	p.Lines = strings.Split(s.tableView(p.Width-kit.FrameWidth, height-kit.FrameHeight), "\n")
	p.Note = s.status().note(p.Width - kit.FrameWidth - lipgloss.Width(s.name) - 2)
	return p
}
