package diff

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/a2aclient"
	"a2aform/internal/cli/command"
	"a2aform/internal/cli/qa"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/diff"
	"a2aform/internal/qa/plan"
	"a2aform/internal/qa/report"
	"a2aform/internal/qa/rundiff"
	"a2aform/internal/safe"
)

// Fill has the user fill in the form of a skill, and returns its JSON; nil where the user gave up.
type Fill func(ctx context.Context, card *a2aclient.Card, skill, schema string) ([]byte, error)

type compareOptions struct {
	options
	qa.CaseFlags
	connect command.ConnectFlags
	agents  string
	failOn  string
	yes     bool
	fill    Fill
}

// NewCompare is the command compare.
func NewCompare(s *command.Streams, fill Fill) *cobra.Command {
	o := compareOptions{fill: fill}
	cmd := &cobra.Command{
		Use:   "compare A B",
		Short: "Send the same to two agents and compare the answers",
		Long: "Sends the same message to the agents A and B, one after the other, and compares what comes back like runs diff: the outputs place\n" +
			"by place, the states and the times. Below them are the timelines of both runs, side by side. Both runs are kept in the history.\n" +
			"Without --set, --data and --text the form of the skill opens on the terminal. With --agents the arguments are case files, and each\n" +
			"of their cases is sent to both agents.\n\n" +
			"Credentials and headers of flags are sent to both agents.",
		Example: "  a2aform compare localhost:9999 demo --skill fight-comparison \\\n    --set a=Lion --set b=Tiger --yes\n" +
			"  a2aform compare --agents localhost:9999,demo .a2aform/cases --yes",
		Args: command.UsageArgs(cobra.ArbitraryArgs),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), s, args) },
	}
	o.connect.Add(cmd)
	o.connect.AddDebug(cmd)
	o.connect.AddPolling(cmd)
	o.Add(cmd)
	o.add(cmd)
	f := cmd.Flags()
	f.StringVar(&o.agents, "agents", "", "the two agents, as `A,B`; the arguments are then case files")
	f.StringVar(&o.failOn, "fail-on", "none", "exit with 10 `WHEN` the answers differ: differ or none")
	f.BoolVar(&o.yes, "yes", false, "send without asking; needed where there is no terminal")
	return cmd
}

func (o *compareOptions) run(ctx context.Context, s *command.Streams, args []string) error {
	rules, err := o.rules()
	if err != nil {
		return err
	}
	refs, paths, err := o.sides(args)
	switch {
	case err != nil:
		return err
	case o.failOn != "differ" && o.failOn != "none":
		return command.Usagef("--fail-on %s is not known: use differ or none", safe.Text(o.failOn).Line(40))
	case s.Store() == nil:
		return command.Usagef("there is no home directory for the runs: set HOME or A2AFORM_HOME")
	}
	var sides [2]*a2aclient.Agent
	for i, ref := range refs {
		if sides[i], err = o.open(ctx, s, ref); err != nil {
			return fmt.Errorf("%s: %w", safe.Text(ref).Line(80), err)
		}
		defer sides[i].Close()
	}
	cases, err := o.cases(ctx, s, paths, sides[0])
	if err != nil {
		return err
	}
	if err := o.confirm(s, cases, refs); err != nil {
		return err
	}
	return o.compareAll(ctx, s, cases, refs, sides, rules)
}

// sides are the two agents, and the case files.
func (o *compareOptions) sides(args []string) (refs, paths []string, err error) {
	if o.agents == "" {
		if len(args) != 2 {
			return nil, nil, command.Usagef("name two agents: a2aform compare A B --skill ID, or a2aform compare --agents A,B CASE...")
		}
		return args, nil, nil
	}
	refs = strings.Split(o.agents, ",")
	switch {
	case len(refs) != 2 || slices.Contains(refs, ""):
		return nil, nil, command.Usagef("--agents %s: name two agents, as A,B", safe.Text(o.agents).Line(80))
	case len(args) == 0:
		return nil, nil, command.Usagef("name the case files that are sent to both agents")
	case o.IsFromFlags():
		return nil, nil, command.Usagef("--skill, --set, --data, --text and --table make a case without a file; do not combine them with --agents")
	case o.format == "html":
		return nil, nil, command.Usagef("-o html is for one comparison: use text, json or md for case files")
	}
	return refs, args, nil
}

func (o *compareOptions) open(ctx context.Context, s *command.Streams, ref string) (*a2aclient.Agent, error) {
	connect := o.connect // what is saved with one agent is not for the other
	card, err := connect.Fetch(ctx, s, &command.AgentFlag{Value: ref}, nil)
	if err != nil {
		return nil, err
	}
	agent, err := connect.Open(ctx, s, card)
	if err == nil {
		command.WarnCredentials(s, agent, nil)
	}
	return agent, err
}

// cases are those of the files, or the one of the flags.
func (o *compareOptions) cases(ctx context.Context, s *command.Streams, paths []string, first *a2aclient.Agent) (list []*casefile.Case, err error) {
	var files []*casefile.File
	if paths == nil {
		if err := o.fillIn(ctx, first); err != nil {
			return nil, err
		}
		file, err := o.File(s, casefile.Options{})
		if err != nil {
			return nil, err
		}
		files = []*casefile.File{file}
	} else {
		found, missing := casefile.Find(paths)
		read, problems := casefile.ReadAll(found, casefile.Options{})
		for _, p := range append(missing, problems...) {
			s.Warn(p.Error())
		}
		if len(missing)+len(problems) > 0 {
			return nil, command.Usagef("the case files have problems, so nothing was sent")
		}
		files = read
	}
	for c := range casefile.All(files) {
		if c.Skip != "" {
			s.Warn("note: " + safe.Text(c.Name).Line(80).String() + " is skipped: " + safe.Text(c.Skip).Line(200).String())
			continue
		}
		once := *c
		once.Repeat, once.Retries, once.Expect, once.Agent = 1, 0, casefile.Expect{}, ""
		list = append(list, &once)
	}
	if len(list) == 0 {
		return nil, command.Usagef("there are no cases to send in %s", strings.Join(paths, ", "))
	}
	return list, nil
}

// fillIn opens the form where no flag says what is sent.
func (o *compareOptions) fillIn(ctx context.Context, agent *a2aclient.Agent) error {
	if o.HasInput() {
		return nil
	}
	data, err := o.fill(ctx, agent.Card(), o.Skill(), o.Schema())
	switch {
	case err != nil:
		return err
	case data == nil:
		return context.Canceled
	}
	o.yes = true // it was reviewed
	o.SetData(data)
	return nil
}

// confirm asks before anything is sent.
func (o *compareOptions) confirm(s *command.Streams, cases []*casefile.Case, refs []string) error {
	what := "Send " + report.Counted(len(cases), "message", "messages") + " to each of " + safe.Text(strings.Join(refs, " and ")).Line(200).String() + "?"
	switch {
	case o.yes:
		return nil
	case !s.InTTY || s.IsDumb():
		return command.Usagef("this sends to two agents, so it needs --yes where there is no terminal")
	}
	s.Ask(what + " [Y/n] ")
	said, err := bufio.NewReader(s.In).ReadString('\n')
	if answer := strings.ToLower(strings.TrimSpace(said)); err != nil || !slices.Contains([]string{"", "y", "yes"}, answer) {
		return command.Usagef("nothing was sent")
	}
	return nil
}

// compareAll sends each case to both agents, and prints each comparison when it is there.
func (o *compareOptions) compareAll(ctx context.Context, s *command.Streams, cases []*casefile.Case, refs []string, sides [2]*a2aclient.Agent, rules *diff.Rules) error {
	var failures []error
	different, out := 0, listed{w: o.writer(s), format: o.format, isList: o.agents != ""}
	for _, c := range cases {
		var ran [2]*rundiff.Side
		var err error
		for i, agent := range sides {
			ran[i], err = o.send(ctx, s, c, agent)
			if err != nil {
				break
			}
			ran[i].Name = safe.Text(refs[i]).Line(40).String() + ", " + ran[i].Name
		}
		if ctx.Err() != nil {
			return cmp.Or(out.end(), ctx.Err())
		}
		if err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", safe.Text(c.Name).Line(80), err))
			continue
		}
		r := rundiff.Compare(ran[0], ran[1], rules)
		if r.Differs() {
			different++
		}
		if err := out.print(c.Name, func(w io.Writer) error { return o.printWithTimes(w, r) }); err != nil {
			return err
		}
	}
	if err := out.end(); err != nil {
		return err
	}
	switch {
	case len(failures) > 0:
		return errors.Join(failures...)
	case different > 0 && o.failOn == "differ" && o.agents != "":
		return command.CheckFailed(fmt.Sprintf("the answers to %d of %d cases differ", different, len(cases)), nil)
	case different > 0 && o.failOn == "differ":
		return command.CheckFailed("the answers differ", nil)
	}
	return nil
}

// printWithTimes prints a comparison; as text, with the timelines of both runs.
func (o *compareOptions) printWithTimes(w io.Writer, r *rundiff.Report) error {
	if err := o.print(w, r); err != nil || o.format != "text" {
		return err
	}
	return r.WriteTimelines(w)
}

// send runs a case with an agent, and opens the run that was kept.
func (o *compareOptions) send(ctx context.Context, s *command.Streams, c *casefile.Case, agent *a2aclient.Agent) (*rundiff.Side, error) {
	var result *plan.Result
	plan.Run(ctx, slices.Values([]*casefile.Case{c}), plan.Options{
		Agent: func(context.Context, *casefile.Case) (*a2aclient.Agent, error) { return agent, nil },
		Store: s.Store(), Record: plan.RecordAll, See: o.connect.PrintFrame(s), Done: func(r *plan.Result) { result = r },
	})
	switch {
	case result == nil || ctx.Err() != nil:
		return nil, context.Canceled
	case len(result.Attempts) == 0:
		return nil, command.Usagef("nothing was sent: %s", cmp.Or(result.Err, errors.New("the case is skipped")))
	}
	last := result.Attempts[len(result.Attempts)-1]
	info, err := s.Store().FindRun(last.Run)
	if err != nil {
		if result.Verdict == check.Error && result.Err != nil {
			return nil, result.Err
		}
		return nil, fmt.Errorf("its run was not kept: %w", err)
	}
	return rundiff.OpenRun(info.Path)
}
