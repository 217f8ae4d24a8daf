package table

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/dustin/go-humanize/english"

	"a2aform/render/draw"
	"a2aform/render/table"
	"a2aform/render/value"
	"a2aform/ui/kit"
)

// chart draws a column of a table, or one column by another.
type chart struct {
	rows   *table.View
	kinds  []draw.TableChart
	at     int // the one that is shown
	points *draw.ChartPoints
	job    kit.Job
}

// chartOffer remembers whether there is anything to draw of the column at the cursor.
type chartOffer struct {
	of        *table.View
	rows, col int
	shown     []int
	isMade    bool
}

// isMadeOf reports that a column of some rows has a chart.
func (o *chartOffer) isMadeOf(rows *table.View, shown []int, col int) bool {
	if o.of != rows || o.rows != rows.Rows() || o.col != col || !slices.Equal(o.shown, shown) {
		*o = chartOffer{rows, rows.Rows(), col, slices.Clone(shown), draw.HasCharts(rows, shown, col)}
	}
	return o.isMade
}

// newChart is the chart of a column, nil where no column has anything to draw.
func newChart(rows *table.View, shown []int, col int) *chart {
	kinds := draw.ChartsOf(rows, shown, col)
	if len(kinds) == 0 {
		return nil
	}
	return &chart{rows: rows, kinds: kinds}
}

// openChart draws the column at the cursor, beside the table where there is space, else in its place.
func (s *Screen) openChart() tea.Cmd {
	_, col, _ := s.Table.Cursor()
	c := newChart(s.Rows, s.Table.Shown(), col)
	s.showRow(false)
	return s.showChart(c)
}

// HasChart implements [kit.TablePart].
func (s *Screen) HasChart() bool { return s.chart != nil && s.fitsChart() }

// fitsChart reports that a chart would be beside the table, if what is beside the screen made room for it.
func (s *Screen) fitsChart() bool {
	l := s.layout()
	room, _ := s.Host.Room()
	return l.fitsChart || l.isFramed && l.width+room-s.Width >= chartWide
}

// showChart puts a chart beside the table or in its place; nil for none.
func (s *Screen) showChart(c *chart) tea.Cmd {
	if s.chart != nil {
		s.chart.job.Stop()
	}
	s.chart = c
	s.place()
	if c == nil {
		return nil
	}
	return c.read(s.Host.Context, s.later)
}

// followChart draws the column at the cursor, of the rows that are shown now, where a chart is.
func (s *Screen) followChart() tea.Cmd {
	_, col, ok := s.Table.Cursor()
	if s.chart == nil || !ok {
		return nil
	}
	c := newChart(s.Rows, s.Table.Shown(), col)
	switch {
	case c == nil:
		return nil
	case slices.Equal(c.kinds, s.chart.kinds):
		if c.at = s.chart.at; c.rows == s.chart.rows {
			return nil
		}
	}
	return s.showChart(c)
}

// pane is the chart in a pane.
func (c *chart) pane(st *kit.Styles, width, height int) kit.Pane {
	return kit.Pane{Title: c.name(), Note: c.note(), Width: width, Height: height, Lines: c.draw(st, min(width, maxChartWidth)-kit.FrameWidth, height-kit.FrameHeight)}
}

// pointsMsg are the points of a chart.
type pointsMsg struct {
	of         *chart
	generation int
	points     *draw.ChartPoints
}

// take shows the points, unless others are being read by now.
func (m pointsMsg) take() {
	if m.generation == m.of.job.Generation {
		m.of.points = m.points
	}
}

// read reads the rows in a command that later makes.
func (c *chart) read(ctx context.Context, later func(work func() tea.Msg) tea.Cmd) tea.Cmd {
	ctx, generation := c.job.Restart(ctx)
	rows, kind := c.rows, c.kinds[c.at]
	c.points = nil
	return later(func() tea.Msg {
		rows.Table().Load(ctx)
		return pointsMsg{c, generation, kind.Read(ctx, rows)}
	})
}

// next reads the chart that is so many further.
func (c *chart) next(ctx context.Context, step int, later func(work func() tea.Msg) tea.Cmd) tea.Cmd {
	c.at = (c.at + step + len(c.kinds)) % len(c.kinds)
	return c.read(ctx, later)
}

// draw is the chart, and what it leaves out.
func (c *chart) draw(st *kit.Styles, width, height int) []string {
	switch {
	case c.points == nil:
		return []string{st.Dim.Render("reading the rows …")}
	case c.points.IsEmpty():
		return []string{st.Dim.Render("No numbers to draw here. Another chart may have some.")}
	}
	style := draw.ChartStyle{Mark: paintWith(st.Data), Axis: paintWith(st.Rule), Label: paintWith(st.Dim)}
	return c.kinds[c.at].Draw(c.rows.Table(), c.points, width, height, style)
}

const maxChartWidth = 80 // of the pane

// name says what is drawn.
func (c *chart) name() string { return c.kinds[c.at].Name(c.rows.Table()) }

// note says which of how many charts it is, and that rows are left out.
func (c *chart) note() string {
	var words []string
	if all := c.rows.Rows(); all > draw.MaxChartRows {
		words = append(words, value.Grouped(draw.MaxChartRows)+" of "+english.Plural(all, "row", "")+", evenly chosen")
	}
	if len(c.kinds) > 1 {
		words = append(words, fmt.Sprintf("chart %d of %d", c.at+1, len(c.kinds)))
	}
	return strings.Join(words, " · ")
}

// sideways is 1 for the key that goes right, -1 for that which goes left, else 0.
func sideways(msg tea.KeyPressMsg) int {
	switch {
	case key.Matches(msg, tableKeys.Left):
		return -1
	case key.Matches(msg, tableKeys.Right):
		return 1
	}
	return 0
}

// paintWith paints in a style.
func paintWith(style lipgloss.Style) func(string) string {
	return func(text string) string { return style.Render(text) }
}
