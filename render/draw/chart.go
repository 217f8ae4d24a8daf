package draw

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"a2aform/render/value"
)

// ChartStyle paints the parts of a chart; nil leaves one as it is.
type ChartStyle struct{ Mark, Axis, Label func(string) string }

func paint(with func(string) string, text string) string {
	if with == nil || text == "" {
		return text
	}
	return with(text)
}

// ChartBar is a number with a name.
type ChartBar struct {
	Label string // safe to draw, on one line
	Value float64
	Text  string // of the value; "" for itself where it is whole, else for its first six digits
}

const (
	maxLabel = 28 // cells of the names of bars
	minField = 8  // cells of the bars themselves
	gap      = 2
)

// BarChart draws a bar on each line: its name, the bar from zero on, and its number at the end of that.
func BarChart(bars []ChartBar, width int, style ChartStyle) []string {
	labels, numbers := 0, 0
	low, high := 0.0, 0.0
	texts := make([]string, len(bars))
	for i, b := range bars {
		texts[i] = cmp.Or(b.Text, chartNumber(b.Value))
		labels, numbers = max(labels, ansi.StringWidth(b.Label)), max(numbers, len(texts[i]))
		low, high = math.Min(low, b.Value), math.Max(high, b.Value)
	}
	labels = min(labels, maxLabel, max(width-numbers-minField-2*gap, 4))
	field := max(width-labels-numbers-2*gap, 1)
	zero := 0
	if span := high - low; span > 0 {
		zero = int(math.Round(-low / span * float64(field)))
	}
	lines := make([]string, len(bars))
	for i, b := range bars {
		size := 0
		if span := high - low; span > 0 {
			size = int(math.Round(b.Value / span * float64(field)))
		}
		from, to, mark := min(zero, zero+size), max(zero, zero+size), "▇"
		if from == to && b.Value != 0 { // a small number is not none, nor as much as a cell
			mark = "▏"
			to = min(from+1, field)
			from = to - 1
		}
		lines[i] = paint(style.Label, padChart(b.Label, labels)) + chartSpaces(gap+from) + paint(style.Mark, strings.Repeat(mark, to-from)) +
			chartSpaces(1) + texts[i]
	}
	return lines
}

// Histogram counts numbers in classes of one size with round bounds, at most so many.
func Histogram(values []float64, most int) []ChartBar {
	if len(values) == 0 {
		return nil
	}
	low, high := bounds(values)
	step := roundStep((high - low) / float64(max(most-1, 1)))
	first := math.Floor(low / step)
	classes := int(math.Floor(high/step)-first) + 1
	bars := make([]ChartBar, min(classes, most))
	for i := range bars {
		from := (first + float64(i)) * step
		bars[i].Label = chartNumber(from) + " – " + chartNumber(from+step)
	}
	for _, v := range values {
		bars[min(int(math.Floor(v/step)-first), len(bars)-1)].Value++
	}
	return bars
}

// roundStep is the least of 1, 2 and 5 times a power of ten that is not below a size.
func roundStep(size float64) float64 {
	if size <= 0 || math.IsInf(size, 0) || math.IsNaN(size) {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(size)))
	for _, n := range []float64{1, 2, 5} {
		if n*power >= size {
			return n * power
		}
	}
	return 10 * power
}

var eighths = []string{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}

// LineChart draws numbers in their order, as columns from zero on, or from the least of them if one
// is negative. Where there are more than columns, each column is the mean of some.
func LineChart(values []float64, width, height int, style ChartStyle) []string {
	if len(values) == 0 || height < 1 {
		return nil
	}
	low, high := bounds(values)
	low = math.Min(low, 0)
	top, bottom := chartNumber(high), chartNumber(low)
	labels := max(len(top), len(bottom))
	field := max(width-labels-gap, 1)
	columns := columnsOf(values, field)
	lines := make([]string, height)
	for row := range lines {
		label := ""
		switch row {
		case 0:
			label = top
		case height - 1:
			label = bottom
		}
		var sb strings.Builder
		for _, v := range columns {
			sb.WriteString(eighths[filled(v, low, high, height, height-1-row)])
		}
		lines[row] = paint(style.Label, chartSpaces(labels-len(label))+label) + paint(style.Axis, " │") + paint(style.Mark, sb.String())
	}
	return lines
}

// filled is how many eighths of a row, counted from below, a number fills: at least one of
// the lowest row.
func filled(v, low, high float64, height, row int) int {
	part := 1.0
	if high > low {
		part = (v - low) / (high - low)
	}
	all := max(int(math.Round(part*float64(height*8))), 1)
	return max(min(all-row*8, 8), 0)
}

// columnsOf are the means of as many parts as there are columns; few numbers take several
// columns each.
func columnsOf(values []float64, field int) []float64 {
	n := len(values)
	if n <= field {
		each := min(field/n, 4)
		columns := make([]float64, 0, n*each)
		for _, v := range values {
			for range each {
				columns = append(columns, v)
			}
		}
		return columns
	}
	columns := make([]float64, field)
	for i := range columns {
		part := values[i*n/field : (i+1)*n/field]
		for _, v := range part {
			columns[i] += v / float64(len(part))
		}
	}
	return columns
}

func bounds(values []float64) (low, high float64) {
	low, high = values[0], values[0]
	for _, v := range values {
		low, high = math.Min(low, v), math.Max(high, v)
	}
	return low, high
}

// chartNumber is a number in at most six digits.
func chartNumber(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1e15 {
		return value.GroupDigits(strconv.FormatFloat(v, 'f', -1, 64))
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}

// padChart cuts and pads a text to so many cells.
func padChart(text string, width int) string {
	if ansi.StringWidth(text) > width {
		text = ansi.Truncate(text, width, "…")
	}
	return text + chartSpaces(width-ansi.StringWidth(text))
}

func chartSpaces(n int) string { return strings.Repeat(" ", max(n, 0)) }
