package qa

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/report"
	"a2aform/internal/qa/runner"
)

// results writes the results of cases to the standard streams and to reports. It keeps no case that has ended.
type results struct {
	streams   *command.Streams
	options   *testOptions
	started   time.Time
	cases     int // that were selected
	summary   report.Summary
	lines     report.Writer // for people; nil for none
	output    report.Writer // JSON on standard output; nil for none
	counter   *counter      // nil for none
	reports   []*reportFile
	annotated int
	err       error // of standard output
	cause     error // why no case could be checked, see [results.commonCause]
	checked   bool  // a case was checked, or failed for another reason
}

// begin opens the reports before anything is sent. It fails if one of them cannot be created.
func (o *testOptions) begin(s *command.Streams, reports []*reportFile, cases int) (*results, error) {
	r := &results{streams: s, options: o, started: time.Now(), cases: cases, reports: reports}
	if o.coverage {
		r.summary.Coverage = report.NewCoverage()
	}
	isOutput := slices.ContainsFunc(reports, func(f *reportFile) bool { return f.IsOutput() })
	switch {
	case o.output == "text" && !isOutput:
		r.lines = report.NewText(command.NewLines(s))
	case o.output == "text":
		r.lines = report.NewText(warner{s})
	case o.output == "json":
		r.lines = report.NewText(warner{s})
		r.output = report.New(o.output, command.JSONWriter(s))
		r.fail(r.output.Begin(r.started, cases))
	}
	r.counter = newCounter(s, cases)
	r.counter.show(&r.summary)
	for i, file := range reports {
		if err := file.begin(r.started, cases, &o.Secrets); err != nil {
			r.reports = reports[:i]
			r.discard()
			return nil, err
		}
	}
	return r, nil
}

// warner writes lines for people to standard error.
type warner struct{ streams *command.Streams }

func (w warner) Write(line []byte) (int, error) {
	w.streams.Warn(string(line[:max(len(line)-1, 0)])) // which ends the line itself
	return len(line), nil
}

// fail notes the first failure of standard output.
func (r *results) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// done takes a case that has ended, in the order in which they end.
func (r *results) done(result *runner.Result) {
	r.summary.Add(result)
	r.noteCause(result)
	r.counter.clear()
	if r.lines != nil {
		r.fail(r.lines.Case(result))
	}
	r.annotate(result)
	r.counter.show(&r.summary)
}

// maxAnnotations bounds how many cases are shown at their files: GitHub shows few.
const maxAnnotations = 50

// annotate shows a case that does not pass at its file, in a workflow of GitHub.
func (r *results) annotate(result *runner.Result) {
	level := map[check.Verdict]string{check.Fail: "error", check.Error: "error", check.Flaky: "warning"}[result.Verdict]
	if level == "" || r.annotated == maxAnnotations {
		return
	}
	r.annotated++
	r.streams.Annotate(level, result.Case.Path, lineOf(result), result.Case.Name, strings.Join(report.Lines(result), "\n"))
}

// lineOf is the line of the first expectation that does not hold, else the first line.
func lineOf(result *runner.Result) int {
	for _, a := range result.Attempts {
		if a.Result == nil {
			continue
		}
		for _, l := range a.Lines {
			switch {
			case l.Outcome == check.OK:
			case l.Check == "that":
				return result.Case.LineOf(l.Check, l.Expected)
			default:
				return result.Case.LineOf(l.Check, l.At)
			}
		}
	}
	return 1
}

// report takes a case that has ended, in the order of the cases.
func (r *results) report(result *runner.Result) {
	if r.options.output == "json" {
		r.fail(r.output.Case(result))
	}
	for _, file := range r.reports {
		file.add(result)
	}
}

// end writes the summary and ends all reports, also where one of them cannot be written.
func (r *results) end() error {
	took := time.Since(r.started)
	r.summary.NotRun = r.cases - r.summary.Cases
	r.counter.clear()
	if r.lines != nil {
		r.fail(r.lines.End(&r.summary, took))
	}
	if r.output != nil {
		r.fail(r.output.End(&r.summary, took))
	}
	err := r.err
	for _, file := range r.reports {
		err = errors.Join(err, file.end(&r.summary, took))
	}
	return err
}

// discard removes what was written of the reports.
func (r *results) discard() {
	for _, file := range r.reports {
		file.discard()
	}
}

// noteCause notes why a case could not be checked.
func (r *results) noteCause(result *runner.Result) {
	if result.Verdict == check.Skip {
		return
	}
	var agent *command.AgentError
	if !errors.As(result.Err, &agent) {
		r.checked = true
	} else if r.cause == nil {
		r.cause = agent.Err
	}
}

// commonCause returns why no case could be checked, such as an agent that cannot be reached; nil if there were attempts.
func (r *results) commonCause() error {
	if r.checked {
		return nil
	}
	return r.cause
}

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

// counter is the last line of a terminal while cases run: how many have ended.
type counter struct {
	w   io.Writer
	all int
}

// newCounter is the counter of standard error; nil where that is no terminal on which a line can be replaced.
func newCounter(s *command.Streams, cases int) *counter {
	f, ok := s.Err.(term.File)
	if !ok || !s.IsProcess || s.IsDumb() || !term.IsTerminal(f.Fd()) {
		return nil
	}
	return &counter{s.Err, cases}
}

// clear removes the line.
func (c *counter) clear() {
	if c != nil {
		_, _ = io.WriteString(c.w, "\r\x1b[K")
	}
}

// show writes the line, until all cases have ended.
func (c *counter) show(s *report.Summary) {
	if c != nil && s.Cases < c.all {
		_, _ = fmt.Fprintf(c.w, "\r\x1b[K%d/%d · %d passed", s.Cases, c.all, s.Passed)
	}
}
