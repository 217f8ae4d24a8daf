package table

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"a2aform/ui/kit"
)

const (
	minHeight = 12  // rows that panes need
	minFoot   = 8   // from how many rows on there are two lines below a table without a pane
	wide      = 98  // from how many columns on the row is beside the table: on a terminal of 100
	chartWide = 118 // from how many columns on a chart is beside its table: on a terminal of 120

	minRowWidth = 36 // of the pane of a row or a chart
	maxRowWidth = 56
)

// space is what the layout of a table depends on.
type space struct {
	width, height int  // of the screen
	dock          dock // the pane in another screen; zero for all of this one
	isRowOpen     bool // the row at the cursor is shown
	isChartOpen   bool // a chart was opened

	left func(kit.Border) int // columns left of a border that the user may have moved
}

// layout is where the parts of a table are: the table in a pane or without one, its row or a chart to its right, and lines below.
type layout struct {
	hasPanes      bool // on a screen of its own
	isFramed      bool // the table is in a pane
	width, height int  // of the table and what is beside it, with their borders
	table         int  // columns of the table alone, with its border
	foot          int  // lines below

	hasRow      bool // the row at the cursor is shown,
	isRowBeside bool // or would be, beside the table; else in its place
	hasChart    bool // a chart is shown, unless a row is,
	fitsChart   bool // and is, or would be, beside the table; else in its place
}

func layoutOf(s space) layout {
	l := layout{hasPanes: s.width >= kit.MinPaneWidth && s.height >= minHeight, hasRow: s.isRowOpen, foot: 2}
	if l.hasPanes || s.height < minFoot {
		l.foot = 1
	}
	l.width, l.height = s.width, max(s.height-l.foot, 1)
	if s.dock != (dock{}) {
		l.width, l.height = s.dock.width, s.dock.height
	}
	l.isFramed = l.hasPanes || s.dock != (dock{})
	l.isRowBeside, l.fitsChart = l.isFramed && l.width >= wide, l.isFramed && l.width >= chartWide
	l.hasChart = s.isChartOpen && !l.hasRow
	if l.table = l.width; l.hasRow && l.isRowBeside || l.hasChart && l.fitsChart {
		l.table = s.left(rowBorder(l.width))
	}
	return l
}

// rowBorder is that between a table and its row or its chart.
func rowBorder(all int) kit.Border {
	return kit.Border{Of: "row", Usual: all - min(max(all*2/5, minRowWidth), maxRowWidth), Room: all}
}

// border is that between a table and what is beside it, if there is anything.
func (l layout) border() kit.Border {
	if l.side() == 0 {
		return kit.Border{}
	}
	return rowBorder(l.width)
}

// side is how many columns are right of the table.
func (l layout) side() int { return l.width - l.table }

// inner is the space for the table, without its border.
func (l layout) inner() (width, height int) {
	if l.isFramed {
		return l.table - kit.FrameWidth, l.height - kit.FrameHeight
	}
	return l.table, l.height
}

// isCovered reports that the row or a chart is in the place of the table.
func (l layout) isCovered() bool { return l.hasRow && !l.isRowBeside || l.isChartAlone() }

// isChartAlone reports that a chart is in the place of the table.
func (l layout) isChartAlone() bool { return l.hasChart && !l.fitsChart }

// layout is that of the moment.
func (s *Screen) layout() layout {
	_, _, ok := s.Table.Cursor()
	return layoutOf(space{
		width: s.Width, height: s.Height, dock: s.dock, isRowOpen: s.row.isOpen && ok, isChartOpen: s.chart != nil && ok, left: s.Host.Borders.Left,
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
	switch {
	case l.hasRow:
		view = s.drawRow(l.width, l.height)
	case l.hasChart:
		view = s.chart.name() + "\n" + strings.Join(s.chart.draw(s.Styles(), l.width, l.height-1), "\n")
	}
	if row, _, _ := s.Table.Cursor(); l.foot == 1 && !s.line.isOpen {
		at := fmt.Sprintf("%d/%d  ", min(row+1, s.Rows.Rows()), s.Rows.Rows())
		lines[0] = ansi.Truncate(s.Styles().Dim.Render(at)+status.cell(), s.Width, "…")
	} else if l.foot > 1 {
		lines = append(lines, status.note(s.Width))
	}
	return kit.PadLines(view, s.Height-l.foot) + "\n" + strings.Join(lines, "\n")
}

// pane is the table in its pane, with that of the row or a chart beside it, or the row or the chart in its place.
func (s *Screen) pane() kit.Pane {
	l := s.layout()
	width, height := l.width, l.height
	p := kit.Pane{Title: s.name, About: s.about, Width: width, Height: height, HasFocus: s.Table.HasFocus()}
	if l.hasRow {
		at, _, _ := s.Table.Cursor()
		row := kit.Pane{Title: rowTitle(s.Rows, at), Width: width, Height: height, HasFocus: p.HasFocus}
		if l.isRowBeside {
			row.Width, row.HasFocus = l.side(), false
		}
		row.Lines = strings.Split(s.drawRow(row.Width-kit.FrameWidth, height-kit.FrameHeight), "\n")
		if !l.isRowBeside {
			if s.Rows.Rows() > 1 {
				row.Note = "← → other rows"
			}
			return row
		}
		p.Width -= row.Width
		p.Right = s.Styles().Pane.Draw(row)
	}
	switch {
	case l.isChartAlone():
		chart := s.chart.pane(s.Styles(), width, height)
		chart.HasFocus = p.HasFocus
		return chart
	case l.hasChart:
		p.Width = l.table
		p.Right = s.Styles().Pane.Draw(s.chart.pane(s.Styles(), l.side(), height))
	}
	p.Lines = strings.Split(s.tableView(p.Width-kit.FrameWidth, height-kit.FrameHeight), "\n")
	p.Note = s.status().note(p.Width - kit.FrameWidth - lipgloss.Width(s.name) - 2)
	return p
}
