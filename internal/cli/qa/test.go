// Package qa holds the commands that test the skills of agents: test runs test cases; cases lists, checks and writes
// them.
package qa

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/runner"
	"a2aform/internal/qa/suite"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

const (
	maxJobs   = 64
	maxRepeat = 1000
)

type testOptions struct {
	command.Agents
	selection
	caseFlags
	rateText   string
	onlyFailed bool
	yes        bool
	dryRun     bool
	output     string
	jobs       int
	repeat     int
	bail       int
	timeout    time.Duration
	failOn     []string
	reports    []string
	record     string
	update     string
	coverage   bool
	unrecorded bool // nothing can be written to the home directory
	asks       bool
	answer     func(context.Context, *casefile.Case, *run.Run) error // of one whose agent asks, on the terminal
}

// NewTest is the command test.
//
// Answer answers a run whose agent asks on the terminal, for --ask.
func NewTest(s *command.Streams, answer func(context.Context, *casefile.Case, *run.Run) error) *cobra.Command {
	o := testOptions{Agents: command.NewAgents(s), answer: answer}
	watches := false
	cmd := &cobra.Command{
		Use:   "test [AGENT] [PATH...]",
		Short: "Run test cases and report which of them pass",
		Long: "Run test cases and check the answers. AGENT is an address or a saved name; without one, the cases name their agents. Without\n" +
			"a PATH the command runs the cases of .a2aform/suite.toml, or else those in .a2aform/cases of the repository. It prints a line for each case, and below it each expectation that is not met.\n\n" +
			"With --skill and --set, --data or --text, the flags make the case.\n\n" +
			"The exit code is 0 if all cases pass, 10 if one fails or could not be checked, 3 if no agent answers, 4 if the agents want\n" +
			"credentials, 5 after --timeout, and 2 if nothing was sent because of the flags, a file or the suite.",
		Example: "  a2aform test localhost:9999 .a2aform/cases\n  a2aform test demo --tag smoke -j 4 --report junit=report.xml\n" +
			"  a2aform test demo --skill small-talk --text hello",
		Args: command.UsageArgs(cobra.ArbitraryArgs),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, name := range []string{"repeat", "bail"} {
				if f := cmd.Flags().Lookup(name); f.Changed && f.Value.String() == "0" {
					return command.Usagef("--%s 0: use a number from 1 on, or leave the flag out", name)
				}
			}
			args, err := o.TakeAgent(args)
			if err != nil {
				return err
			}
			if watches {
				if o.output != "text" || o.dryRun || o.isFromFlags() {
					return command.Usagef("--watch runs the cases of files and prints text; it does not go with -o, --dry-run and the flags of a case")
				}
				return o.watch(cmd.Context(), s, args)
			}
			return runTest(cmd.Context(), s, &o, args)
		},
		ValidArgsFunction: completePaths,
	}
	o.AddAgentFlags(cmd)
	o.AddEnvironmentFlags(cmd)
	o.add(cmd)
	o.Add(cmd)
	f := cmd.Flags()
	o.AddFilesFlag(cmd)
	f.StringVar(&o.rateText, "rate", "", "send at most this many messages to a host, as `N/s`, N/m or N/h; if an agent asks for a longer wait with Retry-After, the command waits")
	f.BoolVar(&o.onlyFailed, "failed", false, "only the cases that failed in the last complete run of this suite")
	f.BoolVar(&o.yes, "yes", false, "send more than the budget of the suite, and all cases to a protected environment, without asking; --update needs it if the variable CI is set")
	f.BoolVar(&o.dryRun, "dry-run", false, "show what would be sent, and send nothing")
	f.StringVarP(&o.output, "output", "o", "text", "print as `FORMAT`: text or json")
	f.IntVarP(&o.jobs, "jobs", "j", 1, "run `N` cases at the same time, at most 64")
	f.IntVar(&o.repeat, "repeat", 0, "run each case `K` times, whatever its file says")
	f.BoolVar(&o.asks, "ask", false, "on a terminal, answer the agents yourself where a case has no turn for a question; cases run one after the other")
	f.IntVar(&o.bail, "bail", 0, "start no more cases after `N` failures; running cases end, the others are skipped")
	f.Lookup("bail").NoOptDefVal = "1"
	f.DurationVar(&o.timeout, "timeout", 0, "stop the whole command after `TIME`, such as 10m; 0 sets no limit; a case can also have one of its own")
	f.StringSliceVar(&o.failOn, "fail-on", []string{"fail", "error"}, "exit with 10 on the verdicts of this `LIST`: fail, error, flaky, skip, violation (the agent breaks a rule), repaired (the client put the answer right)")
	f.StringSliceVar(&o.reports, "report", nil, "write a report as `FORMAT=FILE`: junit, csv, md or html, with - as FILE for standard output; several with commas, or the flag again")
	f.StringVar(&o.record, "record", string(runner.RecordFailed), "save the runs of these `ATTEMPTS` to the history: failed, all or none")
	f.StringVar(&o.update, "update", "", "write golden files that are missing or differ, if all other expectations hold; with `WHICH` new, only missing ones")
	f.Lookup("update").NoOptDefVal = string(runner.UpdateAll)
	f.BoolVar(&o.coverage, "coverage", false, "list what no case sends of the skills of the card: their fields, choices and branches")
	f.BoolVar(&watches, "watch", false, "run again when a case or the card file changes, until ctrl+c")
	command.MoveFlags(cmd, command.AllFlags, "schema", "data")
	return cmd
}

func (o *testOptions) check() error {
	known := []string{string(check.Fail), string(check.Error), string(check.Flaky), string(check.Skip), violation, repaired}
	for _, name := range o.failOn {
		if !slices.Contains(known, name) {
			return command.Usagef("--fail-on %s is not known: use %s", safe.Text(name).Line(40), strings.Join(known, ", "))
		}
	}
	switch {
	case !slices.Contains([]string{"text", "json"}, o.output):
		return command.Usagef("-o %s is not known: use text or json", safe.Text(o.output).Line(40))
	case !slices.Contains([]string{"failed", "all", "none"}, o.record):
		return command.Usagef("--record %s is not known: use failed, all or none", safe.Text(o.record).Line(40))
	case !slices.Contains([]string{"", string(runner.UpdateAll), string(runner.UpdateNew)}, o.update):
		return command.Usagef("--update=%s is not known: use --update or --update=new", safe.Text(o.update).Line(40))
	case o.update != "" && o.Streams.Getenv("CI") != "" && !o.yes:
		return command.Usagef("--update needs --yes if the variable CI is set: a person must review golden files")
	case o.bail < 0:
		return command.Usagef("--bail=%d: use a number from 1 on", o.bail)
	case o.asks && !o.Streams.InTTY:
		return command.Usagef("--ask needs a terminal; without one, an answer is a [[turn]] of the case")
	case o.asks && o.jobs > 1:
		return command.Usagef("--ask runs one case at a time: leave out -j")
	case o.timeout < 0:
		return command.Usagef("--timeout %s: use a time such as 10m, or 0 for no limit", o.timeout)
	}
	return o.checkCounts()
}

// checkCounts refuses numbers of repeats and jobs that are out of range.
func (o *testOptions) checkCounts() error {
	switch {
	case o.jobs < 1 || o.jobs > maxJobs:
		return command.Usagef("-j %d: use a number from 1 to %d", o.jobs, maxJobs)
	case o.repeat < 0 || o.repeat > maxRepeat:
		return command.Usagef("--repeat %d: use a number from 1 to %d", o.repeat, maxRepeat)
	}
	return nil
}

func runTest(ctx context.Context, s *command.Streams, o *testOptions, args []string) error {
	if err := o.check(); err != nil {
		return err
	}
	reports, err := parseReports(s, o.reports, o.output)
	if err != nil {
		return err
	}
	if err := o.Connect.Check(); err != nil { // also where nothing is sent
		return err
	}
	cases, err := o.cases(s, args)
	if err != nil {
		return err
	}
	warnUnused(s, cases.files)
	v, err := o.look(cases)
	if err == nil {
		err = o.guard(v)
	}
	if err == nil && !o.dryRun {
		err = o.checkPrograms(v)
	}
	if err != nil {
		return err
	}
	defer o.Close()
	if err := o.checkTrust(ctx, v); err != nil {
		return err
	}
	if o.dryRun {
		return o.printDryRun(ctx, s, cases, v)
	}
	if o.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.timeout)
		defer cancel()
	}
	o.checkStore(s)
	ran, err := o.begin(s, reports, cases.count)
	if err != nil {
		return err
	}
	err = o.run(ctx, s, cases, ran)
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return errors.Join(&timeoutError{ctx.Err()}, err)
	case err != nil:
		return errors.Join(ctx.Err(), err)
	case ctx.Err() != nil:
		return ctx.Err() // without a message: the user interrupted the command
	}
	return o.verdict(ran)
}

// run runs the cases, and ends the reports.
func (o *testOptions) run(ctx context.Context, s *command.Streams, cases *selected, ran *results) error {
	outcomes := runner.BeginHistory(o.keep(s), o.Root(), time.Now())
	var ask func(context.Context, *casefile.Case, *run.Run) error
	if o.asks {
		ask = func(ctx context.Context, c *casefile.Case, r *run.Run) error {
			ran.counter.clear()
			return o.answer(ctx, c, r)
		}
	}
	runner.Run(ctx, cases.cases(), runner.Options{
		Ask:   ask,
		Agent: o.Open, Store: s.Store(), Unrecorded: o.unrecorded, Jobs: o.jobs, Repeat: o.repeat, Record: runner.Record(o.record), Bail: o.bail, MayRun: s.Store().IsTrustedProgram, Update: runner.Update(o.update),
		Pace: o.Pace, See: o.Connect.PrintFrame(s), Done: ran.done,
		Report: func(r *runner.Result) {
			outcomes.Add(o.NameInHistory(r.Case), r)
			ran.report(r)
		},
	})
	if ctx.Err() != nil { // the reports come first, because the command has little time left
		return ran.end()
	}
	o.limitRuns(s)
	if err := outcomes.Finish(); err != nil {
		s.Warn("note: " + err.Error())
	}
	return ran.end()
}

// cases returns the selected cases of the files, or the case that the flags make.
func (o *testOptions) cases(s *command.Streams, args []string) (*selected, error) {
	var err error
	if o.rateText != "" {
		if o.Rate, err = suite.ParseRate(o.rateText); err != nil {
			return nil, command.Usagef("--rate: %s", err)
		}
	}
	options, err := o.Options(o.IsOwn())
	if err != nil {
		return nil, err
	}
	if o.onlyFailed {
		log, err := runner.ReadHistory(s.Store(), o.Root())
		if err != nil {
			return nil, err
		}
		o.failed = func(c *casefile.Case) bool { return log.HasFailed(o.NameInHistory(c), c.Name) }
	}
	if !o.isFromFlags() {
		return o.read(&o.Environments, args, options)
	}
	if len(args) > 0 || o.onlyFailed {
		return nil, command.Usagef("--skill, --set, --data, --text and --table make a case without a file; do not combine them with files or --failed")
	}
	file, err := o.file(s, options)
	if err != nil {
		return nil, err
	}
	return o.choose([]*casefile.File{file})
}

// checkStore says once that nothing is recorded, where the home directory cannot be written: the cases can be checked all the same.
func (o *testOptions) checkStore(s *command.Streams) {
	keep := s.Store()
	if keep == nil {
		return
	}
	if err := keep.CheckWritable(); err != nil {
		o.unrecorded, o.record = true, string(runner.RecordNone)
		s.Warn("note: nothing is recorded: " + err.Error() + "; set A2AFORM_HOME to use another directory")
	}
}

// keep returns the store for the outcomes of cases; nil for a case from flags, and where nothing is recorded.
func (o *testOptions) keep(s *command.Streams) *store.Store {
	if o.isFromFlags() || o.unrecorded {
		return nil
	}
	return s.Store()
}

// limitRuns keeps the run files within their limit.
func (o *testOptions) limitRuns(s *command.Streams) {
	keep := s.Store()
	if keep == nil || o.record == string(runner.RecordNone) {
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

// timeoutError reports that the time limit of the command expired.
type timeoutError struct{ cause error }

func (e *timeoutError) Error() string { return "--timeout expired before all cases were checked" }

func (e *timeoutError) Unwrap() error { return e.cause }

// violation is what --fail-on takes for a rule that an attempt violates.
const violation = "violation"

// repaired is what --fail-on takes for an attempt in which the client put right what the agent sent.
const repaired = "repaired"

// verdict returns the error that the command ends with; nil if no verdict of --fail-on came up.
func (o *testOptions) verdict(ran *results) error {
	sum := &ran.summary
	failsOn := func(v check.Verdict, n int) bool { return n > 0 && slices.Contains(o.failOn, string(v)) }
	if sum.Skipped == sum.Cases {
		return command.Usagef("nothing was checked: all cases are skipped")
	}
	if failsOn(check.Error, sum.Errors) && sum.Errors+sum.Skipped == sum.Cases {
		if err := ran.commonCause(); err != nil {
			return err
		}
	}
	switch {
	case failsOn(check.Fail, sum.Failed):
		return command.CheckFailed(sum.Headline(), nil)
	case failsOn(check.Flaky, sum.Flaky):
		return command.CheckFailed(fmt.Sprintf("%d of %d cases are flaky (--fail-on)", sum.Flaky, sum.Cases), nil)
	case failsOn(check.Skip, sum.Skipped):
		return command.CheckFailed(fmt.Sprintf("%d of %d cases were skipped (--fail-on)", sum.Skipped, sum.Cases), nil)
	case failsOn(violation, sum.Violating):
		return command.CheckFailed(fmt.Sprintf("%d of %d cases violate a rule (--fail-on)", sum.Violating, sum.Cases), nil)
	case failsOn(repaired, sum.Repaired):
		return command.CheckFailed(fmt.Sprintf("the client put something right in %d of %d cases (--fail-on)", sum.Repaired, sum.Cases), nil)
	case failsOn(check.Error, sum.Errors):
		return command.CheckFailed(fmt.Sprintf("%d of %d cases could not be checked", sum.Errors, sum.Cases), nil)
	}
	return nil
}

// watchInterval is how often the files are looked at.
const watchInterval = 300 * time.Millisecond

// fileState tells a file that has changed.
type fileState struct {
	size    int64
	changed time.Time
}

// watch runs the cases, and again whenever one of their files or the card changes, until ctx is done.
func (o *testOptions) watch(ctx context.Context, s *command.Streams, args []string) error {
	for {
		before := o.fileStates(args)
		o.Reset()
		if err := runTest(ctx, s, o, args); ctx.Err() != nil {
			return err
		} else if err != nil {
			s.Warn("a2aform: " + err.Error())
		}
		if o.update != "" { // which changes files itself
			before = o.fileStates(args)
		}
		s.Warn("watching the cases and the card; ctrl+c ends")
		for sameFiles(before, o.fileStates(args)) {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(watchInterval):
			}
		}
	}
}

// fileStates are the files of the cases, the suite and the card.
func (o *testOptions) fileStates(args []string) map[string]fileState {
	paths := slices.Clone(args)
	if path, _ := suite.Find(command.WorkingDir()); path != "" { // the run says why one is not used
		paths = append(paths, filepath.Dir(path))
	} else if dir, _ := casefile.FindDir(command.WorkingDir()); dir != "" && len(args) == 0 {
		paths = append(paths, dir)
	}
	if o.Flag.Value != "" {
		paths = append(paths, o.Flag.Value) // which may be a file
	}
	states := map[string]fileState{}
	for _, path := range paths {
		_ = filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error { // what cannot be read has no state
			if err != nil || entry.IsDir() || file != path && !slices.Contains([]string{".toml", ".json", ".jsonl", ".csv"}, filepath.Ext(file)) || o.isReport(file) {
				return nil
			}
			if info, err := os.Stat(file); err == nil {
				states[file] = fileState{info.Size(), info.ModTime()}
			}
			return nil
		})
	}
	return states
}

// isReport reports whether a file is one that the command writes.
func (o *testOptions) isReport(file string) bool {
	reports, _ := parseReports(o.Streams, o.reports, o.output) // the command reports what is wrong with them
	return slices.ContainsFunc(reports, func(r *reportFile) bool {
		a, errA := filepath.Abs(r.Path)
		b, errB := filepath.Abs(file)
		return errA == nil && errB == nil && a == b
	})
}

func sameFiles(a, b map[string]fileState) bool {
	if len(a) != len(b) {
		return false
	}
	for path, state := range a {
		if other, ok := b[path]; !ok || other.size != state.size || !other.changed.Equal(state.changed) {
			return false
		}
	}
	return true
}
