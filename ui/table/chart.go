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

// chartScreen is a chart where there is no space for it beside its table.
type chartScreen struct {
	kit.Base
	chart
}

var _ = kit.RegisterKeys("chart", &chartKeys)

var chartKeys = struct{ Next, Previous key.Binding }{
	Next:     kit.Bind("Next chart", "b", "right", "tab"), // as the key that opened it; beside a table tab goes to another pane
	Previous: kit.Bind("Previous chart", "left", "shift+tab"),
}

// newChart is the chart of a column, nil where no column has anything to draw.
func newChart(rows *table.View, shown []int, col int) *chart {
	kinds := draw.ChartsOf(rows, shown, col)
	if len(kinds) == 0 {
		return nil
	}
	return &chart{rows: rows, kinds: kinds}
}

// openChart draws the column at the cursor, beside the table where there is space.
func (s *Screen) openChart() (kit.Action, tea.Cmd) {
	_, col, _ := s.Table.Cursor()
	c := newChart(s.Rows, s.Table.Shown(), col)
	switch {
	case c == nil:
		return kit.Infof("There is nothing to draw: no column has amounts, rates or categories."), nil
	case !s.fitsChart():
		return kit.Action{Push: &chartScreen{Base: kit.Base{Host: s.Host}, chart: *c}}, nil
	}
	s.showRow(false)
	return kit.Action{}, s.showChart(c)
}

// HasChart implements [kit.TablePart].
func (s *Screen) HasChart() bool { return s.chart != nil && s.fitsChart() }

// fitsChart reports that a chart would be beside the table, if what is beside the screen made room for it.
func (s *Screen) fitsChart() bool {
	l := s.layout()
	room, _ := s.Host.Room()
	return l.fitsChart || l.isFramed && l.width+room-s.Width >= chartWide
}

// showChart puts a chart beside the table; nil for none.
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

// followChart draws the column at the cursor, of the rows that are shown now, where a chart is beside the table.
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

// pane is the chart beside a table.
func (c *chart) pane(st *kit.Styles, width, height int) kit.Pane {
	return kit.Pane{Title: c.name(), Note: c.note(true), Width: width, Height: height, Lines: c.draw(st, width-kit.FrameWidth, height-kit.FrameHeight)}
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

func (c *chartScreen) Init() tea.Cmd { return c.read(c.Host.Context, c.later) }

// later makes a command whose answer comes to the screen.
func (c *chartScreen) later(work func() tea.Msg) tea.Cmd { return kit.Later(c, work) }

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

// Left ends the reading.
func (c *chartScreen) Left() { c.job.Stop() }

func (c *chartScreen) Update(msg tea.Msg) (kit.Action, tea.Cmd) {
	switch msg := msg.(type) {
	case pointsMsg:
		msg.take()
	case tea.KeyPressMsg:
		act, cmd, _ := kit.Press(msg, c.Keys())
		return act, cmd
	}
	return kit.Action{}, nil
}

// next reads the chart that is so many further.
func (c *chart) next(ctx context.Context, step int, later func(work func() tea.Msg) tea.Cmd) tea.Cmd {
	c.at = (c.at + step + len(c.kinds)) % len(c.kinds)
	return c.read(ctx, later)
}

func (c *chartScreen) View() string {
	if c.Width < kit.MinPaneWidth || c.Height < minHeight {
		return c.name() + "\n" + strings.Join(c.draw(c.Styles(), c.Width, c.Height-1), "\n")
	}
	width := min(c.Width, maxChartWidth)
	lines := c.draw(c.Styles(), width-kit.FrameWidth, c.Height-kit.FrameHeight)
	return strings.Join(c.Styles().Pane.Draw(kit.Pane{
		Title: c.name(), Note: c.note(false), Lines: lines, Width: width, Height: len(lines) + kit.FrameHeight, HasFocus: true,
	}), "\n")
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

// note says of which rows the chart is, and which of how many charts. Beside the table it says of the rows only that some are left out.
func (c *chart) note(isBeside bool) string {
	var words []string
	switch all := c.rows.Rows(); {
	case all > draw.MaxChartRows:
		words = append(words, value.Grouped(draw.MaxChartRows)+" of "+english.Plural(all, "row", "")+", evenly chosen")
	case !isBeside:
		words = append(words, english.Plural(all, "row", ""))
	}
	if len(c.kinds) > 1 {
		words = append(words, fmt.Sprintf("chart %d of %d", c.at+1, len(c.kinds)))
	}
	return strings.Join(words, " · ")
}

func (c *chartScreen) Title() string { return "Chart" }

func (c *chartScreen) Keys() []kit.Key {
	only := kit.Unless(len(c.kinds) > 1, "there is one chart of this column")
	return []kit.Key{
		kit.When(chartKeys.Next, only, func() tea.Cmd { return c.next(c.Host.Context, 1, c.later) }),
		kit.When(chartKeys.Previous, only, func() tea.Cmd { return c.next(c.Host.Context, -1, c.later) }),
		c.BackKey(),
	}
}

func (c *chartScreen) Help() []string {
	return []string{
		"A chart of the column at the cursor, of the rows that the table shows. b goes to the next one. Amounts are added up by a category, a name or a time, prices and other rates have their mean. An id or a text has the charts of the table.",
		"",
		"Of more than 20,000 rows, 20,000 are chosen evenly, and sums become means.",
	}
}

// paintWith paints in a style.
func paintWith(style lipgloss.Style) func(string) string {
	return func(text string) string { return style.Render(text) }
}
