package draw

import (
	"cmp"
	"context"
	"fmt"
	"iter"
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

// TableChart is a chart of a table: the numbers of a column in classes, or those of each value of another column.
type TableChart struct {
	Numbers, By int  // columns; -1 for none: of a column without numbers its rows are counted
	IsMean      bool // a sum says nothing
}

// ChartPoints are what a chart of a table is drawn of.
type ChartPoints struct {
	values   []float64
	bars     []ChartBar
	isSparse bool // the names or times come about once each
}

// IsEmpty reports that there is nothing to draw.
func (p *ChartPoints) IsEmpty() bool { return len(p.values)+len(p.bars) == 0 }

// Bars is how many names or times the chart has.
func (p *ChartPoints) Bars() int { return len(p.bars) }

// MaxChartRows is how many rows a chart is drawn of; of more, this many are chosen evenly.
const MaxChartRows = 20_000

const (
	maxNameCharts = 3 // of a column, by categories and names; see [tellingCharts]
	maxLineHeight = 16
	maxClasses    = 12
	maxTimeBars   = 20  // more of them are a line
	probedRows    = 500 // that say whether a chart says anything
)

// ChartsOf are the charts of a column that say something, at most five. First comes an amount by the column, where it can be drawn by it, then
// by categories and the first name, then over a time, and last how the numbers of the column are distributed, or how many rows there are of
// each of its values. The amount is the column itself if it has one, else the first of the table.
func ChartsOf(rows *table.View, shown []int, col int) []TableChart {
	return slices.Collect(tellingCharts(rows, shown, col))
}

// HasCharts reports that a column has any.
func HasCharts(rows *table.View, shown []int, col int) bool {
	for range tellingCharts(rows, shown, col) {
		return true
	}
	return false
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

// isTelling reports that what is drawn differs: bars of one length say nothing, and counts of what comes about once each say as little.
func (p *ChartPoints) isTelling(k TableChart) bool {
	values := p.values
	switch {
	case k.By >= 0 && k.Numbers < 0 && p.isSparse:
		return false
	case k.By >= 0:
		values = valuesOf(p.bars)
	default:
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

// tellingCharts are those of [ChartsOf].
func tellingCharts(rows *table.View, shown []int, col int) iter.Seq[TableChart] {
	columns := rows.Table().Columns()
	amount, names, times := chartColumns(columns, shown, col)
	by := func(numbers int, axes ...int) (charts []TableChart) {
		for _, axis := range axes {
			isMean := numbers >= 0 && (columns[numbers].Total == table.MeanTotal || rows.Rows() > MaxChartRows)
			charts = append(charts, TableChart{Numbers: numbers, By: axis, IsMean: isMean})
		}
		return charts
	}
	distribution := []TableChart{{Numbers: col, By: -1}}
	var first, last []TableChart
	switch {
	case columns[col].Total != table.NoTotal:
		last = distribution
	case slices.Contains(axisRoles, columns[col].Role):
		first, last = by(amount, col), by(-1, col)
	case columns[col].Role == table.RoleRate && columns[col].Numeric: // years, coordinates
		first = append(distribution, by(amount, col)...)
	default:
		last = by(-1, names[:min(len(names), 1)]...)
	}
	some := someOf(rows)
	return func(yield func(TableChart) bool) {
		var made []TableChart
		add := func(most int, charts []TableChart) bool {
			for _, k := range charts {
				if most > 0 && !slices.Contains(made, k) && k.isTelling(some) {
					if made = append(made, k); !yield(k) {
						return false
					}
					most--
				}
			}
			return true
		}
		_ = add(len(first), first) && add(maxNameCharts-len(made), by(amount, names...)) && add(1, by(amount, times...)) && add(1, last)
	}
}

// axisRoles are the roles of columns that others are drawn by.
var axisRoles = []table.Role{table.RoleCategory, table.RoleTime, table.RoleLabel}

// chartColumns are what a column is drawn with: the amount, -1 for none, and the shown columns that it is drawn by, the most important ones
// first. The first name is the second of the names, however many categories there are: "who owes most" is about it. Other names would show
// the same bars once more.
func chartColumns(columns []table.Column, shown []int, col int) (amount int, names, times []int) {
	shown = slices.Clone(shown)
	slices.SortStableFunc(shown, func(a, b int) int { return columns[a].Rank - columns[b].Rank })
	if amount = col; columns[col].Total == table.NoTotal {
		amount = firstAmount(columns, shown)
	}
	label := -1
	for _, i := range shown {
		switch role := columns[i].Role; {
		case columns[i].IsDetail: // one bar for all rows says nothing
		case role == table.RoleCategory:
			names = append(names, i)
		case role == table.RoleTime:
			times = append(times, i)
		case role == table.RoleLabel && label < 0:
			label = i
		}
	}
	if label >= 0 && columns[col].Role != table.RoleLabel {
		names = slices.Insert(names, min(len(names), 1), label)
	}
	return amount, names, times
}

// firstAmount is the first of some columns that has a sum, else a mean; -1 for none.
func firstAmount(columns []table.Column, shown []int) int {
	for _, total := range []table.Total{table.SumTotal, table.MeanTotal} {
		if i := slices.IndexFunc(shown, func(col int) bool { return columns[col].Total == total }); i >= 0 {
			return shown[i]
		}
	}
	return -1
}

// Read reads the rows of a view, evenly chosen where there are many.
func (k TableChart) Read(ctx context.Context, rows *table.View) *ChartPoints {
	n := rows.Rows()
	p, read := &ChartPoints{}, min(n, MaxChartRows)
	by, label := groups{of: map[string]*group{}}, k.labels(rows.Table())
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
		by.add(label(rows.Row(position)), number, 1)
	}
	by = by.byNames()
	var isOrdered bool
	p.isSparse = by.isSparse()
	if k.isOverTime(rows.Table()) {
		isMany := len(by.order) > maxTimeBars && (k.Numbers < 0 || rows.Table().Columns()[k.Numbers].Total == table.SumTotal)
		if isMany || k.Numbers < 0 && p.isSparse {
			if periods, ok := by.inPeriods(k.Numbers < 0); ok {
				by, p.isSparse, isOrdered = periods, false, true
			}
		}
	}
	isOrdered = isOrdered || sortLabels(by.order)
	digits := 0
	for _, name := range by.order {
		own, _ := by.of[name].sum.FloatPrec()
		digits = max(digits, own)
	}
	for _, name := range by.order {
		p.bars = append(p.bars, by.of[name].bar(name, digits, k.IsMean && k.Numbers >= 0))
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

// labels are what rows are drawn by, with their ids where a column has them.
func (k TableChart) labels(g *table.Table) func(row int) string {
	ids := -1
	if k.By >= 0 {
		ids = g.IDsOf(k.By)
	}
	return func(row int) string {
		label := cmp.Or(g.Cell(row, k.By).Line().String(), emptyLabel)
		if ids >= 0 && label != emptyLabel {
			label += idMark + g.Cell(row, ids).Line().String()
		}
		return label
	}
}

// idMark is between a name and its id. No safe text has it.
const idMark = "\x00"

// byNames are rows of names with ids by the names, and of a name that has several ids by both: "Ann Lee (7)". An id of several names
// tells none apart.
func (g *groups) byNames() groups {
	idsOf, nameOf, isOfName := map[string]int{}, map[string]string{}, true
	for _, label := range g.order {
		if name, id, _ := strings.Cut(label, idMark); id != "" {
			idsOf[name]++
			isOfName = isOfName && cmp.Or(nameOf[id], name) == name
			nameOf[id] = name
		}
	}
	in := groups{of: map[string]*group{}}
	for _, label := range g.order {
		name, id, _ := strings.Cut(label, idMark)
		if id != "" && idsOf[name] > 1 && isOfName {
			name += " (" + id + ")"
		}
		in.add(name, &g.of[label].sum, g.of[label].count)
	}
	return in
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

// bar is the sum of the rows with so many digits after the point, or their mean.
func (g *group) bar(label string, digits int, isMean bool) ChartBar {
	if isMean {
		mean, _ := new(big.Rat).Quo(&g.sum, big.NewRat(int64(g.count), 1)).Float64()
		return ChartBar{Label: label, Value: mean}
	}
	sum, _ := g.sum.Float64()
	return ChartBar{Label: label, Value: sum, Text: value.GroupDigits(g.sum.FloatString(digits))}
}

// Draw is the chart of a table in at most so many cells and lines, and how many bars are left out.
func (k TableChart) Draw(g *table.Table, p *ChartPoints, width, height int, style ChartStyle) []string {
	if k.By < 0 {
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
