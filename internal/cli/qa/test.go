package qa

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/plan"
	"a2aform/internal/qa/report"
	"a2aform/internal/safe"
)

const (
	maxJobs   = 64
	maxRepeat = 1000
)

type testOptions struct {
	agents
	selection
	output  string
	jobs    int
	repeat  int
	bail    int
	timeout time.Duration
	failOn  []string
	reports []string
	record  string
	quiet   bool
}

// NewTest is the command test.
func NewTest(s *command.Streams) *cobra.Command {
	o := testOptions{agents: agents{streams: s}}
	cmd := &cobra.Command{
		Use:   "test [PATH...]",
		Short: "Run test cases and report which of them pass",
		Long: "Runs the cases of files and directories, by default those in .a2aform/cases of the repository, and checks what\n" +
			"comes back. A line for each case says how it ended, and below it what does not hold.\n\n" +
			"The exit code is 0 where all cases pass, 10 where one fails, 1 where one could not be checked, and 2 where there are no\n" +
			"cases, or one cannot be read. Before anything is sent all files are read and all inputs are validated.",
		Example:           "  a2aform test -a localhost:9999 .a2aform/cases\n  a2aform test -a demo --tag smoke -j 4 --report junit=report.xml",
		Args:              command.UsageArgs(cobra.ArbitraryArgs),
		RunE:              func(cmd *cobra.Command, args []string) error { return runTest(cmd.Context(), s, &o, args) },
		ValidArgsFunction: completePaths,
	}
	o.agents.add(cmd)
	o.selection.add(cmd)
	f := cmd.Flags()
	f.StringVarP(&o.output, "output", "o", "text", "print as `FORMAT`: text; json: one document; jsonl: a line for each attempt and case as it ends")
	f.IntVarP(&o.jobs, "jobs", "j", 1, "run `N` cases at the same time, at most 64")
	f.IntVar(&o.repeat, "repeat", 0, "run each case `K` times, in place of what its file says")
	f.IntVar(&o.bail, "bail", 0, "start no more cases once `N` have failed; those that run end, the others are skipped")
	f.Lookup("bail").NoOptDefVal = "1"
	f.DurationVar(&o.timeout, "timeout", 0, "end the whole command after `TIME`, such as 10m; 0 never does; a case has a timeout of its own")
	f.StringSliceVar(&o.failOn, "fail-on", []string{"fail", "error"}, "exit with a failure on the verdicts of this `LIST`: fail, error, flaky, skip")
	f.StringArrayVar(&o.reports, "report", nil, "write a report as `FORMAT=FILE`: junit, json or jsonl; may be repeated")
	f.StringVar(&o.record, "record", string(plan.RecordFailed), "save to the history the runs of these `ATTEMPTS`: failed, all or none")
	f.BoolVar(&o.quiet, "quiet", false, "leave out the lines of cases that pass; with -o json or jsonl all lines")
	return cmd
}

func (o *testOptions) check() error {
	known := []string{string(check.Fail), string(check.Error), string(check.Flaky), string(check.Skip)}
	for _, name := range o.failOn {
		if !slices.Contains(known, name) {
			return command.Usagef("--fail-on %s is not known: use %s", safe.Text(name).Line(40), strings.Join(known, ", "))
		}
	}
	switch {
	case !slices.Contains([]string{"text", "json", "jsonl"}, o.output):
		return command.Usagef("-o %s is not known: use text, json or jsonl", safe.Text(o.output).Line(40))
	case !slices.Contains([]string{"failed", "all", "none"}, o.record):
		return command.Usagef("--record %s is not known: use failed, all or none", safe.Text(o.record).Line(40))
	case o.jobs < 1 || o.jobs > maxJobs:
		return command.Usagef("-j %d: use a number from 1 to %d", o.jobs, maxJobs)
	case o.repeat < 0 || o.repeat > maxRepeat:
		return command.Usagef("--repeat %d: use a number from 1 to %d, or 0 for that of each case", o.repeat, maxRepeat)
	case o.bail < 0:
		return command.Usagef("--bail=%d: use a number from 1, or 0 to run all cases", o.bail)
	case o.timeout < 0:
		return command.Usagef("--timeout %s: use a time such as 10m, or 0 for no limit", o.timeout)
	}
	return nil
}

func runTest(ctx context.Context, s *command.Streams, o *testOptions, args []string) error {
	if err := o.check(); err != nil {
		return err
	}
	reports, err := parseReports(o.reports)
	if err != nil {
		return err
	}
	if _, err := o.connect.Options(); err != nil { // also where nothing is sent
		return err
	}
	cases, err := o.read(s, args)
	if err != nil {
		return err
	}
	if o.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.timeout)
		defer cancel()
	}
	defer o.close()
	ran := &report.Run{Started: time.Now()}
	p := o.printer(s, len(cases), ran.Started)
	ran.Results = plan.Run(ctx, cases, plan.Options{
		Agent: o.open, Store: s.Store(), Jobs: o.jobs, Repeat: o.repeat, Record: plan.Record(o.record), Bail: o.bail, See: o.connect.PrintFrame(s), Done: p.done,
	})
	ran.Took = time.Since(ran.Started)
	o.limitRuns(s)
	err = errors.Join(p.end(ran), writeReports(reports, ran))
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return errors.Join(&timeoutError{ctx.Err()}, err)
	case ctx.Err() != nil:
		return errors.Join(ctx.Err(), err)
	case err != nil:
		return err
	}
	return o.verdict(ran)
}

// limitRuns keeps the run files within their limit.
func (o *testOptions) limitRuns(s *command.Streams) {
	keep := s.Store()
	if keep == nil || o.record == string(plan.RecordNone) {
		return
	}
	deleted, err := keep.LimitRuns()
	if len(deleted) > 0 {
		s.Warn(fmt.Sprintf("note: the history is limited, so the %d oldest runs were deleted", len(deleted)))
	}
	if err != nil {
		s.Warn("note: " + err.Error())
	}
}

// timeoutError says that the time of the command was up.
type timeoutError struct{ cause error }

func (*timeoutError) Error() string { return "the --timeout has expired before all cases were checked" }

func (e *timeoutError) Unwrap() error { return e.cause }

// verdict is the error that the command ends with, nil where all is well.
func (o *testOptions) verdict(ran *report.Run) error {
	sum := ran.Summary()
	failsOn := func(v check.Verdict, n int) bool { return n > 0 && slices.Contains(o.failOn, string(v)) }
	if sum.Skipped == sum.Cases {
		return command.Usagef("nothing was checked: all cases are skipped")
	}
	if failsOn(check.Error, sum.Errors) && sum.Errors+sum.Skipped == sum.Cases {
		if err := commonCause(ran); err != nil {
			return err
		}
	}
	switch {
	case failsOn(check.Fail, sum.Failed):
		return command.CheckFailed(fmt.Sprintf("%d of %d cases failed", sum.Failed, sum.Cases), nil)
	case failsOn(check.Flaky, sum.Flaky):
		return command.CheckFailed(fmt.Sprintf("%d of %d cases are flaky (--fail-on)", sum.Flaky, sum.Cases), nil)
	case failsOn(check.Skip, sum.Skipped):
		return command.CheckFailed(fmt.Sprintf("%d of %d cases were skipped (--fail-on)", sum.Skipped, sum.Cases), nil)
	case failsOn(check.Error, sum.Errors):
		return fmt.Errorf("%d of %d cases could not be checked", sum.Errors, sum.Cases)
	}
	return nil
}

// commonCause is why no case at all could be checked, such as an agent that cannot be reached; nil where attempts were
// made.
func commonCause(ran *report.Run) (cause error) {
	for _, r := range ran.Results {
		if r.Verdict == check.Skip {
			continue
		}
		var agent *agentError
		if !errors.As(r.Err, &agent) {
			return nil
		}
		if cause == nil {
			cause = agent.err
		}
	}
	return cause
}

// printer writes what comes of the cases while they run.
type printer struct {
	streams *command.Streams
	options *testOptions
	encoder *json.Encoder
	err     error // of standard output
}

func (o *testOptions) printer(s *command.Streams, cases int, started time.Time) *printer {
	p := &printer{streams: s, options: o}
	if o.output == "jsonl" {
		p.encoder = json.NewEncoder(s.Out)
		p.encoder.SetEscapeHTML(false)
		p.err = report.StartLine(p.encoder, cases, started)
	}
	return p
}

func (p *printer) done(r *plan.Result) {
	if p.encoder != nil && p.err == nil {
		p.err = report.CaseLines(p.encoder, r)
	}
	if p.options.quiet && (p.options.output != "text" || r.Verdict == check.Pass) {
		return
	}
	for _, l := range report.Lines(r) {
		p.line(l)
	}
}

// line writes a line for people, next to results for programs on standard error.
func (p *printer) line(text string) {
	if p.options.output != "text" {
		p.streams.Warn(text)
		return
	}
	if _, err := fmt.Fprintln(p.streams.Out, text); err != nil && p.err == nil {
		p.err = err
	}
}

// end writes the summary, and with -o json the whole run.
func (p *printer) end(ran *report.Run) error {
	if !p.options.quiet || p.options.output == "text" {
		p.line(ran.Last())
	}
	switch {
	case p.err != nil:
	case p.encoder != nil:
		p.err = ran.EndLine(p.encoder)
	case p.options.output == "json":
		var sb strings.Builder
		if p.err = ran.JSON(&sb); p.err == nil {
			p.err = command.PrintRaw(p.streams, []byte(strings.TrimSuffix(sb.String(), "\n")))
		}
	}
	return p.err
}
