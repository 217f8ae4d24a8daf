package qa

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/fileschema"
	"a2aform/internal/qa/runner"
	"a2aform/internal/run"
	"a2aform/internal/safe"
	"a2aform/internal/store"
)

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
	s.Warn("written: " + safe.Text(o.to).Line(200).String())
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
	f.StringVar(&o.skill, "skill", "", "the skill's `ID`; without it, the message goes to the agent itself")
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
	s.Warn("written: " + safe.Text(path).Line(200).String())
	return nil
}
