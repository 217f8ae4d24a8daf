package qa

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/report"
	"a2aform/internal/qa/runner"
)

// reportFile is a report that is written while cases end.
type reportFile struct {
	command.ReportFile
	masked *report.MaskWriter // to the file
	writer report.Writer
	err    error
}

func parseReports(s *command.Streams, values []string, output string) (list []*reportFile, err error) {
	files, err := command.ParseReportFiles(s, values, append(slices.Clone(report.Formats), "html"), output)
	for _, f := range files {
		list = append(list, &reportFile{ReportFile: f})
	}
	return list, err
}

// newReport returns the writer of a format.
func newReport(format string, w io.Writer) report.Writer {
	if format == "html" {
		return report.NewTestPage(w)
	}
	return report.New(format, w)
}

func (r *reportFile) begin(started time.Time, cases int, secrets *report.Secrets) error {
	if err := r.Create(); err != nil {
		return fmt.Errorf("the report %w", err)
	}
	r.masked = secrets.NewWriter(&r.ReportFile)
	r.writer = newReport(r.Format, r.masked)
	if err := r.writer.Begin(started, cases); err != nil {
		_ = r.writer.End(&report.Summary{}, 0) // which removes its temporary file
		return r.close(err)
	}
	return nil
}

// add writes the next case. [reportFile.end] returns its failure.
func (r *reportFile) add(result *runner.Result) {
	if err := r.writer.Case(result); r.err == nil {
		r.err = err
	}
}

// end completes the report, and gives it its name.
func (r *reportFile) end(s *report.Summary, took time.Duration) error {
	return r.close(errors.Join(r.err, r.writer.End(s, took), r.masked.Flush()))
}

func (r *reportFile) close(err error) error {
	if err = r.Close(err); err != nil {
		return fmt.Errorf("the report %w", err)
	}
	return nil
}

// errDiscarded is why a report that was begun is not kept.
var errDiscarded = errors.New("another report could not be begun")

// discard removes what was written of a report.
func (r *reportFile) discard() {
	_ = r.writer.End(&report.Summary{}, 0) // which removes its temporary file
	_ = r.Close(errDiscarded)
}
