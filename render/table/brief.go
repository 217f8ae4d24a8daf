package table

import (
	"bytes"
	"cmp"
	"context"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"a2aform/render/value"
)

// Brief is what a table comes to, in a few words made of the roles and the values of its columns.
type Brief struct {
	Span    string   // the time from the first date to the last, such as "1 Jan – 27 Oct 2026"; "" for none
	Figures []Figure // three at most, the most telling one first
}

// Figure is one of the figures of a [Brief].
type Figure struct {
	Text    string    // such as "Total 1,803,390.25" or "late 46 (19 %)"; safe to show
	Profile []float64 // of an amount, where the rows are in the order of their times: see [Summary]
	IsBad   bool      // it counts what went wrong
}

// MinBrief is how many rows a table has at least for a brief: fewer are seen at once.
const MinBrief = 11

// Brief is that of the rows of the view. It ends early with ctx, whose error it returns.
func (v *View) Brief(ctx context.Context) (Brief, error) {
	chosen := v.grid.briefColumns()
	t, err := v.census(ctx, chosen)
	if err != nil {
		return Brief{}, err
	}
	b := Brief{Span: v.span(chosen.time, t)}
	if chosen.amount >= 0 {
		sum, err := v.Summary(ctx, chosen.amount)
		if err != nil {
			return Brief{}, err
		}
		if text := amountText(&v.grid.columns[chosen.amount], sum); text != "" {
			f := Figure{Text: text}
			if t.isUp != t.isDown && b.Span != "" {
				f.Profile = sum.Profile
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
	from, to := days[0], days[1]
	switch {
	case from.Equal(to):
		return to.Format("2 Jan 2006")
	case from.Year() != to.Year():
		return from.Format("2 Jan 2006") + " – " + to.Format("2 Jan 2006")
	case from.Month() != to.Month():
		return from.Format("2 Jan") + " – " + to.Format("2 Jan 2006")
	}
	return from.Format("2") + " – " + to.Format("2 Jan 2006")
}

// amountText is what the numbers of a column come to, "" where it has too few.
func amountText(c *Column, sum *Summary) string {
	const few = 2
	title, unit := c.Title.String(), c.Unit()
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
	case 10*top.n > rows:
		return Figure{Text: title + ": " + value.Grouped(len(counts)) + " different, most often " + shown(top) + " (" + percent(top.n, rows) + ")"}, true
	}
	return Figure{Text: title + ": " + value.Grouped(len(counts)) + " different"}, len(counts) < maxTallied
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
