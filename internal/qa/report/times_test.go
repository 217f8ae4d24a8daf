package report_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"a2aform/internal/ojson"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/report"
	"a2aform/internal/qa/runner"
)

// The times of a summary are those of all attempts that sent something: 1 to 100 ms, of which each tenth saw no artifact.
func TestSummaryHasTimes(t *testing.T) {
	t.Parallel()
	var sum report.Summary
	for i := 1; i <= 100; i++ {
		first := fmt.Sprint(i)
		if i%10 == 0 {
			first = "null"
		}
		document, err := ojson.Parse(fmt.Appendf(nil, `{"ms":{"firstEvent":%d,"firstArtifact":%s}}`, i, first), ojson.DataLimits)
		if err != nil {
			t.Fatal(err)
		}
		attempt := runner.Attempt{Result: &check.Result{Verdict: check.Pass, Document: document}, Messages: 1, Took: time.Duration(i) * time.Second}
		sum.Add(&runner.Result{Case: &casefile.Case{}, Verdict: check.Pass, Attempts: []runner.Attempt{attempt, {}}}) // the second did not begin
	}
	want := []report.Times{
		{"first event", 50 * time.Millisecond, 95 * time.Millisecond, 99 * time.Millisecond, 100 * time.Millisecond, 100},
		{"first artifact", 49 * time.Millisecond, 95 * time.Millisecond, 99 * time.Millisecond, 99 * time.Millisecond, 90},
		{"end", 50 * time.Second, 95 * time.Second, 99 * time.Second, 100 * time.Second, 100},
	}
	got := sum.Times()
	for i, w := range want {
		if i >= len(got) || got[i].Until != w.Until || !near(got[i].P50, w.P50) || !near(got[i].P95, w.P95) || !near(got[i].P99, w.P99) || !near(got[i].Slowest, w.Slowest) || got[i].Count != w.Count {
			t.Fatalf("%v, want %v", got, want)
		}
	}
	var text strings.Builder
	if err := report.NewText(&text).End(&sum, time.Minute); err != nil || !strings.Contains(text.String(), "until the first artifact: half of the runs took 49 ms or less, 95 % of them 95 ms or less, the slowest 99 ms\n") {
		t.Errorf("%v: %s", err, text.String())
	}
}

// near reports times that are within two percent, as each bucket is one wide.
func near(a, b time.Duration) bool { return max(a, b)-min(a, b) <= b/50 }
