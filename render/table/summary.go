package table

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"a2aform/render/value"
)

// Summary is what the cells of a column come to.
type Summary struct {
	Rows    int // of the view
	Numbers int // cells that contain a number
	// The figures of the numbers, exact but for the mean, which is rounded; empty where
	// there is none.
	Sum, Minimum, Maximum, Mean string
	// Profile is the mean of the numbers in each of equal parts of the view, in
	// its order, as parts of one between the least and the greatest of them;
	// negative for a part without numbers.
	Profile []float64
}

// profileParts is how many parts a profile has, of a view with that many rows.
const profileParts = 24

// Summary is what the cells of a column come to in this view. It ends early with
// ctx, whose error it returns.
func (v *View) Summary(ctx context.Context, col int) (*Summary, error) {
	n := v.Rows()
	all := make([]tally, chunks(n))
	column, parts := &v.grid.columns[col], min(n, profileParts)
	err := parallelChunks(ctx, n, func(s, from, to int) {
		t := &all[s]
		for i := from; i < to; i++ {
			if !goesOn(ctx, i) {
				return
			}
			if k := v.grid.key(v.Row(i), column); k.kind == value.Number {
				t.add(k, i*parts/n)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	var sum tally
	for i := range all {
		sum.join(&all[i])
	}
	return sum.summary(n, parts), nil
}

// tally adds up numbers without rounding.
type tally struct {
	numbers          int
	decimals         int                     // most digits after the point, as they were written
	scaled           [len(powersOfTen)]int64 // sums of short decimals, by digits after the point
	long             *big.Rat                // sum of the others
	minimum, maximum key
	sums             [profileParts]float64
	counts           [profileParts]int
}

// spill is the size at which a sum is moved on before it could overflow.
const spill = math.MaxInt64 / 4

func (t *tally) add(k key, part int) {
	t.numbers++
	if t.numbers == 1 || less(k, t.minimum) {
		t.minimum = k
	}
	if t.numbers == 1 || less(t.maximum, k) {
		t.maximum = k
	}
	t.sums[part] += k.number
	t.counts[part]++
	t.decimals = max(t.decimals, decimalsOf(k.text))
	mantissa, scale, ok := decimal(k.text)
	if !ok {
		t.addLong(ratOf(k.text))
		return
	}
	if t.scaled[scale] += mantissa; t.scaled[scale] > spill || t.scaled[scale] < -spill {
		t.spill(scale)
	}
}

func (t *tally) spill(scale int) {
	t.addLong(new(big.Rat).SetFrac(big.NewInt(t.scaled[scale]), tenTo(scale)))
	t.scaled[scale] = 0
}

func (t *tally) addLong(r *big.Rat) {
	if t.long == nil {
		t.long = new(big.Rat)
	}
	t.long.Add(t.long, r)
}

func tenTo(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// less compares numbers, exactly where their float64s are the same.
func less(a, b key) bool {
	if a.number == b.number && (math.IsInf(a.number, 0) || max(len(a.text), len(b.text)) > exactDigits) {
		return ratOf(a.text).Cmp(ratOf(b.text)) < 0
	}
	return a.number < b.number
}

func (t *tally) join(other *tally) {
	if other.numbers == 0 {
		return
	}
	if t.numbers == 0 || less(other.minimum, t.minimum) {
		t.minimum = other.minimum
	}
	if t.numbers == 0 || less(t.maximum, other.maximum) {
		t.maximum = other.maximum
	}
	t.numbers += other.numbers
	t.decimals = max(t.decimals, other.decimals)
	for scale := range other.scaled {
		other.spill(scale)
	}
	t.addLong(other.long)
	for i := range t.sums {
		t.sums[i] += other.sums[i]
		t.counts[i] += other.counts[i]
	}
}

func (t *tally) summary(rows, parts int) *Summary {
	s := &Summary{Rows: rows, Numbers: t.numbers}
	if t.numbers == 0 {
		return s
	}
	s.Sum = decimalOf(t.long, t.decimals)
	s.Minimum, s.Maximum = value.Whole(string(t.minimum.text)), value.Whole(string(t.maximum.text))
	mean := new(big.Rat).Quo(t.long, big.NewRat(int64(t.numbers), 1))
	s.Mean = meanText(mean, t.decimals)
	s.Profile = t.profile()[:parts]
	return s
}

// decimalOf writes a number that is a finite decimal with all its digits, and with
// so many after the point at least.
func decimalOf(r *big.Rat, decimals int) string {
	digits, exact := r.FloatPrec()
	if !exact {
		digits = exactDigits
	}
	return r.FloatString(max(digits, min(decimals, exactDigits)))
}

// decimalsOf is how many digits a number has after its point; 0 for one with an
// exponent and for one that is written as 3.0.
func decimalsOf(number []byte) int {
	point := bytes.IndexByte(number, '.')
	if point < 0 || bytes.ContainsAny(number, "eE") {
		return 0
	}
	if string(number[point:]) == ".0" {
		return 0
	}
	return len(number) - point - 1
}

// meanDigits is how many digits a mean below one has after its point at most.
const meanDigits = 6

// meanText rounds a mean to two digits, as money is read; a mean below one keeps six, and one
// of whole numbers has no zeros at its end.
func meanText(mean *big.Rat, decimals int) string {
	switch {
	case new(big.Rat).Abs(mean).Cmp(big.NewRat(1, 1)) < 0:
		return withoutZeros(mean.FloatString(meanDigits))
	case decimals == 0:
		return withoutZeros(mean.FloatString(2))
	}
	return mean.FloatString(2)
}

func withoutZeros(decimal string) string {
	return strings.TrimSuffix(strings.TrimRight(decimal, "0"), ".")
}

func (t *tally) profile() []float64 {
	means := make([]float64, profileParts)
	minimum, maximum := math.Inf(1), math.Inf(-1)
	for i, n := range t.counts {
		if n == 0 {
			continue
		}
		means[i] = max(min(t.sums[i]/float64(n), math.MaxFloat64), -math.MaxFloat64) // numbers may be beyond
		minimum, maximum = min(minimum, means[i]), max(maximum, means[i])
	}
	for i, n := range t.counts {
		switch {
		case n == 0:
			means[i] = -1
		case maximum > minimum:
			means[i] = (means[i]/2 - minimum/2) / (maximum/2 - minimum/2)
		default:
			means[i] = 0.5
		}
	}
	return means
}

// Brief is what a table comes to, in a few words made of the roles and the values of its columns.
type Brief struct {
	Span    string   // the time from the first date of a column to the last, such as "Due 1 Jan – 27 Oct 2026"; "" for none
	Figures []Figure // three at most, the most telling one first
	Amount  int      // the column that the first figure is the total or the mean of, -1 for none
}

// Figure is one of the figures of a [Brief].
type Figure struct {
	Text    string    // such as "Total 1,803,390.25" or "late 46 (19 %)"; safe to show
	Profile []float64 // of an amount from the first time to the last, where the rows came in the order of their times: see [Summary]
	IsBad   bool      // it counts what went wrong
}

// MinBrief is how many rows a table has at least for a brief: fewer are seen at once.
const MinBrief = 11

// Brief is that of the rows of the view, whatever they are sorted by. It ends early with ctx, whose error it returns.
func (v *View) Brief(ctx context.Context) (Brief, error) {
	v = v.asTheyCame()
	chosen := v.grid.briefColumns()
	t, err := v.census(ctx, chosen)
	if err != nil {
		return Brief{}, err
	}
	b := Brief{Span: v.span(chosen.time, t), Amount: -1}
	if chosen.amount >= 0 {
		sum, err := v.Summary(ctx, chosen.amount)
		if err != nil {
			return Brief{}, err
		}
		if text := amountText(&v.grid.columns[chosen.amount], sum); text != "" {
			f := Figure{Text: text}
			b.Amount = chosen.amount
			if t.isUp != t.isDown && b.Span != "" {
				if f.Profile = sum.Profile; t.isDown {
					slices.Reverse(f.Profile)
				}
			}
			b.Figures = append(b.Figures, f)
		}
	}
	for i, col := range chosen.categories {
		if f, ok := v.categoryFigure(col, t.counts[i]); ok {
			b.Figures = append(b.Figures, f)
		}
	}
	return b, nil
}

// briefColumns are the columns of a brief; -1 for none.
type briefColumns struct {
	amount, time int
	categories   []int // a state first, two at most
}

// maxCategories is how many categories a brief speaks of.
const maxCategories = 2

func (g *Table) briefColumns() briefColumns {
	chosen := briefColumns{amount: -1, time: -1}
	ranked := make([]int, len(g.columns))
	for i, c := range g.columns {
		ranked[c.Rank] = i
	}
	hasPlaces := g.hasPlaces()
	isBetter := func(a, b int) bool { return b < 0 || g.columns[a].Total == SumTotal && g.columns[b].Total != SumTotal }
	for _, i := range ranked {
		switch c := &g.columns[i]; {
		case c.IsDerived() || c.Empty:
		case c.Total != NoTotal && isBetter(i, chosen.amount):
			chosen.amount = i
		case c.Role == RoleTime && chosen.time < 0 && g.isDated(i):
			chosen.time = i
		case c.Role == RoleCategory && (c.isNamed(outcomeWords) || !hasPlaces && c.isNamed(stateWords)):
			chosen.categories = slices.Insert(chosen.categories, 0, i)
		case c.Role == RoleCategory:
			chosen.categories = append(chosen.categories, i)
		}
	}
	chosen.categories = chosen.categories[:min(len(chosen.categories), maxCategories)]
	return chosen
}

// outcomeWords name a column that says how something went, alarmWords its values that somebody should look at.
var (
	outcomeWords = wordsFrom("status outcome result phase health")
	alarmWords   = wordsFrom("late overdue failed failing failure error errored rejected expired blocked broken critical degraded offline down delayed unpaid " +
		"missing lost dead denied crashloopbackoff imagepullbackoff oomkilled evicted")
)

// isDated reports a column whose first value is shown as a date, with or without a time of day.
func (g *Table) isDated(col int) bool {
	for row := range min(g.Rows(), SampledRows) {
		if cell := g.Cell(row, col); cell.Kind() > value.Null {
			return fits([]byte(cell.Line().String()), "0000-00-00")
		}
	}
	return false
}

// census are counts of the values of categories, and the first and the last time.
type census struct {
	counts       [maxCategories]map[string]*tallied
	first, last  int // rows of the table; -1 for none
	isUp, isDown bool

	low, high, begin, end key
}

// tallied is a value with a row that has it.
type tallied struct{ row, n int }

// maxTallied is how many values of a category are counted.
const maxTallied = 4096

func (v *View) census(ctx context.Context, of briefColumns) (*census, error) {
	n := v.Rows()
	all := make([]census, chunks(n))
	err := parallelChunks(ctx, n, func(chunk, from, to int) {
		t := &all[chunk]
		t.begins()
		for i := from; i < to; i++ {
			if !goesOn(ctx, i) {
				return
			}
			row := v.Row(i)
			for at, col := range of.categories {
				if k := v.grid.key(row, &v.grid.columns[col]); k.kind > value.Null {
					t.count(at, string(k.text), row, 1)
				}
			}
			if of.time >= 0 {
				if k := v.grid.key(row, &v.grid.columns[of.time]); k.kind == value.Number || k.kind == value.Text {
					t.time(k, row)
				}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	var sum census
	sum.begins()
	for i := range all {
		sum.join(&all[i])
	}
	return &sum, nil
}

func (t *census) begins() { t.first, t.last, t.isUp, t.isDown = -1, -1, true, true }

func (t *census) count(at int, text string, row, n int) {
	if t.counts[at] == nil {
		t.counts[at] = map[string]*tallied{}
	}
	switch known := t.counts[at][text]; {
	case known != nil:
		known.n += n
		known.row = min(known.row, row)
	case len(t.counts[at]) < maxTallied:
		t.counts[at][text] = &tallied{row, n}
	}
}

// time adds the next time of the view.
func (t *census) time(k key, row int) {
	if t.first < 0 {
		t.begin, t.low, t.high, t.first, t.last = k, k, k, row, row
	} else {
		order := compareTimes(t.end, k)
		t.isUp, t.isDown = t.isUp && order <= 0, t.isDown && order >= 0
	}
	t.end = k
	if compareTimes(k, t.low) < 0 {
		t.low, t.first = k, row
	}
	if compareTimes(k, t.high) > 0 {
		t.high, t.last = k, row
	}
}

func compareTimes(a, b key) int {
	if a.kind == value.Number && b.kind == value.Number {
		return cmp.Compare(a.number, b.number)
	}
	return bytes.Compare(a.text, b.text)
}

// join adds what comes after.
func (t *census) join(next *census) {
	for at, counts := range next.counts {
		for text, c := range counts {
			t.count(at, text, c.row, c.n)
		}
	}
	if next.first < 0 {
		return
	}
	isUp, isDown := t.isUp && next.isUp, t.isDown && next.isDown
	if t.first < 0 {
		*t = census{t.counts, next.first, next.last, isUp, isDown, next.low, next.high, next.begin, next.end}
		return
	}
	order := compareTimes(t.end, next.begin)
	t.isUp, t.isDown = isUp && order <= 0, isDown && order >= 0
	t.end = next.end
	if compareTimes(next.low, t.low) < 0 {
		t.low, t.first = next.low, next.first
	}
	if compareTimes(next.high, t.high) > 0 {
		t.high, t.last = next.high, next.last
	}
}

// span is the time from the first date to the last, "" where there is none.
func (v *View) span(col int, t *census) string {
	if col < 0 || t.first < 0 {
		return ""
	}
	var days [2]time.Time
	for i, row := range []int{t.first, t.last} {
		text := v.grid.Cell(row, col).Line().String()
		day, err := time.Parse(time.DateOnly, text[:min(len(text), len(time.DateOnly))])
		if err != nil {
			return ""
		}
		days[i] = day
	}
	from, to, first := days[0], days[1], ""
	switch {
	case from.Equal(to):
	case from.Year() != to.Year():
		first = from.Format("2 Jan 2006") + " – "
	case from.Month() != to.Month():
		first = from.Format("2 Jan") + " – "
	default:
		first = from.Format("2") + " – "
	}
	return v.grid.columns[col].Title.String() + " " + first + to.Format("2 Jan 2006")
}

// amountText is what the numbers of a column come to, "" where it has too few.
func amountText(c *Column, sum *Summary) string {
	const few = 2
	title, unit := c.Title.String(), c.unit()
	if unit != "" {
		unit = " " + unit
	}
	switch {
	case sum.Numbers < few:
		return ""
	case c.Total == MeanTotal:
		return "Average " + title + " " + value.GroupDigits(roundedMean(sum.Mean, sum.Sum)) + unit
	case c.isTotal():
		return title + " " + value.GroupDigits(sum.Sum) + unit
	}
	return "Total " + title + " " + value.GroupDigits(sum.Sum) + unit
}

// isTotal reports a column that is called a total already.
func (c *Column) isTotal() bool {
	return slices.ContainsFunc(c.names(), func(n nameWords) bool { return n.hasAny(totalWords) })
}

// roundedMean is a mean with as many digits after the point as the numbers have, at least one, and no more than it has itself.
func roundedMean(mean, like string) string {
	exact, ok := new(big.Rat).SetString(mean)
	if !ok {
		return mean
	}
	_, fraction, _ := strings.Cut(like, ".")
	_, own, _ := strings.Cut(mean, ".")
	return exact.FloatString(max(min(len(fraction), len(own)), 1))
}

// categoryFigure says how many rows have the value that matters in a column: one that somebody should look at, else the most frequent one.
func (v *View) categoryFigure(col int, counts map[string]*tallied) (f Figure, ok bool) {
	var top, alarm *tallied
	rows := 0
	isMore := func(a, b *tallied) bool { return b == nil || a.n > b.n || a.n == b.n && a.row < b.row }
	for text, c := range counts {
		rows += c.n
		if isMore(c, top) {
			top = c
		}
		if alarmWords.has(strings.ToLower(text)) && isMore(c, alarm) {
			alarm = c
		}
	}
	c := &v.grid.columns[col]
	title := c.Title.String()
	shown := func(of *tallied) string { return v.grid.Cell(of.row, col).Line().String() }
	switch yes := counts["true"]; {
	case top == nil || len(counts) == 1:
		return Figure{}, false
	case yes != nil && len(counts) == 2: // a boolean
		return Figure{Text: title + " " + value.Grouped(yes.n) + " (" + percent(yes.n, rows) + ")"}, true
	case alarm != nil:
		return Figure{Text: shown(alarm) + " " + value.Grouped(alarm.n) + " (" + percent(alarm.n, rows) + ")", IsBad: true}, true
	case 2*top.n > rows:
		return Figure{Text: title + ": mostly " + shown(top) + " (" + percent(top.n, rows) + ")"}, true
	case 5*top.n > rows:
		return Figure{Text: title + ": " + value.Grouped(len(counts)) + " different, most often " + shown(top) + " (" + percent(top.n, rows) + ")"}, true
	}
	return Figure{}, false // no value is frequent, so how many there are says little
}

func percent(n, of int) string {
	switch p := (200*n + of) / (2 * of); {
	case p == 0:
		return "< 1 %"
	case p == 100 && n < of:
		return "> 99 %"
	default:
		return strconv.Itoa(p) + " %"
	}
}
