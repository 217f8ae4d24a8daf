package qa

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/plan"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/internal/store/runfile"
)

// target is where a case is written, and how it is named.
type target struct {
	name string
	tags []string
	to   string
}

func (o *target) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.name, "name", "", "the `NAME` of the case (default the name of its file)")
	f.StringArrayVar(&o.tags, "tag", nil, "a tag `T` of the case; may be repeated")
	f.StringVar(&o.to, "to", "", "write a new `FILE`, such as .a2aform/cases/fight.toml (default standard output)")
}

// write writes a case, and never over a file.
func (o *target) write(s *command.Streams, c *casefile.Case) error {
	c.Name, c.Tags = o.name, o.tags
	text := casefile.Format(c)
	if _, problems := casefile.Parse(o.to, text); len(problems) > 0 {
		return fmt.Errorf("the case cannot be written: %w", problems[0])
	}
	if o.to == "" {
		_, err := s.Out.Write(text)
		return err
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
	s.Warn("written: " + safe.Text(o.to).Line(200).String())
	return nil
}

type newOptions struct {
	agents
	target
	skill, schema string
	data, text    string
	sets          []string
	invalid       bool
}

func newNew(s *command.Streams) *cobra.Command {
	o := newOptions{agents: agents{streams: s}}
	cmd := &cobra.Command{
		Use:   "new AGENT",
		Short: "Write a test case from flags",
		Long: "Writes a case that sends what the flags say, once the agent's schema has validated it. It sends nothing but the request\n" +
			"for the card. What is expected of the answer is for you to add.",
		Example: "  a2aform cases new demo --skill fight-comparison \\\n    --set a=Lion --set b=Tiger --tag smoke",
		Args:    command.UsageArgs(cobra.MaximumNArgs(1)),
		RunE:    func(cmd *cobra.Command, args []string) error { return runNew(cmd.Context(), s, &o, args) },
	}
	o.agents.add(cmd)
	o.target.add(cmd)
	f := cmd.Flags()
	f.StringVar(&o.skill, "skill", "", "the skill's `ID`; without it the message has no skill")
	f.StringVar(&o.schema, "schema", "", "the `NAME` of the schema, if there are several")
	f.StringVar(&o.data, "data", "", "the whole value as `JSON`, or @FILE for a file of it")
	f.StringVar(&o.text, "text", "", "the `TEXT` of a message without a form")
	f.StringArrayVar(&o.sets, "set", nil, "a field, as `NAME=VALUE`; may be repeated")
	f.BoolVar(&o.invalid, "invalid", false, "the data breaks its schema on purpose")
	return cmd
}

func runNew(ctx context.Context, s *command.Streams, o *newOptions, args []string) error {
	ref, err := o.flag.Ref(s, args)
	if err != nil {
		return err
	}
	c := &casefile.Case{Agent: ref, Skill: o.skill, Schema: o.schema, Input: casefile.Input{Text: o.text, Invalid: o.invalid}}
	if c.Input.Data, err = readData(o.data); err != nil {
		return err
	}
	for _, set := range o.sets {
		path, value, ok := strings.Cut(set, "=")
		if !ok {
			return command.Usagef("--set %s: write NAME=VALUE", safe.Text(set).Line(60))
		}
		c.Input.Set = append(c.Input.Set, casefile.Setting{Path: path, Value: value})
	}
	isForm := c.Input.Data != nil || len(c.Input.Set) > 0
	if isForm == (o.text != "") {
		return command.Usagef("a case sends either a form (--set, --data) or a --text")
	}
	o.flag.Value = ref
	defer o.close()
	agent, err := o.open(ctx, c)
	if err != nil {
		return err
	}
	built, err := plan.Build(c, agent, s.Store())
	if err != nil {
		return command.Usagef("%s", err)
	}
	if built.Private {
		s.Warn("note: the form holds a secret, and the case holds it as you gave it")
	}
	return o.write(s, c)
}

// readData is the JSON of an argument, or of the file that it names behind an @.
func readData(arg string) ([]byte, error) {
	path, isFile := strings.CutPrefix(arg, "@")
	switch {
	case arg == "":
		return nil, nil
	case !isFile:
		return []byte(arg), nil
	}
	data, err := os.ReadFile(path) //nolint:gosec // the user names the file
	if err != nil {
		return nil, command.Usagef("--data %s", command.FileFault(err))
	}
	return data, nil
}

func newFrom(s *command.Streams) *cobra.Command {
	var o target
	agent := ""
	cmd := &cobra.Command{
		Use:   "from RUN",
		Short: "Write a test case from a recorded run",
		Long: "Writes a case that sends what a run sent, with its answers. It expects the state that the run came to, the schemas of its\n" +
			"output, and that the output is valid where it was. RUN is a run's id, a prefix of it, the path of a run file, or last.",
		Example: "  a2aform cases from last --name 'Lion against Tiger'",
		Args:    command.UsageArgs(cobra.ExactArgs(1)),
		RunE:    func(_ *cobra.Command, args []string) error { return runFrom(s, &o, agent, args[0]) },
	}
	o.add(cmd)
	cmd.Flags().StringVar(&agent, "agent", "", "the `AGENT` of the case (default none: name it with test -a)")
	return cmd
}

func runFrom(s *command.Streams, o *target, agent, name string) error {
	keep := s.Store()
	if keep == nil {
		return errors.New("there is no home directory for runs: set HOME or A2AFORM_HOME")
	}
	info, err := keep.FindRun(name)
	if err != nil {
		return command.Usagef("%s", err)
	}
	input, err := inputOf(info.Path)
	if err != nil {
		return err
	}
	rec, err := run.OpenRecording(info.Path)
	if err != nil {
		return err
	}
	if rec.Damaged != nil {
		return rec.Damaged
	}
	c, err := plan.FromRecording(rec)
	if err != nil {
		return err
	}
	if c.Input.Data != nil && input.Tag != rec.Plan().Request().Tag {
		c.Input.MediaType = input.Tag.Exact() //nolint:forbidigo // a case holds it as it was sent
	}
	c.Agent = agent
	return o.write(s, c)
}

// inputOf is the line of what a run sent. It refuses a run that sent more than its file holds.
func inputOf(path string) (input runfile.Line, err error) {
	_ = runfile.Read(path, func(l runfile.Line) bool { // damage is told where the run is opened
		if l.Kind == runfile.Input {
			input = l
		}
		return l.Kind != runfile.Input && l.Kind != runfile.Event
	})
	switch {
	case len(input.Files) > 0:
		return input, errors.New("the run sent files, whose content is not kept with it")
	case input.Dropped > 0:
		return input, errors.New("the run sent parts that are too large to be kept with it")
	}
	return input, nil
}
