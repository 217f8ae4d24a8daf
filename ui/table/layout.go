package table

import "a2aform/ui/kit"

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
	fitsChart   bool // a chart would be beside the table
	hasChart    bool // a chart is. A row that is open is in its place
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
	l.hasChart = s.isChartOpen && l.fitsChart && !l.hasRow
	if l.table = l.width; l.hasRow && l.isRowBeside || l.hasChart {
		l.table = s.left(rowBorder(l.width))
	}
	return l
}

// rowBorder is that between a table and its row or its chart.
func rowBorder(all int) kit.Border {
	return kit.Border{Of: "row", Usual: all - min(max(all*2/5, minRowWidth), maxRowWidth), Room: all}
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

// isCovered reports that the row is in the place of the table.
func (l layout) isCovered() bool { return l.hasRow && !l.isRowBeside }
