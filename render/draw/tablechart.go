package draw

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

	"github.com/charmbracelet/x/ansi"

	"a2aform/render/table"
	"a2aform/render/value"
)

// TableChart is a chart of a table: the numbers of a column in classes or in their order, or those of each value of another column.
type TableChart struct {
	Numbers, By int // columns; -1 for none: of a column without numbers its rows are counted
	IsLine      bool
	IsMean      bool // a sum says nothing
}

// ChartPoints are what a chart of a table is drawn of.
type ChartPoints struct {
	values   []float64
	bars     []ChartBar
	isSparse bool // the times come about once each
}

// IsEmpty reports that there is nothing to draw.
func (p *ChartPoints) IsEmpty() bool { return len(p.values)+len(p.bars) == 0 }

// Bars is how many names or times the chart has.
func (p *ChartPoints) Bars() int { return len(p.bars) }

// MaxChartRows is how many rows a chart is drawn of; of more, this many are chosen evenly.
const MaxChartRows = 20_000

const (
	maxCharts     = 8 // of one column
	maxLineHeight = 16
	maxClasses    = 12
	maxTimeBars   = 20  // more of them are a line
	probedRows    = 500 // that say whether a chart says anything
)

// ChartsOf are the charts of a column that say something: its numbers by the categories, names and times, or the numbers of other columns by
// its values. After the first of these come the two main ones of the table, and after the others the rest of it: its first amount by all
// categories, names and times, then other numbers by the first of them. A column of ids, of texts or of links has these alone.
func ChartsOf(rows *table.View, shown []int, col int) (charts []TableChart) {
	some := someOf(rows)
	for _, k := range chartsOf(rows, shown, col) {
		if len(charts) < maxCharts && k.isTelling(some) {
			charts = append(charts, k)
		}
	}
	return charts
}

// HasCharts reports that a column has any.
func HasCharts(rows *table.View, shown []int, col int) bool {
	some := someOf(rows)
	return slices.ContainsFunc(chartsOf(rows, shown, col), func(k TableChart) bool { return k.isTelling(some) })
}

// someOf are at most [probedRows] rows.
func someOf(rows *table.View) *table.View {
	n := rows.Rows()
	if n <= probedRows {
		return rows
	}
	const step = 7919 // a prime, so that rows of kinds that take turns are of all kinds
	positions := make([]int, probedRows)
	for i := range positions {
		positions[i] = i * step % n
	}
	return rows.Picked(positions)
}

// isTelling reports that the bars of a chart differ.
func (k TableChart) isTelling(rows *table.View) bool {
	return rows.Rows() > 1 && k.Read(context.Background(), rows).isTelling(k)
}

// isTelling reports that what is drawn differs: bars of one length say nothing, and counts of times that come about once each say as little.
func (p *ChartPoints) isTelling(k TableChart) bool {
	values := p.values
	switch {
	case k.By >= 0 && k.Numbers < 0 && p.isSparse:
		return false
	case k.By >= 0:
		values = valuesOf(p.bars)
	case !k.IsLine:
		values = valuesOf(Histogram(values, maxClasses))
	}
	return slices.ContainsFunc(values, func(v float64) bool { return v != values[0] })
}

// valuesOf are the numbers of bars.
func valuesOf(bars []ChartBar) []float64 {
	values := make([]float64, len(bars))
	for i, b := range bars {
		values[i] = b.Value
	}
	return values
}

// chartsOf are the charts that a column may have by what the columns are for.
func chartsOf(rows *table.View, shown []int, col int) (charts []TableChart) {
	columns := rows.Table().Columns()
	values, axes := chartColumns(columns, shown)
	by := func(numbers, by int) TableChart {
		return TableChart{Numbers: numbers, By: by, IsMean: columns[numbers].Total == table.MeanTotal || rows.Rows() > MaxChartRows}
	}
	alone := []TableChart{{Numbers: col, By: -1}, {Numbers: col, By: -1, IsLine: true}}
	switch role := columns[col].Role; {
	case columns[col].Total != table.NoTotal:
		for _, axis := range axes {
			charts = append(charts, by(col, axis))
		}
		return slices.Insert(charts, min(len(charts), 1), alone...)
	case role == table.RoleRate && columns[col].Numeric: // years, coordinates
		charts = alone
		for _, numbers := range values {
			charts = append(charts, by(numbers, col))
		}
	case slices.Contains(axisRoles, role):
		for _, numbers := range values {
			charts = append(charts, by(numbers, col))
		}
		if role != table.RoleLabel {
			charts = append(charts, TableChart{Numbers: -1, By: col})
		}
	}
	var ofTable []TableChart
	if len(axes) > 0 && len(values) > 0 {
		for _, axis := range axes {
			ofTable = append(ofTable, by(values[0], axis))
		}
		for _, numbers := range values[1:] {
			ofTable = append(ofTable, by(numbers, axes[0]))
		}
	}
	if len(axes) > 0 {
		ofTable = append(ofTable, TableChart{Numbers: -1, By: axes[0]})
	}
	first := min(len(charts), 1)
	ofTable = slices.DeleteFunc(ofTable, func(c TableChart) bool { return slices.Contains(charts, c) })
	main := min(len(ofTable), 2)
	return slices.Concat(charts[:first], ofTable[:main], charts[first:], ofTable[main:])
}

// axisRoles are the roles of columns that others are drawn by, the best first.
var axisRoles = []table.Role{table.RoleCategory, table.RoleTime, table.RoleLabel}

// chartColumns are the shown columns whose numbers are drawn, amounts first, and those that they are drawn by, the most important ones
// first. The first name is the second of these, however many categories and times there are: "who owes most" is about it.
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
	if i := slices.IndexFunc(axes, func(col int) bool { return columns[col].Role == table.RoleLabel }); i > 1 {
		name := axes[i]
		axes = slices.Insert(slices.Delete(axes, i, i+1), 1, name)
	}
	return values[:min(len(values), maxCharts-1)], axes
}

// Read reads the rows of a view, evenly chosen where there are many.
func (k TableChart) Read(ctx context.Context, rows *table.View) *ChartPoints {
	n := rows.Rows()
	p, read := &ChartPoints{}, min(n, MaxChartRows)
	by := groups{of: map[string]*group{}}
	for i := range read {
		if ctx.Err() != nil {
			return p
		}
		position := i * n / read
		if k.By < 0 {
			if number, ok := rows.Number(position, k.Numbers); ok && !math.IsInf(number, 0) {
				p.values = append(p.values, number)
			}
			continue
		}
		number := big.NewRat(1, 1)
		if k.Numbers >= 0 {
			number = rows.Rat(position, k.Numbers)
		}
		if number == nil {
			continue
		}
		by.add(cmp.Or(rows.Table().Cell(rows.Row(position), k.By).Line().String(), emptyLabel), number, 1)
	}
	var isOrdered bool
	if k.isOverTime(rows.Table()) {
		isMany := len(by.order) > maxTimeBars && (k.Numbers < 0 || rows.Table().Columns()[k.Numbers].Total == table.SumTotal)
		if p.isSparse = by.isSparse(); isMany || k.Numbers < 0 && p.isSparse {
			if periods, ok := by.inPeriods(k.Numbers < 0); ok {
				by, p.isSparse, isOrdered = periods, false, true
			}
		}
	}
	isOrdered = isOrdered || sortLabels(by.order)
	for _, name := range by.order {
		p.bars = append(p.bars, by.of[name].bar(name, k.IsMean && k.Numbers >= 0))
	}
	if !isOrdered { // categories: the greatest first, the rows without one last
		place := map[string]int{emptyLabel: 1}
		slices.SortStableFunc(p.bars, func(a, b ChartBar) int {
			return cmp.Or(cmp.Compare(place[a.Label], place[b.Label]), cmp.Compare(b.Value, a.Value))
		})
	}
	return p
}

const emptyLabel = "(empty)"

// sortLabels puts numbers, dates and times into their own order, which it reports. Other texts stay in that of the rows.
func sortLabels(labels []string) (isOrdered bool) {
	layouts := []string{
		"", time.DateOnly, "15:04", time.TimeOnly, "2006-01-02 15:04", "2006-01-02 15:04Z07:00", time.DateTime, "2006-01-02 15:04:05Z07:00", "2006-01-02T15:04:05",
		time.RFC3339,
	}
	for _, layout := range layouts {
		positions := map[string]float64{emptyLabel: math.MaxFloat64}
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

// groups are rows by the values of a column, in the order of their first rows.
type groups struct {
	of    map[string]*group
	order []string
}

// group are the rows of one value.
type group struct {
	sum   big.Rat
	count int
}

// add adds rows of a value.
func (g *groups) add(label string, sum *big.Rat, count int) {
	rows := g.of[label]
	if rows == nil {
		rows = &group{}
		g.of[label] = rows
		g.order = append(g.order, label)
	}
	rows.sum.Add(&rows.sum, sum)
	rows.count += count
}

// isSparse reports values that come about once each.
func (g *groups) isSparse() bool {
	rows := 0
	for _, of := range g.of {
		rows += of.count
	}
	return 4*len(g.order) > 3*rows
}

// periods are parts of time from small to large, as they are written on an axis.
var periods = []func(day time.Time) string{
	func(day time.Time) string { return day.Format(time.DateOnly) },
	func(day time.Time) string {
		return "week of " + day.AddDate(0, 0, -(int(day.Weekday())+6)%7).Format(time.DateOnly)
	},
	func(day time.Time) string { return day.Format("2006-01") },
	func(day time.Time) string { return fmt.Sprintf("%d Q%d", day.Year(), (day.Month()+2)/3) },
	func(day time.Time) string { return day.Format("2006") },
	func(day time.Time) string { return fmt.Sprintf("%ds", day.Year()/10*10) },
}

const (
	minPeriods = 3
	maxPeriods = 15
)

// inPeriods are the rows in the smallest periods that make a few bars, in their order; not ok where there are none. Counts need periods that
// have several rows.
func (g *groups) inPeriods(isCount bool) (in groups, ok bool) {
	for _, period := range periods {
		in = groups{of: map[string]*group{}}
		for _, label := range g.order {
			name := label
			if label != emptyLabel {
				day, err := time.Parse(time.DateOnly, label[:min(len(label), len(time.DateOnly))])
				if err != nil {
					return groups{}, false
				}
				name = period(day)
			}
			in.add(name, &g.of[label].sum, g.of[label].count)
		}
		if n := len(in.order); n >= minPeriods && n <= maxPeriods && !(isCount && in.isSparse()) {
			place := map[string]int{emptyLabel: 1}
			slices.SortFunc(in.order, func(a, b string) int { return cmp.Or(cmp.Compare(place[a], place[b]), cmp.Compare(a, b)) })
			return in, true
		}
	}
	return groups{}, false
}

// bar is the sum of the rows with all its digits, or their mean.
func (g *group) bar(label string, isMean bool) ChartBar {
	if isMean {
		mean, _ := new(big.Rat).Quo(&g.sum, big.NewRat(int64(g.count), 1)).Float64()
		return ChartBar{Label: label, Value: mean}
	}
	sum, _ := g.sum.Float64()
	digits, _ := g.sum.FloatPrec()
	return ChartBar{Label: label, Value: sum, Text: value.GroupDigits(g.sum.FloatString(digits))}
}

// Draw is the chart of a table in at most so many cells and lines, and how many bars are left out.
func (k TableChart) Draw(g *table.Table, p *ChartPoints, width, height int, style ChartStyle) []string {
	switch {
	case k.IsLine:
		return LineChart(p.values, width, min(height, maxLineHeight), style)
	case k.By < 0:
		return BarChart(Histogram(p.values, min(height, maxClasses)), width, style)
	}
	bars := p.bars
	if k.isOverTime(g) && len(bars) > maxTimeBars {
		first, last := bars[0].Label, bars[len(bars)-1].Label
		axis := paint(style.Label, first) + chartSpaces(width-ansi.StringWidth(first)-ansi.StringWidth(last)) + paint(style.Label, last)
		return append(LineChart(valuesOf(bars), width, min(height-1, maxLineHeight), style), axis)
	}
	if len(bars) <= height {
		return BarChart(bars, width, style)
	}
	shown := max(height-1, 1)
	return append(BarChart(bars[:shown], width, style), paint(style.Label, value.Grouped(len(bars)-shown)+" more"))
}

// isOverTime reports an axis of times.
func (k TableChart) isOverTime(g *table.Table) bool {
	return k.By >= 0 && g.Columns()[k.By].Role == table.RoleTime
}

// Name says what is drawn.
func (k TableChart) Name(g *table.Table) string {
	title := func(col int) string { return g.Columns()[col].Title.String() }
	switch {
	case k.Numbers < 0:
		return "Rows by " + title(k.By)
	case k.IsLine:
		return title(k.Numbers) + " in the order of the rows"
	case k.By < 0:
		return "Distribution of " + title(k.Numbers)
	}
	name, by := title(k.Numbers), " by "
	if k.IsMean {
		name = "Mean " + name
	}
	if k.isOverTime(g) {
		by = " over "
	}
	return name + by + title(k.By)
}
