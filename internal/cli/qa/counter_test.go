package qa

import (
	"strings"
	"testing"

	"a2aform/internal/qa/report"
)

// The line of a terminal says how far the cases are, and is gone before another one is written.
func TestCounter(t *testing.T) {
	t.Parallel()
	var sb strings.Builder
	c := &counter{&sb, 203}
	c.show(&report.Summary{Cases: 152, Passed: 147})
	c.clear()
	c.show(&report.Summary{Cases: 203, Passed: 203}) // the summary says it
	if want := "\r\x1b[K152/203 · 147 passed\r\x1b[K"; sb.String() != want {
		t.Errorf("%q, want %q", sb.String(), want)
	}
	var none *counter
	none.show(&report.Summary{})
	none.clear()
}
