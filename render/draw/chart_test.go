package draw

import (
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"go.uber.org/goleak"
	"pgregory.net/rapid"
)

// No test leaves a goroutine behind, but for the clock of regexp2, which ends by itself a moment after the last pattern.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/dlclark/regexp2/v2.runClock"))
}

func TestBarsBeginAtZero(t *testing.T) {
	got := strings.Join(BarChart([]ChartBar{{Label: "Food", Value: 40}, {Label: "Back", Value: -20}, {Label: "Tip", Value: 0.1}, {Label: "None"}}, 30, ChartStyle{}), "\n")
	want := `Food        ▇▇▇▇▇▇▇▇▇▇▇▇▇ 40
Back  ▇▇▇▇▇▇ -20
Tip         ▏ 0.1
None         0`
	if got != want {
		t.Errorf("\n%s\nwant\n%s", got, want)
	}
}

func TestHistogramHasRoundBounds(t *testing.T) {
	var all []string
	for _, b := range Histogram([]float64{18, 28, 56, 60, 70, 70, 84, 84, 104, 104, 150, 176}, 8) {
		all = append(all, b.Label+": "+chartNumber(b.Value))
	}
	if got, want := strings.Join(all, ", "), "0 – 50: 2, 50 – 100: 6, 100 – 150: 2, 150 – 200: 2"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

func TestLineFillsFromTheLeastNumberOn(t *testing.T) {
	got := strings.Join(LineChart([]float64{0, 50, 100}, 11, 2, ChartStyle{}), "\n")
	want := "100 │    ██\n  0 │▁▁████"
	if got != want {
		t.Errorf("\n%s\nwant\n%s", got, want)
	}
}

// Whatever the numbers are, no line is wider than it may be, and no number is lost.
func TestChartsKeepToTheirWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(-1e12, 1e12), 1, 200).Draw(t, "values")
		width, height := rapid.IntRange(40, 120).Draw(t, "width"), rapid.IntRange(1, 20).Draw(t, "height")
		bars := Histogram(values, height+1)
		count := 0.0
		for _, b := range bars {
			count += b.Value
		}
		if int(math.Round(count)) != len(values) {
			t.Fatalf("%g numbers of %d", count, len(values))
		}
		for _, line := range append(BarChart(bars, width, ChartStyle{}), LineChart(values, width, height, ChartStyle{})...) {
			if got := ansi.StringWidth(line); got > width {
				t.Fatalf("a line of %d cells in %d: %q", got, width, line)
			}
		}
	})
}
