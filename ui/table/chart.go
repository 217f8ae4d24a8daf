package table

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

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
	kinds  []chartKind
	at     int // the one that is shown
	points *points
	job    kit.Job
}

// chartScreen is a chart where there is no space for it beside its table.
type chartScreen struct {
	kit.Base
	chart
}

// chartKind is a chart: the numbers of a column in classes or in their order, or those of
// each value of another column.
type chartKind struct {
	numbers, by int // columns; -1 for none: of a column without numbers its rows are counted
	isLine      bool
	isMean      bool // a sum says nothing
}

// points are what a chart is drawn of.
type points struct {
	values []float64
	bars   []draw.ChartBar
	rows   int // that were read
}

const (
	maxChartRows = 20_000 // of more rows, this many are chosen evenly
	maxChartBars = 200    // values of a column; others are one bar
	maxCharts    = 8      // of one column
)

var _ = kit.RegisterKeys("chart", &chartKeys)

var chartKeys = struct{ Next, Previous key.Binding }{
	Next:     kit.Bind("Next chart", "b", "tab"), // as the key that opened it; beside a table tab goes to another pane
	Previous: kit.Bind("Previous chart", "shift+tab"),
}

// newChart is the chart of a column, nil where no column has anything to draw.
func newChart(rows *table.View, shown []int, col int) *chart {
	kinds := chartsOf(rows, shown, col)
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

// chartsOf are the charts of a column: its numbers by the categories, or the numbers of other
// columns by its values. A column of ids, of texts or of links has those of the table: the first
// amount by the first category.
func chartsOf(rows *table.View, shown []int, col int) (kinds []chartKind) {
	columns := rows.Table().Columns()
	values, axes := chartColumns(columns, shown)
	by := func(numbers, by int) chartKind {
		return chartKind{numbers: numbers, by: by, isMean: columns[numbers].Total == table.MeanTotal || rows.Rows() > maxChartRows}
	}
	alone := []chartKind{{numbers: col, by: -1}, {numbers: col, by: -1, isLine: true}}
	switch role := columns[col].Role; {
	case columns[col].Total != table.NoTotal:
		for _, axis := range axes {
			kinds = append(kinds, by(col, axis))
		}
		kinds = slices.Insert(kinds, min(len(kinds), 1), alone...)
	case role == table.RoleRate && columns[col].Numeric: // years, coordinates
		kinds = alone
		for _, numbers := range values {
			kinds = append(kinds, by(numbers, col))
		}
	case slices.Contains(axisRoles, role):
		for _, numbers := range values {
			kinds = append(kinds, by(numbers, col))
		}
		if role != table.RoleLabel {
			kinds = append(kinds, chartKind{numbers: -1, by: col})
		}
	case len(axes) > 0:
		for _, numbers := range values {
			kinds = append(kinds, by(numbers, axes[0]))
		}
		kinds = append(kinds, chartKind{numbers: -1, by: axes[0]})
	}
	return kinds[:min(len(kinds), maxCharts)]
}

// axisRoles are the roles of columns that others are drawn by, the best first.
var axisRoles = []table.Role{table.RoleCategory, table.RoleTime, table.RoleLabel}

// chartColumns are the shown columns whose numbers are drawn, amounts first, and those that they
// are drawn by, the most important ones first.
func chartColumns(columns []table.Column, shown []int) (values, axes []int) {
	shown = slices.Clone(shown)
	slices.SortFunc(shown, func(a, b int) int { return columns[a].Rank - columns[b].Rank })
	for _, total := range []table.Total{table.SumTotal, table.MeanTotal} {
		for _, col := range shown {
			if columns[col].Total == total {
				values = append(values, col)
			}
		}
	}
	for _, role := range axisRoles {
		for _, col := range shown {
			if columns[col].Role == role && !columns[col].IsDetail { // one bar for all rows says nothing
				axes = append(axes, col)
			}
		}
	}
	return values[:min(len(values), maxCharts-1)], axes
}

// pointsMsg are the points of a chart.
type pointsMsg struct {
	of         *chart
	generation int
	points     *points
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
		return pointsMsg{c, generation, pointsOf(ctx, rows, kind)}
	})
}

// Left ends the reading.
func (c *chartScreen) Left() { c.job.Stop() }

// pointsOf reads the rows of a view, evenly chosen where there are many.
func pointsOf(ctx context.Context, rows *table.View, kind chartKind) *points {
	n := rows.Rows()
	p := &points{rows: min(n, maxChartRows)}
	groups := map[string]*group{}
	var order []string
	for i := range p.rows {
		if ctx.Err() != nil {
			return p
		}
		position := i * n / p.rows
		if kind.by < 0 {
			if number, ok := rows.Number(position, kind.numbers); ok && !math.IsInf(number, 0) {
				p.values = append(p.values, number)
			}
			continue
		}
		number := big.NewRat(1, 1)
		if kind.numbers >= 0 {
			number = rows.Rat(position, kind.numbers)
		}
		if number == nil {
			continue
		}
		name := cmp.Or(rows.Table().Cell(rows.Row(position), kind.by).Line().String(), emptyLabel)
		g := groups[name]
		if g == nil && len(order) == maxChartBars {
			name = otherLabel
			g = groups[name]
		}
		if g == nil {
			g = &group{}
			groups[name] = g
			order = append(order, name)
		}
		g.sum.Add(&g.sum, number)
		g.count++
	}
	isOrdered := sortLabels(order)
	for _, name := range order {
		p.bars = append(p.bars, groups[name].bar(name, kind.isMean && kind.numbers >= 0))
	}
	if !isOrdered { // categories: the greatest first, others last
		slices.SortStableFunc(p.bars, func(a, b draw.ChartBar) int {
			return cmp.Or(cmp.Compare(places[a.Label], places[b.Label]), cmp.Compare(b.Value, a.Value))
		})
	}
	return p
}

const (
	emptyLabel = "(empty)"
	otherLabel = "others"
)

// places are those of bars that are no value of the column: behind the others.
var places = map[string]int{emptyLabel: 1, otherLabel: 2}

// sortLabels puts numbers, dates and times into their own order, which it reports. Other texts stay in that of the rows.
func sortLabels(labels []string) (isOrdered bool) {
	layouts := []string{"", time.DateOnly, "15:04", time.TimeOnly, time.DateTime, "2006-01-02T15:04:05", time.RFC3339}
	for _, layout := range layouts {
		positions := map[string]float64{emptyLabel: math.MaxFloat64, otherLabel: math.Inf(1)}
		if !slices.ContainsFunc(labels, func(label string) bool { return !position(positions, label, layout) }) {
			slices.SortStableFunc(labels, func(a, b string) int { return cmp.Compare(positions[a], positions[b]) })
			return true
		}
	}
	return false
}

// position puts down where a label is on the axis: as a number, or as a time in a layout.
func position(positions map[string]float64, label, layout string) (ok bool) {
	if _, known := positions[label]; known {
		return true
	}
	if layout == "" {
		n, err := strconv.ParseFloat(strings.ReplaceAll(label, ",", ""), 64)
		positions[label] = n
		return err == nil
	}
	t, err := time.Parse(layout, label)
	positions[label] = float64(t.UnixNano()) / 1e9
	return err == nil
}

// group are the rows of one value.
type group struct {
	sum   big.Rat
	count int
}

// bar is the sum of the rows with all its digits, or their mean.
func (g *group) bar(label string, isMean bool) draw.ChartBar {
	if isMean {
		mean, _ := new(big.Rat).Quo(&g.sum, big.NewRat(int64(g.count), 1)).Float64()
		return draw.ChartBar{Label: label, Value: mean}
	}
	sum, _ := g.sum.Float64()
	digits, _ := g.sum.FloatPrec()
	return draw.ChartBar{Label: label, Value: sum, Text: value.GroupDigits(g.sum.FloatString(digits))}
}

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
	style := draw.ChartStyle{Mark: paintWith(st.Data), Axis: paintWith(st.Rule), Label: paintWith(st.Dim)}
	kind := c.kinds[c.at]
	switch {
	case c.points == nil:
		return []string{st.Dim.Render("reading the rows …")}
	case len(c.points.values)+len(c.points.bars) == 0:
		return []string{st.Dim.Render("No numbers to draw here. Another chart may have some.")}
	case kind.isLine:
		return draw.LineChart(c.points.values, width, min(height, maxLineHeight), style)
	case kind.by < 0:
		return draw.BarChart(draw.Histogram(c.points.values, min(height, maxClasses)), width, style)
	}
	bars := c.points.bars
	if c.isOverTime() && len(bars) > maxTimeBars {
		values := make([]float64, len(bars))
		for i, b := range bars {
			values[i] = b.Value
		}
		return append(draw.LineChart(values, width, min(height-1, maxLineHeight), style), kit.Between(st.Dim.Render(bars[0].Label), st.Dim.Render(bars[len(bars)-1].Label), width))
	}
	if len(bars) <= height {
		return draw.BarChart(bars, width, style)
	}
	shown := max(height-1, 1)
	return append(draw.BarChart(bars[:shown], width, style), st.Dim.Render(value.Grouped(len(bars)-shown)+" more"))
}

const (
	maxChartWidth = 80 // of the pane
	maxLineHeight = 16
	maxClasses    = 12
	maxTimeBars   = 20 // more of them are a line
)

// isOverTime reports an axis of times.
func (c *chart) isOverTime() bool {
	by := c.kinds[c.at].by
	return by >= 0 && c.rows.Table().Columns()[by].Role == table.RoleTime
}

// name says what is drawn.
func (c *chart) name() string {
	columns, kind := c.rows.Table().Columns(), c.kinds[c.at]
	title := func(col int) string { return columns[col].Title.String() }
	switch {
	case kind.numbers < 0:
		return "Rows by " + title(kind.by)
	case kind.isLine:
		return title(kind.numbers) + " in the order of the rows"
	case kind.by < 0:
		return "Distribution of " + title(kind.numbers)
	}
	name, by := title(kind.numbers), " by "
	if kind.isMean {
		name = "Mean " + name
	}
	if c.isOverTime() {
		by = " over "
	}
	return name + by + title(kind.by)
}

// note says of which rows the chart is, and which of how many charts. Beside the table it says of the rows only that some are left out.
func (c *chart) note(isBeside bool) string {
	var words []string
	switch all := c.rows.Rows(); {
	case all > maxChartRows:
		words = append(words, value.Grouped(maxChartRows)+" of "+english.Plural(all, "row", "")+", evenly chosen")
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
		"A chart of the column at the cursor, of the rows that the table shows. b goes to the next one. Amounts are added up by category, prices and other rates have their mean; ids are never drawn.",
		"",
		"Of more than 20,000 rows, 20,000 are chosen evenly, and sums become means.",
	}
}

// paintWith paints in a style.
func paintWith(style lipgloss.Style) func(string) string {
	return func(text string) string { return style.Render(text) }
}
