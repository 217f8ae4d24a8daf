package doctor

import (
	"context"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/cli/environment"
	"a2aform/internal/cli/findings"
	"a2aform/internal/qa/doctor/rule"
	"a2aform/internal/qa/finding"
	"a2aform/internal/safe"
)

// options are the flags of the command.
type options struct {
	agent        command.AgentFlag
	connect      command.ConnectFlags
	only, ignore []string
	explain      string
	live         bool
	failOn       string
	baseline     string
	update       bool
	format       string
	reports      findings.Reports
	timeout      time.Duration
	quiet        bool
	environments environment.Environments
}

// New is the command.
func New(s *command.Streams) *cobra.Command {
	o := options{environments: environment.Environments{Streams: s}}
	cmd := &cobra.Command{
		Use:   "doctor [AGENT...]",
		Short: "Check agent cards and their schemas against rules",
		Long: "Checks agent cards and their schemas against the rules of their version of A2A, of object schemas and of JSON Schema, and says for each\n" +
			"finding where it is, why it matters and how to fix it. A card that no client opens is checked too. Nothing is sent to the agent but the\n" +
			"request for its card; --live also sends calls that the agent must refuse.",
		Example: "  a2aform doctor localhost:9999\n  a2aform doctor localhost:9999 --live --report sarif=doctor.sarif\n  a2aform doctor --explain O04",
		Args:    command.UsageArgs(cobra.ArbitraryArgs),
		RunE:    func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), s, args) },
	}
	o.agent.Add(cmd)
	o.connect.Add(cmd)
	o.connect.AddDebug(cmd)
	o.reports.Add(cmd)
	f := cmd.Flags()
	f.StringVarP(&o.environments.Name, "env", "e", "", "AGENT is one of the environment `NAME` of .a2aform/suite.toml")
	_ = cmd.RegisterFlagCompletionFunc("env", environment.CompleteEnvironments)
	f.StringArrayVar(&o.connect.Trusted, "trust", nil, "send secrets of an environment to this `HOST`, such as agents.example.com; may be repeated; see a2aform agents trust")
	f.BoolVar(&o.quiet, "quiet", false, "print only findings that fail (--fail-on); -o json and jsonl still print all")
	f.StringSliceVar(&o.only, "only", nil, "check only these `RULES`, such as O04,S* (repeatable)")
	f.StringSliceVar(&o.ignore, "ignore", nil, "leave out these `RULES`, such as O04,S* (repeatable)")
	f.StringVar(&o.explain, "explain", "", "explain a `RULE`: what it demands and where that is written, a card that breaks it and one that does not")
	f.BoolVar(&o.live, "live", false, "also check the agent itself, with GET requests and calls that it must refuse")
	f.StringVar(&o.failOn, "fail-on", "error", "exit with 10 where there are findings of this `LEVEL` or worse: error, warning, note or none")
	f.StringVar(&o.baseline, "baseline", "", "report only findings that are not in this `FILE`, by rule and place")
	f.BoolVar(&o.update, "update", false, "write the findings to the file of --baseline")
	f.StringVarP(&o.format, "output", "o", "text", "print as `FORMAT`: text, json or jsonl")
	f.DurationVar(&o.timeout, "timeout", 0, "end after this `TIME`, such as 30s, with what was checked (default none)")
	return cmd
}

func (o *options) check() error {
	switch {
	case !slices.Contains([]string{"text", "json", "jsonl"}, o.format):
		return command.Usagef("-o %s is not known: use text, json or jsonl", safe.Text(o.format).Line(40))
	case !slices.Contains([]string{"error", "warning", "note", "none"}, o.failOn):
		return command.Usagef("--fail-on %s is not known: use error, warning, note or none", safe.Text(o.failOn).Line(40))
	case o.update && o.baseline == "":
		return command.Usagef("--update has no effect without --baseline FILE")
	case o.timeout < 0:
		return command.Usagef("--timeout %s: use a time such as 30s", o.timeout)
	}
	return nil
}

// rules are those that the flags choose.
func (o *options) rules() ([]*rule.Rule, error) {
	chosen, err := rule.Select(o.only)
	if err != nil {
		return nil, command.Usagef("--only: %s", err)
	}
	if len(o.ignore) > 0 {
		ignored, err := rule.Select(o.ignore)
		if err != nil {
			return nil, command.Usagef("--ignore: %s", err)
		}
		chosen = slices.DeleteFunc(slices.Clone(chosen), func(r *rule.Rule) bool { return slices.Contains(ignored, r) })
	}
	chosen = slices.DeleteFunc(slices.Clone(chosen), func(r *rule.Rule) bool { return r.Live && !o.live })
	if len(chosen) == 0 {
		return nil, command.Usagef("no rule is left to check; see --only, --ignore and --live")
	}
	return chosen, nil
}

func (o *options) run(ctx context.Context, s *command.Streams, args []string) error {
	if err := o.check(); err != nil {
		return err
	}
	if o.explain != "" {
		return o.explainRule(s, args)
	}
	rules, err := o.rules()
	if err != nil {
		return err
	}
	if err := o.reports.Check(); err != nil {
		return err
	}
	known, err := o.readBaseline()
	if err != nil {
		return err
	}
	if o.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.timeout)
		defer cancel()
	}
	d := &finding.Document{Tool: "doctor", Quiet: o.quiet}
	if o.failOn != "none" {
		d.FailOn = finding.Level(o.failOn)
	}
	for _, r := range rules {
		d.Rules = append(d.Rules, r.Report())
	}
	if len(args) == 0 {
		args = []string{""}
	}
	var failed error // of the first agent that could not be checked
	for _, ref := range args {
		report, err := o.checkOne(ctx, s, ref, rules)
		if err != nil {
			if failed == nil {
				failed = err
			} else {
				s.Warn(err.Error())
			}
			continue
		}
		d.Reports = append(d.Reports, report)
	}
	return o.finish(s, d, known, failed)
}

// finish writes what was found, and decides on the exit code.
func (o *options) finish(s *command.Streams, d *finding.Document, known *finding.Report, failed error) error {
	if o.update && failed == nil {
		return o.writeBaseline(s, d)
	}
	for i, r := range d.Reports {
		if known != nil {
			d.Reports[i] = r.Without(known)
		}
	}
	if err := o.reports.Write(d); err != nil {
		return err
	}
	if len(d.Reports) > 0 {
		if err := o.print(s, d); err != nil {
			return err
		}
	}
	if failed != nil {
		return failed
	}
	for _, r := range d.Reports {
		if r.Checked() == 0 && known == nil {
			return command.Usagef("no rule could be checked in %s: the rules that were chosen are about other cards", safe.Text(r.Target).Line(200))
		}
	}
	if n := d.Failed(); n > 0 {
		return command.CheckFailed(failure(n, d.FailOn), nil)
	}
	return nil
}
