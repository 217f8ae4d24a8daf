package report_test

import (
	"strings"
	"testing"
	"time"

	"a2aform/internal/hostile/qatest"
	"a2aform/internal/qa/report"
	"a2aform/internal/version"
	"a2aform/ui/uitest"
)

// TestReportsOfCases compares the reports of the cases of package qatest, in each format, with golden files.
func TestReportsOfCases(t *testing.T) {
	t.Parallel()
	run := &results{Results: qatest.Results(t), Started: time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC), Took: 5 * time.Second}
	for _, format := range append([]string{"text", "html", "json"}, report.Formats...) {
		uitest.Text(t, "cases-"+format, qatest.Mask(strings.ReplaceAll(run.write(t, format), version.Version(), "VERSION")))
	}
}
