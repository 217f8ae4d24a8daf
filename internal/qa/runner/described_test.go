package runner_test

import (
	"fmt"
	"strings"
	"testing"

	"a2aform/internal/hostile/qatest"
	"a2aform/ui/uitest"
)

// TestResultsOfCases compares the result of each case of package qatest with a golden file.
func TestResultsOfCases(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, r := range qatest.Results(t) {
		fmt.Fprintf(&b, "== %s: %s, %d of %d, need %d, skip %q, %v\n%s\n", r.Case.Name, r.Verdict, r.Passed, r.Repeats, r.Need, r.Skip, r.Err, r.Curl())
		for _, a := range r.Attempts {
			fmt.Fprintf(&b, "attempt %d: %s, %d messages, captured %s\n", a.Iteration, a.Verdict, a.Messages, uitest.Dump(a.Captured))
			for _, l := range a.Lines {
				fmt.Fprintf(&b, "  %s\n", strings.TrimSpace(strings.ReplaceAll(uitest.Dump(l), "\n", "  ")))
			}
		}
	}
	uitest.Text(t, "results", qatest.Mask(b.String()))
}
