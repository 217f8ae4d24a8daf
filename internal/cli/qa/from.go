package qa

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/fileschema"
	"a2aform/internal/qa/report"
	"a2aform/internal/qa/runner"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

type fromOptions struct {
	testOptions
	target
	same   bool
	thread bool
}

func newFrom(s *command.Streams) *cobra.Command {
	o := fromOptions{testOptions: testOptions{Agents: command.NewAgents(s)}}
	cmd := &cobra.Command{
		Use:   "from RUN",
		Short: "Write a test case from a recorded run",
		Long: "Write a case that sends the input and the answers of a run. The case expects the state of the run, the schemas of its\n" +
			"output, and valid output if that of the run was valid. With --to it also expects the same output, which is written to a\n" +
			"golden file next to the case; ids and times in it may differ. RUN is a run's id, a prefix of it, the path of a run file, or last.\n\n" +
			"With --repeat the command sends the case several times first. What varies in the output is left out of the comparison, and the\n" +
			"case limits the times to three times the slowest.",
		Example: "  a2aform cases from last --to lion\n  a2aform cases from last --to tiger --repeat 8\n" +
			"  a2aform cases from last --thread --to order",
		Args:    command.UsageArgs(cobra.ExactArgs(1)),
		PreRunE: func(*cobra.Command, []string) error { return o.place() },
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.thread {
				if o.repeat > 0 || cmd.Flags().Changed("same") || o.to == "" {
					return command.Usagef("--thread writes a file for each run: name them with --to, such as --to order; --same and --repeat do not go with it")
				}
				return o.writeFlow(s, args[0])
			}
			if o.to == "" {
				if o.repeat > 0 || cmd.Flags().Changed("same") && o.same {
					return command.Usagef("--same and --repeat need a file for the output: name the case, such as --to fight")
				}
				o.same = false
			}
			return runFrom(cmd.Context(), s, &o, args[0])
		},
	}
	o.AddAgentFlags(cmd)
	o.addTarget(cmd)
	f := cmd.Flags()
	f.Lookup("agent-card").Usage = "the `AGENT` of the case, and of --repeat; without it the case has none, and --repeat takes that of the run"
	f.BoolVar(&o.same, "same", true, "expect the same output; --same=false leaves that out")
	f.BoolVar(&o.thread, "thread", false, "write a case for each of the runs that fed one another: each needs the one before it, which captures what filled in the form")
	f.IntVar(&o.repeat, "repeat", 0, "send the case `K` times, and expect what does not vary")
	f.IntVarP(&o.jobs, "jobs", "j", 1, "send `N` of the repeats at the same time, at most 64")
	f.BoolVar(&o.yes, "yes", false, "send the repeats to an agent of a protected environment, too")
	return cmd
}

func runFrom(ctx context.Context, s *command.Streams, o *fromOptions, name string) error {
	if err := o.checkCounts(); err != nil {
		return err
	}
	info, err := command.FindRun(s, name)
	if err != nil {
		return err
	}
	source, err := runner.OpenSource(info.Path)
	if err != nil {
		return err
	}
	c, err := source.Case()
	if err != nil {
		return err
	}
	c.Agent = o.Flag.Value
	var repeats []runner.Attempt
	if o.repeat > 0 {
		if o.Flag.Value == "" {
			o.Flag.Value = info.Source.Exact() //nolint:forbidigo // opened, never printed
		}
		if repeats, err = o.repeats(ctx, s, c); err != nil {
			return err
		}
	}
	isSame := o.same && source.ExpectSame(c, "golden/${case}.json")
	if repeats != nil {
		for _, place := range source.Learn(c, repeats) {
			s.Warn("varies " + report.PlaceText(place))
		}
	}
	if err := o.writeCase(s, c); err != nil || !isSame {
		return err
	}
	return writeGolden(s, o.to, *source.Now)
}

// writeFlow writes a case for each run of the thread of a run, FILE-1.toml the first. Each names the agent of its run, if no other one is named.
func (o *fromOptions) writeFlow(s *command.Streams, name string) error {
	info, err := command.FindRun(s, name)
	if err != nil {
		return err
	}
	thread, _, err := command.FindThread(s, info, name)
	if err != nil {
		return err
	}
	file := strings.TrimSuffix(o.to, filepath.Ext(o.to))
	cases, err := runner.Flow(thread, cmp.Or(o.name, filepath.Base(file)))
	if err != nil {
		return err
	}
	for i, c := range cases {
		if o.Flag.Value != "" {
			c.Agent = o.Flag.Value
		}
		one := target{name: c.Name, tags: o.tags, to: fmt.Sprintf("%s-%d.toml", file, i+1)}
		if err := one.writeCase(s, c); err != nil {
			return err
		}
	}
	return nil
}

// repeats sends a case several times. It fails unless each of them ends as the case expects.
func (o *fromOptions) repeats(ctx context.Context, s *command.Streams, c *casefile.Case) ([]runner.Attempt, error) {
	options, err := o.Options(true)
	if err != nil {
		return nil, err
	}
	f, problems := casefile.Parse(o.to, casefile.Format(c), options)
	if len(problems) > 0 {
		return nil, fmt.Errorf("the case cannot be written: %w", problems[0])
	}
	cases := &selected{selection: &o.selection, made: []*casefile.Case{f.First()}, count: 1}
	v, err := o.look(cases)
	if err == nil {
		err = o.guard(v)
	}
	if err != nil {
		return nil, err
	}
	defer o.Close()
	var result *runner.Result
	runner.Run(ctx, cases.cases(), runner.Options{
		Agent: o.Open, Store: s.Store(), Jobs: o.jobs, Repeat: o.repeat, Record: runner.RecordFailed, Pace: o.Pace, See: o.Connect.PrintFrame(s),
		Report: func(r *runner.Result) { result = r },
	})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case result.Err != nil:
		return nil, command.Unwrap(result.Err)
	case result.Verdict != check.Pass:
		for _, l := range report.Lines(result) {
			s.Warn(l)
		}
		return nil, command.CheckFailed(fmt.Sprintf("%d of %d repeats did not end as the run did, so nothing was written", result.Repeats-result.Passed, result.Repeats), nil)
	}
	return result.Attempts, nil
}

// target is the flags that say where to write a case, and its name and tags.
type target struct {
	name string
	tags []string
	to   string
}

func (o *target) addTarget(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.name, "name", "", "the `NAME` of the case (default the name of its file)")
	f.StringArrayVar(&o.tags, "tag", nil, "a tag `T` of the case; may be repeated")
	f.StringVar(&o.to, "to", "", "write a new `FILE`; a name such as fight is .a2aform/cases/fight.toml (default standard output)")
}

// place makes a path of a name alone: of a file where the command test finds it.
func (o *target) place() error {
	if o.to == "-" { // standard output
		o.to = ""
	}
	if o.to == "" || o.to != filepath.Base(o.to) || filepath.Ext(o.to) != "" {
		return nil
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	cases, err := runner.CasesDir(dir)
	if err != nil {
		return command.Usagef("--to: %s", err)
	}
	path := filepath.Join(cases, o.to+".toml")
	if o.to, err = filepath.Rel(dir, path); err != nil {
		o.to = path
	}
	return nil
}

// writeCase writes a case, and never over a file.
func (o *target) writeCase(s *command.Streams, c *casefile.Case) error {
	c.Name, c.Tags = o.name, o.tags
	text := casefile.Format(c)
	if _, problems := casefile.Parse(o.to, text, casefile.Options{}); len(problems) > 0 {
		return fmt.Errorf("the case cannot be written: %w", problems[0])
	}
	if o.to == "" {
		_, err := s.Out.Write(text)
		return err
	}
	text = append([]byte(fileschema.Comment(o.to)), text...)
	if err := os.MkdirAll(filepath.Dir(o.to), 0o750); err != nil {
		return fmt.Errorf("--to: %s", command.FileFault(err))
	}
	err := store.WriteNew(o.to, func(w io.Writer) error {
		_, err := io.Copy(w, bytes.NewReader(text))
		return err
	})
	if errors.Is(err, fs.ErrExist) {
		return command.Usagef("--to %s: the file exists; name another one", safe.Text(o.to).Line(200))
	}
	if err != nil {
		return fmt.Errorf("--to: %s", command.FileFault(err))
	}
	s.Warn("written: " + safe.Path(o.to, ".").String())
	return nil
}

type newOptions struct {
	command.Agents
	target
	caseFlags
	invalid bool
}

func newNew(s *command.Streams) *cobra.Command {
	o := newOptions{Agents: command.NewAgents(s)}
	cmd := &cobra.Command{
		Use:   "new AGENT",
		Short: "Write a test case from flags",
		Long: "Validate the input against the agent's schema, then write a case that sends it. The command requests the agent's card\n" +
			"and sends nothing else. Add to the file what you expect of the answer.",
		Example: "  a2aform cases new demo --skill fight-comparison \\\n    --set a=Lion --set b=Tiger --tag smoke",
		Args:    command.UsageArgs(cobra.MaximumNArgs(1)),
		PreRunE: func(*cobra.Command, []string) error { return o.place() },
		RunE:    func(cmd *cobra.Command, args []string) error { return runNew(cmd.Context(), s, &o, args) },
	}
	o.AddAgentFlags(cmd)
	o.addTarget(cmd)
	f := cmd.Flags()
	f.StringVar(&o.skill, "skill", "", "the skill's `ID` or name; without it, the message goes to the agent itself")
	f.StringVar(&o.schema, "schema", "", "the `NAME` of the schema, if there are several")
	f.StringVar(&o.data, "data", "", "the whole value as `JSON`, a file of it (FILE or @FILE), or - for standard input")
	f.StringVar(&o.text, "text", "", "the `TEXT` of a message without a form")
	f.StringArrayVar(&o.sets, "set", nil, "a field, as `NAME=VALUE`; may be repeated")
	f.BoolVar(&o.invalid, "invalid", false, "the data breaks its schema on purpose")
	return cmd
}

func runNew(ctx context.Context, s *command.Streams, o *newOptions, args []string) error {
	ref, err := o.Flag.Ref(s, args)
	if err != nil {
		return err
	}
	in, err := o.input(s)
	if err != nil {
		return err
	}
	in.Invalid = o.invalid
	c := &casefile.Case{Agent: ref, Skill: o.skill, Schema: o.schema, Input: in}
	isForm := c.Input.Data != nil || len(c.Input.Set) > 0
	if isForm == (o.text != "") {
		return command.Usagef("a case sends either a form (--set, --data) or a --text")
	}
	o.Flag.Value = ref
	defer o.Close()
	agent, err := o.Open(ctx, c)
	if err != nil {
		return err
	}
	built, err := runner.Build(c, agent, s.Store())
	if err != nil {
		return command.Usagef("%s", err)
	}
	if built.Skill != nil { // the only one with a form now
		c.Skill = built.Skill.ID.Exact() //nolint:forbidigo // written into a file as it is
	}
	if len(built.Promised()) > 0 && !o.invalid {
		c.Expect.Output = casefile.ValidOutput // the default, in words
	}
	if built.Private {
		s.Warn("note: the form has a secret field, and the case contains its value")
	}
	return o.writeCase(s, c)
}

// writeGolden writes the output of a run to the golden file that a case names.
func writeGolden(s *command.Streams, file string, now run.Snapshot) error {
	f, problems := casefile.Read(file, casefile.Options{})
	if problems != nil {
		return problems[0]
	}
	path := f.First().Expect.Same.File
	if err := check.WriteGolden(path, check.Golden(now)); err != nil {
		return fmt.Errorf("the golden file: %s", command.FileFault(err))
	}
	s.Warn("written: " + safe.Path(path, ".").String())
	return nil
}
