package qa

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/internal/cli/command"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/gen"
	"a2aform/internal/qa/report"
	"a2aform/internal/qa/runner"
)

// maxUnasked is how many messages are sent without a question.
const maxUnasked = 50

type generateOptions struct {
	testOptions
	make   gen.PackOptions
	to     string
	format string // of standard output
	run    bool
	quick  bool
}

func newGenerate(s *command.Streams) *cobra.Command {
	o := generateOptions{testOptions: testOptions{Agents: command.NewAgents(s), output: "text"}}
	o.make.Max = gen.DefaultMax
	cmd := &cobra.Command{
		Use:   "generate AGENT",
		Short: "Generate values at the edges of a skill's schema",
		Long: "Make values of the schema of a skill, each with one change from a base value: at the bounds of each keyword, and beyond. Each\n" +
			"value is validated before it is used. The base value is the first example of the card that is valid, else the smallest valid value.\n\n" +
			"Without other flags the command lists the values. With --to it writes case files that a2aform test runs. With --run it sends\n" +
			"the values and prints how the agent took each: the valid ones, with --invalid the invalid ones, with --valid\n" +
			"--invalid both.\n\n" +
			"A disputed value is one that validators disagree on, such as 1.0 as a whole number. It never fails, unless the agent crashes.\n" +
			"The exit code is 10 if the agent rejects a valid value, accepts an invalid one or crashes, and 2 if nothing was generated.",
		Example: "  a2aform cases generate demo --skill trip-planner\n  a2aform cases generate demo --skill fight-comparison --run \\\n    --valid --invalid --quick\n" +
			"  a2aform cases generate demo --skill trip-planner --to generated",
		Args: command.UsageArgs(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error { return runGenerate(cmd.Context(), s, &o, args) },
	}
	o.AddAgentFlags(cmd)
	o.AddEnvironmentFlags(cmd)
	f := cmd.Flags()
	f.StringVar(&o.make.Skill, "skill", "", "the skill's `ID`")
	f.StringVar(&o.make.Schema, "schema", "", "the `NAME` of the schema, if there are several")
	f.StringVar(&o.data, "data", "", "change this valid value, as `JSON` or a file of it (FILE or @FILE) (default an example of the card)")
	f.BoolVar(&o.make.Valid, "valid", false, "values that the schema accepts")
	f.BoolVar(&o.make.Invalid, "invalid", false, "values that the schema rejects; --run sends them only with this flag")
	f.BoolVar(&o.make.Hazards, "hazards", false, "also valid texts that programs trip over: long, right to left, with NUL, quotes, HTML or SQL")
	f.Uint64Var(&o.make.Seed, "seed", 1, "the `NUMBER` that random values follow; the same number gives the same values")
	f.StringVar(&o.to, "to", "", "write case files to the directory `DIR`")
	f.BoolVar(&o.run, "run", false, "send the values, and print how the agent took each")
	f.BoolVar(&o.quick, "quick", false, "with --run, cancel the task of a valid value once the agent works on it")
	f.BoolVar(&o.yes, "yes", false, fmt.Sprintf("send more than %d messages, more than the budget of the suite, or to a protected environment, without asking", maxUnasked))
	f.IntVarP(&o.jobs, "jobs", "j", 1, "send `N` values at the same time, at most 64")
	f.DurationVar(&o.timeout, "timeout", 0, "stop the whole command after `TIME`, such as 10m; 0 sets no limit")
	f.StringSliceVar(&o.failOn, "fail-on", []string{"fail", "error"}, "exit with 10 on the verdicts of this `LIST`: fail, error")
	f.StringSliceVar(&o.reports, "report", nil, "write a report as `FORMAT=FILE`: junit, csv, md or html; several with commas, or the flag again")
	f.StringVar(&o.record, "record", string(runner.RecordFailed), "save the runs of these `ATTEMPTS` to the history: failed, all or none")
	f.StringVarP(&o.format, "output", "o", "text", "print as `FORMAT`: text or json")
	command.MoveFlags(cmd, command.AllFlags, "schema", "data", "seed")
	return cmd
}

func (o *generateOptions) checkFlags() error {
	if err := o.check(); err != nil {
		return err
	}
	switch {
	case !slices.Contains([]string{"text", "json"}, o.format):
		return command.Usagef("-o %s is not known: use text or json", line(o.format))
	case o.make.Skill == "":
		return command.Usagef("name the skill with --skill")
	case !o.run && (o.quick || len(o.reports) > 0):
		return command.Usagef("--quick and --report need --run")
	}
	return nil
}

func runGenerate(ctx context.Context, s *command.Streams, o *generateOptions, args []string) error {
	if err := o.checkFlags(); err != nil {
		return err
	}
	reports, err := parseReports(s, o.reports, o.format)
	if err != nil {
		return err
	}
	defer o.Close()
	pack, err := o.pack(ctx, s, args)
	if err != nil {
		return err
	}
	if o.to != "" {
		if err := o.write(s, pack); err != nil {
			return err
		}
	}
	switch {
	case o.run:
		return o.send(ctx, s, pack, reports)
	case o.to != "":
		return nil
	}
	return o.print(s, pack, rowsOf(pack))
}

// write writes the case files.
func (o *generateOptions) write(s *command.Streams, pack *gen.Pack) error {
	for _, f := range pack.Files(o.to) {
		if err := f.Write(); err != nil {
			return command.Usagef("--to: %s", command.FileFault(err))
		}
		s.Warn("written: " + line(f.Path) + ", " + report.Counted(f.Cases, "case", "cases"))
	}
	return nil
}

// pack makes the cases of the skill.
func (o *generateOptions) pack(ctx context.Context, s *command.Streams, args []string) (*gen.Pack, error) {
	options, err := o.Options(false)
	if err != nil {
		return nil, err
	}
	if o.data != "" {
		if o.make.Base, err = command.ReadData(s, "--data", o.data); err != nil {
			return nil, err
		}
	}
	o.make.Defaults = options.Defaults
	if o.run && !o.make.Invalid {
		o.make.Valid = true
	}
	named, err := o.Named(args)
	if err != nil {
		return nil, err
	}
	agent, err := o.Open(ctx, &casefile.Case{Agent: named})
	if err != nil {
		return nil, command.Unwrap(err)
	}
	return o.packOf(agent, named)
}

func (o *generateOptions) packOf(agent *a2aclient.Agent, named string) (*gen.Pack, error) {
	pack, err := gen.NewPack(agent.Card(), o.make)
	if err != nil {
		return nil, command.Usagef("%s", err)
	}
	if len(pack.Items) == 0 {
		return nil, command.Usagef("nothing was generated: the schema says nothing that a value could break")
	}
	for _, c := range append(pack.Cases(), pack.Base.Test) {
		c.Agent = named
	}
	return pack, nil
}

// rowsOf are the rows of values that were not sent.
func rowsOf(pack *gen.Pack) []gen.Row {
	rows := []gen.Row{{Item: pack.Base}}
	for _, item := range pack.Items {
		rows = append(rows, gen.Row{Item: item})
	}
	return rows
}

// send sends the values, the base value first: where the agent does not accept that one, the others say nothing.
func (o *generateOptions) send(ctx context.Context, s *command.Streams, pack *gen.Pack, reports []*reportFile) error {
	cases := &selected{selection: &o.selection, made: append([]*casefile.Case{pack.Base.Test}, pack.Cases()...)}
	cases.count = len(cases.made)
	v, err := o.look(cases)
	if err == nil {
		err = o.guard(v)
	}
	if err == nil {
		err = o.askMany(v)
	}
	if err != nil {
		return err
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
	ran.lines = nil
	rows, isAccepted := pack.Run(ctx, runner.Options{
		Agent: o.Open, Store: s.Store(), Unrecorded: o.unrecorded, Jobs: o.jobs, Record: runner.Record(o.record), Quick: o.quick, Pace: o.Pace, See: o.Connect.PrintFrame(s), Done: ran.done,
		Report: ran.report,
	})
	err = errors.Join(ran.end(), o.print(s, pack, rows))
	o.limitRuns(s)
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return errors.Join(&timeoutError{ctx.Err()}, err)
	case err != nil, ctx.Err() != nil:
		return errors.Join(ctx.Err(), err)
	case gen.RefusesNothing(rows) && slices.Contains(o.failOn, string(check.Fail)):
		return command.CheckFailed("the agent rejects nothing: it accepted all invalid values", nil)
	}
	if err = o.verdict(ran); err != nil && !isAccepted && len(pack.Items) > 0 {
		s.Warn(fmt.Sprintf("note: the agent did not accept the base value, so the other %d values were not sent", len(pack.Items)))
	}
	return err
}

// askMany asks before many messages are sent, where no budget of a suite allows them.
func (o *generateOptions) askMany(v *survey) error {
	if v.messages <= maxUnasked || o.yes || o.Suite != nil && o.Suite.Budget > 0 {
		return nil
	}
	return o.confirm("this sends " + strconv.Itoa(v.messages) + " messages")
}
