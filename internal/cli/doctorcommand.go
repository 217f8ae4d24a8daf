package cli

import (
	"context"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/doctor"
	"a2aform/internal/safe"
)

// doctorOptions are the flags of the command.
type doctorOptions struct {
	agent        command.AgentFlag
	connect      command.ConnectFlags
	ignore       []string
	places       map[known]bool // that --ignore names
	explain      string
	live, yes    bool
	jobs         int
	failOn       []string
	format       string
	reports      reports
	timeout      time.Duration
	environments command.Environments
}

// newDoctor is the command.
func newDoctor(s *command.Streams) *cobra.Command {
	o := doctorOptions{environments: command.Environments{Streams: s}}
	cmd := &cobra.Command{
		Use:   "doctor [AGENT...]",
		Short: "Check agent cards and their schemas against rules",
		Long: "Check agent cards and their schemas against the rules of their version of A2A, of object schemas and of JSON Schema, and say for each\n" +
			"finding where it is, why it matters and how to fix it. A card that no client opens is checked too. Nothing is sent to the agent but the\n" +
			"request for its card.\n\n" +
			"--live also checks the agent itself: how it refuses calls, whether it asks for credentials where its card does, and whether it keeps to\n" +
			"object schemas. It sends messages with the examples of the card and generated values, valid and invalid, checks each answer, and cancels the\n" +
			"tasks that it leaves. A check whose question could not be answered is undecided, never a pass. The core protocol as a whole is checked by\n" +
			"a2aproject/a2a-tck.",
		Example: "  a2aform doctor localhost:9999\n  a2aform doctor localhost:9999 --live --report junit=doctor.xml\n  a2aform doctor --explain O04",
		Args:    command.UsageArgs(cobra.ArbitraryArgs),
		RunE:    func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), s, args) },
	}
	o.agent.Add(cmd)
	o.connect.Add(cmd)
	o.connect.AddDebug(cmd)
	o.reports.add(cmd)
	f := cmd.Flags()
	f.StringVarP(&o.environments.Name, "env", "e", "", "AGENT is one of the environment `NAME` of .a2aform/suite.toml")
	_ = cmd.RegisterFlagCompletionFunc("env", command.CompleteEnvironments)
	f.StringSliceVar(&o.ignore, "ignore", nil, "leave out these `RULES`, such as O04,S*; @FILE for a file that has on each line a rule, or a rule and a place")
	f.StringVar(&o.explain, "explain", "", "explain a `RULE`: what it demands and where that is written, a card that breaks it and one that does not")
	f.BoolVar(&o.live, "live", false, "also check the agent itself: with calls that it must refuse, and with messages, valid and invalid")
	f.BoolVar(&o.yes, "yes", false, "send the messages of --live to an agent of a protected environment, too")
	f.IntVarP(&o.jobs, "jobs", "j", doctor.Jobs, "with --live, have up to `N` messages under way at the same time")
	f.StringSliceVar(&o.failOn, "fail-on", []string{"error"}, "exit with 10 on findings of the levels in this `LIST`, and on worse ones: error, warning, note; none for never")
	f.StringVarP(&o.format, "output", "o", "text", "print as `FORMAT`: text or json")
	f.DurationVar(&o.timeout, "timeout", 0, "stop the whole command after `TIME`, such as 10m, and print what was checked by then; 0 sets no limit")
	return cmd
}

// levels are what --fail-on takes, the mildest first.
var levels = []string{"none", "note", "warning", "error"}

func (o *doctorOptions) check() error {
	switch {
	case !slices.Contains([]string{"text", "json"}, o.format):
		return command.Usagef("-o %s is not known: use text or json", safe.Text(o.format).Line(40))
	case slices.ContainsFunc(o.failOn, func(level string) bool { return !slices.Contains(levels, level) }):
		return command.Usagef("--fail-on %s is not known: use error, warning, note or none", safe.Text(strings.Join(o.failOn, ",")).Line(40))
	case o.jobs < 1:
		return command.Usagef("-j %d: use a number from 1 on", o.jobs)
	case o.timeout < 0:
		return command.Usagef("--timeout %s: use a time such as 30s", o.timeout)
	}
	return nil
}

// rules are the rules that the flags choose.
func (o *doctorOptions) rules() ([]*doctor.Rule, error) {
	ignored, err := o.ignored()
	if err != nil {
		return nil, err
	}
	chosen := slices.DeleteFunc(slices.Clone(doctor.AllRules()), func(r *doctor.Rule) bool { return r.Live && !o.live || slices.Contains(ignored, r) })
	if len(chosen) == 0 {
		return nil, command.Usagef("no rule is left to check; see --ignore and --live")
	}
	return chosen, nil
}

// known is a finding that --ignore names.
type known struct{ rule, pointer string }

// maxIgnored is how large a file of --ignore may be.
const maxIgnored = 1 << 20

// ignored are the rules that --ignore names, by themselves and in files. Rules of one place are kept in places.
func (o *doctorOptions) ignored() (all []*doctor.Rule, err error) {
	o.places = map[known]bool{}
	for _, name := range o.ignore {
		lines := []string{name}
		if path, isFile := strings.CutPrefix(name, "@"); isFile {
			info, err := os.Stat(path)
			if err == nil && info.Size() > maxIgnored {
				return nil, command.Usagef("--ignore %s: it is too large", safe.Text(name).Line(200))
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return nil, command.Usagef("--ignore %s: %s", safe.Text(name).Line(200), command.FileFault(err))
			}
			lines = strings.Split(string(data), "\n")
		}
		for _, line := range lines {
			id, pointer, hasPlace := strings.Cut(strings.TrimSpace(line), " ")
			if id == "" || strings.HasPrefix(id, "#") {
				continue
			}
			if strings.EqualFold(id, client.ID) {
				o.places[known{client.ID, ""}] = true
				continue
			}
			found, err := doctor.SelectRules([]string{id})
			switch {
			case err != nil:
				return nil, command.Usagef("--ignore: %s", err)
			case !hasPlace:
				all = append(all, found...)
			default:
				o.places[known{strings.ToUpper(id), strings.TrimSpace(pointer)}] = true
			}
		}
	}
	return all, nil
}

func (o *doctorOptions) run(ctx context.Context, s *command.Streams, args []string) error {
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
	if err := o.reports.check(s, o.format); err != nil {
		return err
	}
	if o.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.timeout)
		defer cancel()
	}
	d := &doctor.Document{Tool: "doctor"}
	if i := slices.IndexFunc(levels[1:], func(level string) bool { return slices.Contains(o.failOn, level) }); i >= 0 {
		d.FailOn = doctor.Level(levels[i+1])
	}
	for _, r := range rules {
		d.Rules = append(d.Rules, r.Report())
	}
	d.Rules = append(d.Rules, client)
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
		}
		if report == nil {
			d.Unchecked = append(d.Unchecked, doctor.Unchecked{Target: ref, Why: err.Error()})
			continue
		}
		d.Reports = append(d.Reports, report)
	}
	return o.finish(s, d, failed)
}

// finish writes what was found, and decides on the exit code.
func (o *doctorOptions) finish(s *command.Streams, d *doctor.Document, failed error) error {
	for _, r := range d.Reports {
		r.Findings = slices.DeleteFunc(r.Findings, func(f doctor.Finding) bool { return o.places[known{f.Rule, f.Pointer}] })
	}
	if err := o.reports.write(d); err != nil {
		return err
	}
	if len(d.Reports) > 0 {
		if err := o.print(o.reports.beside(s), d); err != nil {
			return err
		}
	}
	for _, r := range d.Reports {
		annotateFindings(s, r)
	}
	if failed != nil {
		return failed
	}
	for _, r := range d.Reports {
		if r.Checked() == 0 && len(o.places) == 0 {
			return command.Usagef("no rule could be checked in %s: the rules that were chosen are about other cards", safe.Text(r.Target).Line(200))
		}
	}
	if n := d.Failed(); n > 0 {
		return command.CheckFailed(failure(n, d.FailOn), nil)
	}
	return nil
}
