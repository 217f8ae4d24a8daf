package qa

import (
	"strings"
	"testing"
	"time"

	"a2aform/internal/qa/report"
)

// The line of a terminal says how far the cases are, fits into a row, and is gone before another one is written.
func TestCounter(t *testing.T) {
	t.Parallel()
	var sb strings.Builder
	started := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	c := &counter{w: &sb, all: 203, width: 200, started: started, now: func() time.Time { return started.Add(151 * time.Second) }}
	sum := report.Summary{Cases: 152, Passed: 147, Failed: 1, Flaky: 1, Errors: 2, Skipped: 1}
	for _, step := range []struct {
		width int
		sum   report.Summary
		want  string
	}{
		{200, sum, "152/203 · 147 passed · 1 failed · 1 flaky · 2 errors · 1 skipped · about 51 s left\r\x1b[K"},
		{9, sum, "152/203 ·\r\x1b[K"},
		{200, report.Summary{Cases: 1, Errors: 1}, "1/203 · 0 passed · 1 error · about 508 m 22 s left\r\x1b[K"},
		{200, report.Summary{}, "0/203 · 0 passed\r\x1b[K"},
		{200, report.Summary{Cases: 203, Passed: 203}, ""}, // the summary says it
	} {
		sb.Reset()
		c.width = step.width
		c.show(&step.sum)
		c.clear()
		c.clear()
		if sb.String() != step.want {
			t.Errorf("%q, want %q", sb.String(), step.want)
		}
	}
	var none *counter
	none.show(&sum)
	none.clear()
}
