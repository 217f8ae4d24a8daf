package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/limit"
)

// limitFlags change for one call what guards the program: limits, and which
// networks are trusted.
type limitFlags struct {
	values   []string
	insecure bool
}

func (f *limitFlags) add(root *cobra.Command) {
	root.PersistentFlags().BoolVar(&f.insecure, "insecure-http", false, "allow unencrypted HTTP to other machines")
	root.PersistentFlags().StringArrayVar(&f.values, "max", nil, "change a limit: `NAME=VALUE`, such as card-bytes=8MiB; may be repeated (list: a2aform config limits)")
	command.MoveFlags(root, command.AgentPage, "insecure-http")
	command.MoveFlags(root, command.AllFlags, "max")
}

// set puts what the configuration says into force, and what the flags say over
// it, before anything is read. Commands that show or explain the configuration
// go on with a broken one.
func (f *limitFlags) set(s *command.Streams, cmd *cobra.Command) error {
	c, _, _, err := s.Store().Config(s.Getenv, command.WorkingDir())
	switch {
	case err != nil && !strings.HasPrefix(cmd.CommandPath(), "a2aform config"):
		return err
	case err == nil:
		if err := c.Limits.Set(); err != nil {
			return err
		}
	}
	s.InsecureHTTP = f.insecure || err == nil && c.Insecure
	for _, each := range f.values {
		name, value, _ := strings.Cut(each, "=")
		if err := limit.Set(strings.TrimSpace(name), value); err != nil {
			return command.Usagef("--max: %s", err)
		}
	}
	return nil
}

func newConfigLimits(s *command.Streams) *cobra.Command {
	var output command.OutputFlag
	cmd := &cobra.Command{
		Use:   "limits",
		Short: "Show each limit, its value, and what happens beyond it",
		Long: "Every size and time has a limit, and you are told when one is hit. Change a limit for one\n" +
			"call by --max NAME=VALUE, or for good in config.toml:\n\n  [limits]\n  card-bytes = \"8MiB\"\n  connect-time = \"30s\"\n  rows = 2000",
		Args: command.UsageArgs(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			if err := output.Check(); err != nil {
				return err
			}
			if output.JSON() {
				return command.PrintJSON(s, limitRows())
			}
			var w command.Rows
			for _, l := range limitRows() {
				value := l.Value
				if l.Value != l.Default {
					value += " (" + l.Default + ")"
				}
				w.Add(l.Name, value, l.What, l.Beyond)
			}
			return w.Print(s.Text())
		},
	}
	cmd.Flags().StringVarP(&output.Value, "output", "o", "text", "print as `FORMAT`: text or json")
	return cmd
}

// limitRow is a limit as config limits shows it.
type limitRow struct {
	Name    string `json:"name"`
	Value   string `json:"value"`
	Default string `json:"default"`
	What    string `json:"bounds"`
	Beyond  string `json:"beyond"`
}

func limitRows() []limitRow {
	var list []limitRow
	for _, l := range limit.All() {
		list = append(list, limitRow{l.Name, l.String(), l.DefaultText(), l.Description, l.Consequence})
	}
	return list
}
