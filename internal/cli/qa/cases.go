package qa

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/qa/casefile"
	"a2aform/internal/safe"
)

// NewCases is the command cases.
func NewCases(s *command.Streams) *cobra.Command {
	cases := &cobra.Command{
		Use:   "cases",
		Short: "List, show, check and write test cases",
		Long:  "A case is a file: what is sent to a skill, and what is expected of the answer. a2aform test runs cases.",
		Args:  command.UsageArgs(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return command.Usagef("choose a command: %s (see %s --help)", command.CommandsOf(cmd), cmd.CommandPath())
		},
	}
	cases.AddCommand(newList(s), newShow(s), newCheck(s), newNew(s), newFrom(s))
	return cases
}

// completePaths lets the shell complete the names of files.
func completePaths(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

func newList(s *command.Streams) *cobra.Command {
	var o struct {
		selection
		output command.OutputFlag
	}
	cmd := &cobra.Command{
		Use:     "list [PATH...]",
		Short:   "List test cases",
		Long:    "List the cases of files and directories, by default those in .a2aform/cases of the repository: name, skill, tags and file.",
		Example: "  a2aform cases list --tag smoke",
		Args:    command.UsageArgs(cobra.ArbitraryArgs),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := o.output.Check(); err != nil {
				return err
			}
			cases, err := o.read(s, args)
			if err != nil {
				return err
			}
			if o.output.JSON() {
				list := make([]caseInfo, 0, len(cases))
				for _, c := range cases {
					list = append(list, infoOf(c))
				}
				return command.PrintJSON(s, list)
			}
			var rows command.Rows
			for _, c := range cases {
				rows.Add(line(c.Name), orDash(c.Skill), orDash(strings.Join(c.Tags, " ")), line(c.Path))
			}
			return rows.Print(s.Out)
		},
		ValidArgsFunction: completePaths,
	}
	o.add(cmd)
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

func newShow(s *command.Streams) *cobra.Command {
	var output command.OutputFlag
	cmd := &cobra.Command{
		Use:     "show CASE",
		Short:   "Show a test case",
		Long:    "Show what a case sends, as its file has it. CASE is a file, or the name of a case in .a2aform/cases of the repository.",
		Example: "  a2aform cases show fight",
		Args:    command.UsageArgs(cobra.ExactArgs(1)),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := output.Check(); err != nil {
				return err
			}
			c, err := find(s, args[0])
			if err != nil {
				return err
			}
			if output.JSON() {
				return command.PrintJSON(s, infoOf(c))
			}
			return show(s, c)
		},
		ValidArgsFunction: completePaths,
	}
	cmd.Flags().StringVarP(&output.Value, "output", "o", "text", "print as `FORMAT`: text or json")
	return cmd
}

// find is the case of a file, or the one of a name.
func find(s *command.Streams, name string) (*casefile.Case, error) {
	if info, err := os.Stat(name); err == nil && !info.IsDir() {
		cases, err := readAll(s, []string{name})
		if err != nil {
			return nil, err
		}
		if len(cases) > 1 {
			s.Warn(fmt.Sprintf("note: the table of the file has %d rows; this is the first, the others go by their names", len(cases)))
		}
		return cases[0], nil
	}
	cases, err := readAll(s, nil)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(cases, func(c *casefile.Case) bool { return c.Name == name })
	if i < 0 {
		return nil, command.Usagef("there is no case %s, and no such file; see a2aform cases list", safe.Text(name).Line(80))
	}
	return cases[i], nil
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
	if err := rows.Print(s.Out); err != nil {
		return err
	}
	content := c.Input.Text
	if c.Input.Data != nil {
		content = string(c.Input.Data)
	}
	if content == "" {
		return nil
	}
	_, err := fmt.Fprintf(s.Out, "\nInput:\n%s\n", safe.Text(content).Block(0))
	return err
}

func newCheck(s *command.Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "check [PATH...]",
		Short: "Read test cases and report their problems",
		Long: "Reads the case files and reports every problem with its line and column. It contacts no agent, so inputs are not\n" +
			"validated against schemas. The exit code is 2 where there is a problem, or no case.",
		Example: "  a2aform cases check",
		Args:    command.UsageArgs(cobra.ArbitraryArgs),
		RunE: func(_ *cobra.Command, args []string) error {
			cases, err := readAll(s, args)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(s.Out, "no problem in %d case files\n", len(cases))
			return err
		},
		ValidArgsFunction: completePaths,
	}
}
