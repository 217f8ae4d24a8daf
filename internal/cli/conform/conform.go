package conform

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/cli/environment"
	"a2aform/internal/cli/findings"
	"a2aform/internal/ojson"
	"a2aform/internal/qa/conform"
	"a2aform/internal/safe"
)

// maxJobs bounds -j.
const maxJobs = 64

type options struct {
	environment.Agents
	reports findings.Reports
	group   string
	checks  []string
	level   string
	data    string
	slow    string
	output  string
	timeout time.Duration
	run     conform.Options
}

// New is the command conform.
func New(s *command.Streams) *cobra.Command {
	o := &options{Agents: environment.New(s)}
	cmd := &cobra.Command{
		Use:   "conform AGENT",
		Short: "Check an agent against the object-schemas extension",
		Long: "Sends messages to an agent and checks, sentence by sentence, whether it keeps to the object-schemas extension (--ext object-schemas) or to\n" +
			"the guide to extensions (--ext extensions). The inputs are the examples of the card and generated values, valid and invalid.\n" +
			"A check whose question could not be answered is undecided, never a pass. Exit code 10 says that a MUST failed, or that none could be decided.\n" +
			"Some checks send invalid data and leave tasks canceled; a protected environment needs --allow.\n\n" +
			"The core protocol as a whole is checked by a2aproject/a2a-tck.",
		Example: "  a2aform conform localhost:9999 --only OS3.2\n  a2aform conform localhost:9999 --ext extensions --only EX3 -o json\n" +
			"  a2aform conform localhost:9999 --only OS1 --report html=conform.html",
		Args: command.UsageArgs(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error { return o.check(cmd.Context(), s, args) },
	}
	o.AddTargetFlags(cmd)
	o.reports.Add(cmd)
	f := cmd.Flags()
	f.StringVar(&o.group, "ext", "object-schemas", "the `GROUP` of checks: object-schemas or extensions")
	f.StringSliceVar(&o.checks, "only", nil, "only the checks with these `IDS`, such as OS3.4,OS3.6")
	f.StringVar(&o.run.Skill, "skill", "", "only the forms of the skill `ID`")
	f.StringVar(&o.data, "data", "", "a valid input, as `JSON`, to use before the examples of the card")
	f.StringVar(&o.slow, "slow-input", "", "an input, as `JSON`, whose task lasts or asks for something")
	f.StringVar(&o.level, "level", "must", "the weakest `LEVEL` that makes the exit code 10: must, should or may")
	f.StringVar(&o.run.Method, "method", "", "a method of an extension, by its `NAME` in JSON-RPC: does it need credentials like methods of A2A? (EX10)")
	f.BoolVar(&o.run.Online, "online", false, "request the specifications at the URIs of the extensions (EX11)")
	f.StringVarP(&o.output, "output", "o", "text", "print as `FORMAT`: text, json or jsonl")
	f.IntVarP(&o.run.Jobs, "jobs", "j", 4, "check `N` forms at the same time")
	f.DurationVar(&o.timeout, "timeout", time.Minute, "wait for the answer to a message for this `TIME`")
	f.Uint64Var(&o.run.Seed, "seed", 1, "the `NUMBER` that inputs are generated from")
	return cmd
}

// read reads the flags.
func (o *options) read() (err error) {
	if conform.Extensions[o.group] == "" {
		return command.Usagef("--ext %s: use object-schemas or extensions", safe.Text(o.group).Line(40))
	}
	if o.run.Checks, err = conform.Select(o.group, o.checks); err != nil {
		return command.Usagef("--only: %s", err)
	}
	if !slices.Contains(conform.Levels, conform.Level(o.level)) {
		return command.Usagef("--level %s: use must, should or may", safe.Text(o.level).Line(40))
	}
	if !slices.Contains([]string{"text", "json", "jsonl"}, o.output) {
		return command.Usagef("-o %s: use text, json or jsonl", safe.Text(o.output).Line(40))
	}
	if o.run.Jobs < 1 || o.run.Jobs > maxJobs || o.timeout <= 0 {
		return command.Usagef("-j and --timeout: use a number from 1 to %d, and a time such as 30s", maxJobs)
	}
	for _, input := range []struct {
		flag, text string
		into       *json.RawMessage
	}{{"--data", o.data, &o.run.Data}, {"--slow-input", o.slow, &o.run.Slow}} {
		if input.text == "" {
			continue
		}
		v, err := ojson.Parse([]byte(input.text), ojson.DataLimits)
		if err != nil {
			return command.Usagef("%s is not JSON: %s", input.flag, err)
		}
		*input.into = v.Compact()
	}
	o.run.Timeout = o.timeout
	return o.reports.Check()
}

func (o *options) check(ctx context.Context, s *command.Streams, args []string) error {
	if err := o.read(); err != nil {
		return err
	}
	agent, err := o.OpenTarget(ctx, args, "conform sends many messages, some with invalid data")
	if err != nil {
		return err
	}
	defer o.Close()
	card := agent.Card()
	if o.run.Skill != "" && card.Skill(o.run.Skill) == nil {
		return command.Usagef("the agent has no skill %s", safe.Text(o.run.Skill).Line(60))
	}
	o.run.Agent, o.run.Pace = agent, o.Pace
	out := &printer{streams: s, format: o.output, card: card}
	o.run.See = out.see
	report, stopped := conform.Run(o.Connect.Traced(ctx, s), o.run)
	document := report.Document(card.Source, card.Raw, conform.Level(o.level))
	if err := errors.Join(out.print(report, document), o.reports.Write(document)); err != nil {
		return err
	}
	if stopped != nil {
		return stopped
	}
	why := report.Failure(conform.Level(o.level))
	if why == "" {
		return nil
	}
	if o.output == "text" && o.reports.IsEmpty() {
		s.Warn("note: --report html=FILE shows the messages that prove each result")
	}
	return command.CheckFailed(why, nil)
}
