package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/cli/environment"
	"a2aform/internal/cli/qa"
	"a2aform/internal/cli/reportfile"
	"a2aform/internal/qa/bench"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/plan"
	"a2aform/internal/qa/suite"
	"a2aform/internal/safe"
)

const (
	maxJobs     = 1000
	openJobs    = 256 // messages at once of an open loop
	defaultN    = 50
	maxBaseline = 16 << 20
)

type options struct {
	environment.Agents
	qa.CaseFlags
	count, warmup, jobs int
	duration, timeout   time.Duration
	rateText            string
	rate                suite.Rate
	thresholdTexts      []string
	thresholds          []*bench.Threshold
	baseline            string
	before              *bench.Report
	tolerance           float64
	output              string
	reports             []string
	record              string
	yes, dryRun         bool
}

// New is the command bench.
func New(s *command.Streams) *cobra.Command {
	o := &options{Agents: environment.New(s)}
	cmd := &cobra.Command{
		Use:   "bench AGENT|CASE...",
		Short: "Measure how long an agent takes under load",
		Long: "Sends the same message to an agent many times and prints how long it takes: the connection, the headers, the first event, the first\n" +
			"artifact, and until the task has ended (settled). The message is that of flags, as with a2aform test, or of case files, in turn.\n\n" +
			"Without --rate it is a closed loop: each of -c workers sends its next message after the answer to the last one, so a slow agent gets\n" +
			"fewer messages. With --rate it is an open loop: messages are due at that rate, and times count from when a message was due, so\n" +
			"a stall shows in all messages that it delays.\n\n" +
			"An answer that does not meet the expectations of the case, or whose output breaks its schema, is an error. The times leave out errors.\n" +
			"The exit code is 10 if a --threshold does not hold or a time is worse than --baseline, and 2 if nothing was measured.",
		Example: "  a2aform bench demo --skill fight-comparison \\\n    --set a=Lion --set b=Tiger -n 8 -c 8\n" +
			"  a2aform bench demo --skill small-talk --text hello -n 20 \\\n    --threshold 'settled p95 < 2s' --threshold 'errors < 1%'\n" +
			"  a2aform bench demo --skill small-talk --text hello \\\n    --rate 20/s --duration 1s -o json",
		Args: command.UsageArgs(cobra.ArbitraryArgs),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("count") && o.count == 0 {
				return command.Usagef("-n 0: nothing would be measured; use a number from 1 to %d", bench.MaxSamples)
			}
			return o.run(cmd.Context(), s, args)
		},
	}
	o.AddAgentFlags(cmd)
	o.AddEnvironmentFlags(cmd)
	o.Add(cmd)
	f := cmd.Flags()
	f.IntVarP(&o.count, "count", "n", 0, "measure `N` messages, at most 100000 (default 50, or as many as --duration has time for)")
	f.DurationVar(&o.duration, "duration", 0, "send no message after `TIME`, such as 30s")
	f.IntVarP(&o.jobs, "concurrency", "c", 0, "send `N` messages at once (default 1); with --rate, at most so many (default 256)")
	f.StringVar(&o.rateText, "rate", "", "an open loop: send messages at the rate `N/s`, N/m or N/h, whether or not the earlier ones have ended")
	f.IntVar(&o.warmup, "warmup", 0, "first send `N` messages that are not measured")
	f.StringArrayVar(&o.thresholdTexts, "threshold", nil, "exit with 10 unless `LIMIT` holds, such as 'settled p95 < 2s', 'errors < 1%' or 'throughput > 5/s'; may be repeated")
	f.StringVar(&o.baseline, "baseline", "", "compare with an earlier report of -o json in `FILE`; exit with 10 if a time is worse")
	f.Float64Var(&o.tolerance, "tolerance", 20, "how many `PERCENT` longer than --baseline the median and p95 may be")
	f.StringVarP(&o.output, "output", "o", "text", "print as `FORMAT`: text or json")
	f.StringArrayVar(&o.reports, "report", nil, "write a report as `FORMAT=FILE`: json or text, or each sample as csv or jsonl; may be repeated")
	f.StringVar(&o.record, "record", string(plan.RecordNone), "save the runs of these `MESSAGES` to the history: failed, all or none")
	f.DurationVar(&o.timeout, "timeout", 0, "stop the whole command after `TIME`, such as 10m; 0 sets no limit; each message also has the timeout of its case")
	f.BoolVar(&o.yes, "yes", false, "send more messages than the budget of the suite")
	f.BoolVar(&o.dryRun, "dry-run", false, "show what would be sent, and send nothing")
	f.StringArrayVar(&o.Connect.Trusted, "trust", nil, "send secrets of an environment to this `HOST`, such as agents.example.com; may be repeated; see a2aform agents trust")
	return cmd
}

func line(text string) string { return safe.Text(text).Line(200).String() }

// check reads the flags.
func (o *options) check() (err error) {
	if o.rateText != "" {
		if o.rate, err = suite.ParseRate(o.rateText); err != nil {
			return command.Usagef("--rate %s: use a number and a time, such as 20/s", line(o.rateText))
		}
	}
	for _, text := range o.thresholdTexts {
		t, err := bench.ParseThreshold(text)
		if err != nil {
			return command.Usagef("--threshold %s: %s; use a limit such as 'settled p95 < 2s', 'errors < 1%%' or 'throughput > 5/s'", line(text), err)
		}
		o.thresholds = append(o.thresholds, t)
	}
	if err := o.checkNumbers(); err != nil {
		return err
	}
	switch {
	case !slices.Contains([]string{"text", "json"}, o.output):
		return command.Usagef("-o %s: use text or json", line(o.output))
	case !slices.Contains([]string{"failed", "all", "none"}, o.record):
		return command.Usagef("--record %s: use failed, all or none", line(o.record))
	}
	if o.count == 0 && o.duration == 0 {
		o.count = defaultN
	}
	if o.jobs == 0 {
		o.jobs = 1
		if !o.rate.IsZero() {
			o.jobs = openJobs
		}
	}
	return o.readBaseline()
}

func (o *options) checkNumbers() error {
	for _, n := range []struct {
		flag        string
		value, most int
	}{{"-n", o.count, bench.MaxSamples}, {"-c", o.jobs, maxJobs}, {"--warmup", o.warmup, bench.MaxSamples}} {
		if n.value < 0 || n.value > n.most {
			return command.Usagef("%s %d: use a number from 1 to %d", n.flag, n.value, n.most)
		}
	}
	switch {
	case o.duration < 0:
		return command.Usagef("--duration %s: use a time such as 30s", o.duration)
	case o.timeout < 0:
		return command.Usagef("--timeout %s: use a time such as 10m, or 0 for no limit", o.timeout)
	case !(o.tolerance >= 0):
		return command.Usagef("--tolerance %g: use a number of percent, such as 20", o.tolerance)
	}
	return nil
}

func (o *options) run(ctx context.Context, s *command.Streams, args []string) error {
	if err := o.check(); err != nil {
		return err
	}
	reports, err := reportfile.Parse(o.reports, formats)
	if err != nil {
		return err
	}
	if _, err := o.Connect.Options(); err != nil { // also where nothing is sent
		return err
	}
	cases, err := o.cases(s, args)
	if err != nil {
		return err
	}
	if err := o.guard(cases); err != nil {
		return err
	}
	defer o.Close()
	if o.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.timeout)
		defer cancel()
	}
	senders, report, err := o.prepare(ctx, s, cases)
	if err != nil || o.dryRun {
		return err
	}
	result := bench.Run(ctx, bench.Options{
		Count: o.messages(), For: o.duration, Warmup: o.warmup, Concurrency: o.jobs, Interval: o.rate.Interval(),
		Send: bench.Sender(senders), Done: o.progress(s),
	})
	report.Stopped, report.Limited = ctx.Err() != nil, o.count == 0 && len(result.Samples) == bench.MaxSamples
	report.Add(result)
	for _, t := range o.thresholds {
		report.Thresholds = append(report.Thresholds, t.Check(report))
	}
	if o.before != nil {
		report.Baseline = report.Compare(o.before, o.baseline, o.tolerance)
	}
	data, _ := senders[0].Data()
	err = o.print(s, report, string(data))
	for _, r := range reports {
		err = errors.Join(err, o.write(&r, report, result.Samples, string(data)))
	}
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return errors.Join(errTimeout{ctx.Err()}, err)
	case err != nil:
		return errors.Join(ctx.Err(), err)
	case ctx.Err() != nil:
		return ctx.Err() // without a message: the user interrupted the command
	}
	return verdict(report)
}

type errTimeout struct{ cause error }

func (errTimeout) Error() string { return "--timeout expired before all messages were sent" }

func (e errTimeout) Unwrap() error { return e.cause }

// messages is how many messages are measured at most.
func (o *options) messages() int {
	if o.count == 0 {
		return bench.MaxSamples
	}
	return o.count
}

// cases are those of the files that the arguments name, or the one of the flags.
func (o *options) cases(s *command.Streams, args []string) (list []*casefile.Case, err error) {
	isFile := func(arg string) bool { return strings.HasSuffix(arg, ".toml") }
	files := slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return !isFile(arg) })
	agents := slices.DeleteFunc(slices.Clone(args), isFile)
	switch {
	case len(agents) > 1:
		return nil, command.Usagef("there are two agents, %s and %s: name one, and case files (*.toml)", line(agents[0]), line(agents[1]))
	case len(agents) == 1:
		o.Flag.Value = agents[0]
	}
	caseOptions, err := o.Options(o.IsOwn())
	if err != nil {
		return nil, err
	}
	var read []*casefile.File
	switch {
	case len(files) > 0 && o.IsFromFlags():
		return nil, command.Usagef("--skill, --set, --data, --text and --table make a case without a file; do not combine them with files")
	case len(files) > 0:
		read, err = o.ReadCases(files, caseOptions)
	default:
		var file *casefile.File
		file, err = o.File(s, caseOptions)
		read = []*casefile.File{file}
	}
	if err != nil {
		return nil, err
	}
	for c := range casefile.All(read) {
		switch {
		case c.Problem != nil:
			return nil, command.Usagef("%s: %s", line(c.Name), c.Problem)
		case c.Skip != "":
			s.Warn("note: " + line(c.Name) + " is skipped: " + line(c.Skip))
		case len(list) == bench.MaxSamples:
			return nil, command.Usagef("there are more cases than the %d messages that can be measured", bench.MaxSamples)
		default:
			list = append(list, c)
		}
	}
	if len(list) == 0 {
		return nil, command.Usagef("there are no cases to send, so nothing was measured")
	}
	return list, nil
}

// guard refuses to send to a protected environment, or more than the budget of the suite.
func (o *options) guard(cases []*casefile.Case) error {
	for _, c := range cases {
		in, err := o.Protected(c)
		switch {
		case err != nil:
			return err
		case in != nil && in.Name != o.Allow:
			return command.Usagef("the environment %s is protected, so nothing was sent; allow the load with --allow %s", in.Name, in.Name)
		}
	}
	if o.Suite == nil || o.yes || o.dryRun {
		return nil
	}
	budget := o.Suite.Budget
	per := slices.MaxFunc(cases, func(x, y *casefile.Case) int { return x.Messages() - y.Messages() }).Messages()
	switch {
	case budget.Messages > 0 && o.count == 0:
		return command.Usagef("the suite has a budget of %d messages: use -n, or send them anyway with --yes", budget.Messages)
	case budget.Messages > 0 && (o.count+o.warmup)*per > budget.Messages:
		return command.Usagef("this sends up to %d messages, and the budget of the suite is %d; use a smaller -n, or send them anyway with --yes", (o.count+o.warmup)*per, budget.Messages)
	}
	return nil
}

// prepare opens the agents and validates what is sent.
func (o *options) prepare(ctx context.Context, s *command.Streams, cases []*casefile.Case) (senders []*plan.Sender, report *bench.Report, err error) {
	report = &bench.Report{Loop: "closed", Concurrency: o.jobs, Rate: o.rateText, Started: time.Now().Round(time.Second), Warmup: o.warmup}
	if !o.rate.IsZero() {
		report.Loop = "open"
	}
	for _, c := range cases {
		agent, err := o.Open(ctx, c)
		if err != nil {
			return nil, nil, environment.Unwrap(err)
		}
		sender, err := plan.NewSender(c, agent, plan.Options{Store: s.Store(), Record: plan.Record(o.record), Pace: o.Pace, See: o.Connect.PrintFrame(s)})
		if err != nil {
			return nil, nil, command.Usagef("%s: %s", line(c.Name), err)
		}
		senders = append(senders, sender)
		if report.URL == "" {
			report.Agent, report.URL, report.Skill = agent.Card().Name.Line(80).String(), command.Line(agent.Interface().URL), c.Skill
		}
		if !o.IsFromFlags() && len(report.Cases) < 20 {
			report.Cases = append(report.Cases, c.Name)
		}
		if !o.dryRun {
			continue
		}
		data, isShown := sender.Data()
		if !isShown {
			data = []byte("(not shown, because it holds a secret)")
		}
		if data == nil {
			data = []byte(c.Input.Text)
		}
		if _, err := fmt.Fprintf(s.Out, "%s to %s\n    %s\n", line(c.Name), report.URL, line(string(data))); err != nil {
			return nil, nil, err
		}
	}
	if o.dryRun {
		_, err = fmt.Fprintf(s.Out, "%s · nothing was sent (--dry-run)\n", o.amount())
	}
	return senders, report, err
}

// amount says how much would be sent.
func (o *options) amount() string {
	text := "up to " + strconv.Itoa(o.messages()+o.warmup) + " messages"
	if !o.rate.IsZero() {
		text += " at " + o.rateText
	}
	if o.duration > 0 {
		text += " for " + o.duration.String()
	}
	return text
}

// verdict is the error that the command ends with.
func verdict(r *bench.Report) error {
	failed := 0
	for _, t := range r.Thresholds {
		if !t.OK {
			failed++
		}
	}
	switch {
	case r.N == 0:
		return command.Usagef("nothing was measured: use a larger -n or --duration")
	case failed > 0:
		return command.CheckFailed(fmt.Sprintf("%d of %d thresholds failed", failed, len(r.Thresholds)), nil)
	case r.Baseline != nil && r.Baseline.Worse() > 0:
		return command.CheckFailed(fmt.Sprintf("%d of %d figures are worse than those of --baseline", r.Baseline.Worse(), len(r.Baseline.Changes)), nil)
	case r.OK == 0:
		return command.CheckFailed(fmt.Sprintf("all %d messages are errors, so no time was measured", r.N), nil)
	}
	return nil
}
