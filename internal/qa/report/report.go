// Package report writes the results of test cases: as lines for people, as JUnit XML for a build server, as JSON for
// programs, and as CSV or Markdown. It also writes test cases and recorded runs as a page of HTML for a developer, one file that
// fetches nothing and runs no script, and lists the differences of two runs.
//
// Every case, every attempt and every expectation that does not hold is in every report. Text of agents is cleaned, then escaped
// as its format wants it.
package report

import (
	"io"
	"time"

	"a2aform/internal/qa/runner"
)

// Writer writes a report while cases end. It contains none of them: a run may have a million.
type Writer interface {
	// Begin is called first. The number of cases is what is expected.
	Begin(started time.Time, cases int) error
	// Case writes a case that has ended.
	Case(r *runner.Result) error
	// End is called last, also where the run was stopped or a case could not be written.
	End(s *Summary, took time.Duration) error
}

// Formats are the formats of the reports of this package that go to files.
var Formats = []string{"junit", "csv", "md"}

// New is the writer of a format of [Formats], or of json; nil for another.
func New(format string, w io.Writer) Writer {
	switch format {
	case "junit":
		return &junit{w: w}
	case "json":
		return &document{w: w}
	case "csv":
		return &csvTable{w: w}
	case "md":
		return &markdownReport{w: w}
	}
	return nil
}
