package qa

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"
	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/qa/check"
	"a2aform/internal/qa/fileschema"
	"a2aform/internal/safe"
)

// NewCases is the command cases.
func NewCases(s *command.Streams) *cobra.Command {
	return command.Group(&cobra.Command{
		Use:   "cases",
		Short: "List, check and write test cases",
		Long:  "A test case is a file that says what to send to a skill and what to expect of the answer. a2aform test runs test cases.",
	}, newList(s), newCheck(s), newNew(s), newFrom(s), newGenerate(s), newSchema(s))
}

// completePaths lets the shell complete file names.
func completePaths(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

func newList(s *command.Streams) *cobra.Command {
	var o struct {
		selection
		output command.OutputFlag
	}
	e := &command.Environments{Streams: s}
	cmd := &cobra.Command{
		Use:   "list [PATH...]",
		Short: "List test cases",
		Long: "List the name, skill, tags and file of each case. Without a PATH the command lists the cases of .a2aform/suite.toml, or else those in .a2aform/cases of the repository.\n\n" +
			"A single case, named by its file or by its name in the repository, is shown with what it sends, as its file says.",
		Example: "  a2aform cases list --tag smoke\n  a2aform cases list fight",
		Args:    command.UsageArgs(cobra.ArbitraryArgs),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := o.output.Check(); err != nil {
				return err
			}
			options, err := e.Offline()
			if err != nil {
				return err
			}
			cases, err := o.find(e, args, options)
			switch {
			case len(args) == 0 && errors.Is(err, command.ErrNoCases): // an empty list
				s.Warn(err.Error())
				cases = &selected{selection: &o.selection}
			case err != nil:
				return err
			}
			if o.output.JSON() {
				list := make([]caseInfo, 0, cases.count)
				for c := range cases.cases() {
					list = append(list, infoOf(c))
				}
				return command.PrintJSON(s, list)
			}
			if len(args) == 1 && cases.count == 1 && !isDir(args[0]) {
				for c := range cases.cases() {
					return show(s, c)
				}
			}
			var rows command.Rows
			for c := range cases.cases() {
				rows.Add(line(c.Name), orDash(c.Skill), orDash(strings.Join(c.Tags, " ")), line(c.Path))
			}
			if s.OutTTY {
				rows.Fit(s.Width())
			}
			return rows.Print(s.Text())
		},
		ValidArgsFunction: completePaths,
	}
	o.add(cmd)
	e.AddFilesFlag(cmd)
	cmd.Flags().StringVarP(&o.output.Value, "output", "o", "text", "print as `FORMAT`: text or json")
	return cmd
}

func line(text string) string { return safe.Text(text).Line(200).String() }

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return line(text)
}

// caseInfo is a case in JSON.
type caseInfo struct {
	Name     string   `json:"name"`
	File     string   `json:"file"`
	Why      string   `json:"why,omitempty"`
	Agent    string   `json:"agent,omitempty"`
	Skill    string   `json:"skill,omitempty"`
	Schema   string   `json:"schema,omitempty"`
	Tags     []string `json:"tags,omitempty"`
	Timeout  string   `json:"timeout"`
	Repeat   int      `json:"repeat"`
	PassRate string   `json:"passRate"`
	Skip     string   `json:"skip,omitempty"`
	Invalid  bool     `json:"invalid,omitempty"`
	Text     string   `json:"text,omitempty"`
	JSON     string   `json:"json,omitempty"` // as it is written
	Set      []string `json:"set,omitempty"`
	Files    []string `json:"files,omitempty"`
	Turns    int      `json:"turns,omitempty"`
}

func infoOf(c *casefile.Case) caseInfo {
	info := caseInfo{
		Name: c.Name, File: c.Path, Why: c.Why, Agent: c.Agent, Skill: c.Skill, Schema: c.Schema, Tags: c.Tags, Timeout: c.Timeout.String(), Repeat: c.Repeat,
		PassRate: c.PassRate.RatString(), Skip: c.Skip, Invalid: c.Input.Invalid, Text: c.Input.Text, JSON: string(c.Input.Data), Files: c.Input.Files, Turns: len(c.Turns),
	}
	for _, set := range c.Input.Set {
		info.Set = append(info.Set, set.Path+"="+set.Value)
	}
	return info
}

// find returns the cases of paths, or the case of a name.
func (o *selection) find(e *command.Environments, args []string, options casefile.Options) (*selected, error) {
	if len(args) != 1 {
		return o.read(e, args, options)
	}
	if _, err := os.Stat(args[0]); err == nil {
		return o.read(e, args, options)
	}
	files, err := e.ReadCases(nil, options)
	if err != nil {
		return nil, err
	}
	for c := range casefile.All(files) {
		if c.Name == args[0] && o.has(c) {
			return &selected{selection: o, made: []*casefile.Case{c}, count: 1}, nil
		}
	}
	return nil, command.Usagef("there is no case %s, and no such file; see a2aform cases list", safe.Text(args[0]).Line(80))
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// show prints the rows of a case, then what it sends.
func show(s *command.Streams, c *casefile.Case) error {
	info := infoOf(c)
	var rows command.Rows
	rows.Add("Case:", line(c.Name))
	rows.Add("File:", line(c.Path))
	rows.Add("Why:", line(c.Why))
	rows.Add("Agent:", line(c.Agent))
	rows.Add("Skill:", line(c.Skill))
	rows.Add("Schema:", line(c.Schema))
	rows.Add("Tags:", line(strings.Join(c.Tags, " ")))
	rows.Add("Timeout:", c.Timeout.String())
	rows.Add("Repeat:", fmt.Sprintf("%d, of which %d must pass", c.Repeat, c.Need(c.Repeat)))
	rows.Add("Skipped:", line(c.Skip))
	for _, set := range info.Set {
		rows.Add("Set:", line(set))
	}
	for _, file := range c.Input.Files {
		rows.Add("File sent:", line(file))
	}
	if c.Input.Invalid {
		rows.Add("Invalid:", "the input breaks its schema on purpose")
	}
	for _, turn := range c.Turns {
		rows.Add("Turn:", line(fmt.Sprintf("%s when %s  %s%s", turn.Do, turn.When, turn.Text, turn.Data)))
	}
	for _, text := range check.Describe(&c.Expect) {
		rows.Add("Expects:", line(text))
	}
	if err := rows.Print(command.NewLines(s)); err != nil {
		return err
	}
	content := c.Input.Text
	if c.Input.Data != nil {
		content = string(c.Input.Data)
	}
	if content == "" {
		return nil
	}
	_, err := fmt.Fprintf(s.Text(), "\nInput:\n%s\n", safe.Text(content).Block(0))
	return err
}

func newCheck(s *command.Streams) *cobra.Command {
	e := &command.Environments{Streams: s}
	cmd := &cobra.Command{
		Use:   "check [PATH...]",
		Short: "Read test cases and report their problems",
		Long: "Read the case files and the file of the suite, and report every problem with its line and column. The command contacts no agent, so inputs are not\n" +
			"validated against schemas. The exit code is 2 if there is a problem or no case.",
		Example: "  a2aform cases check",
		Args:    command.UsageArgs(cobra.ArbitraryArgs),
		RunE: func(_ *cobra.Command, args []string) error {
			options, err := e.Offline()
			if err != nil {
				return err
			}
			files, err := e.ReadCases(args, options)
			if err != nil {
				return err
			}
			warnUnused(s, files)
			_, err = fmt.Fprintf(s.Text(), "no problem in %s\n", english.Plural(len(files), "case file", "case files"))
			return err
		},
		ValidArgsFunction: completePaths,
	}
	e.AddFilesFlag(cmd)
	return cmd
}

func newSchema(s *command.Streams) *cobra.Command {
	of := fileschema.Names[0]
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of case files or suite files",
		Long: "Print a JSON Schema that lets an editor complete and explain the keys of case files or suite files. A file names its\n" +
			"schema in its first line, such as: #:schema ../case.schema.json",
		Example: "  a2aform cases schema > .a2aform/case.schema.json\n  a2aform cases schema --of suite > .a2aform/suite.schema.json",
		Args:    command.UsageArgs(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			if !slices.Contains(fileschema.Names, of) {
				return command.Usagef("--of %s is not known: use %s", safe.Text(of).Line(40), strings.Join(fileschema.Names, ", "))
			}
			schema, err := fileschema.Of(of)
			if err != nil {
				return err
			}
			return command.PrintRaw(s, schema)
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cmd.Flags().StringVar(&of, "of", of, "the schema of which `FILE`: case or suite")
	_ = cmd.RegisterFlagCompletionFunc("of", cobra.FixedCompletions(fileschema.Names, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}
