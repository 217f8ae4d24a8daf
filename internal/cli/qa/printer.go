package qa

import (
	"errors"
	"slices"
	"strings"
	"time"

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
