package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/ui/kit"
)

func newConfig(s *command.Streams) *cobra.Command {
	config := &cobra.Command{
		Use:   "config",
		Short: "Show the preferences and where they come from",
		Long: "Preferences are in config.toml in the directory of the configuration. The first of these wins: a flag, a variable\n" +
			"(A2AFORM_THEME for theme), the repository's .a2aform/config.toml, your own file, the default.\n\n" +
			"A repository is not trusted: only theme, mouse, hints, brief, bell, notify, progress and plain are taken from its file.",
		Args: command.UsageArgs(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return command.Usagef("choose a command: show, path, schema, keys or limits (see %s --help)", cmd.CommandPath())
		},
	}
	config.AddCommand(newConfigShow(s), newConfigPath(s), newConfigSchema(s), newConfigKeys(s), newConfigLimits(s))
	return config
}

func newConfigShow(s *command.Streams) *cobra.Command {
	var output command.OutputFlag
	cmd := &cobra.Command{
		Use:   "show",
		Short: "Show each setting, its value and its source",
		Args:  command.UsageArgs(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			if err := output.Check(); err != nil {
				return err
			}
			_, list, err := s.Config()
			if err != nil {
				return err
			}
			if output.JSON() {
				return command.PrintJSON(s, list)
			}
			var w command.Rows
			for _, each := range list {
				w.Add(each.Key, fmt.Sprint(each.Value), safe.Text(each.Source).Line(safe.TextLimit()).String())
			}
			return w.Print(s.Text())
		},
	}
	cmd.Flags().StringVarP(&output.Value, "output", "o", "text", "print as `FORMAT`: text or json")
	return cmd
}

func newConfigKeys(s *command.Streams) *cobra.Command {
	var output command.OutputFlag
	cmd := &cobra.Command{
		Use:   "keys",
		Short: "Show each action of the screens and its keys",
		Long: "Give an action your own key in config.toml:\n\n  [keys]\n  card.filter = \"f\"\n  table.sort = \"o\"\n\n" +
			"A key that another action of the same screen has is refused when the screens open.",
		Args: command.UsageArgs(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			if err := output.Check(); err != nil {
				return err
			}
			actions := kit.KeyActions()
			if output.JSON() {
				return command.PrintJSON(s, actions)
			}
			var w command.Rows
			for _, a := range actions {
				w.Add(a.ID, strings.Join(a.Keys, " "), a.Text)
			}
			return w.Print(s.Text())
		},
	}
	cmd.Flags().StringVarP(&output.Value, "output", "o", "text", "print as `FORMAT`: text or json")
	return cmd
}

func newConfigPath(s *command.Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "path",
		Short: "Print the path of your config file, and of the repository's if it has one",
		Args:  command.UsageArgs(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			keep := s.Store()
			if keep == nil {
				return errors.New("there is no home directory: set HOME or A2AFORM_HOME")
			}
			local, err := store.LocalConfig(command.WorkingDir())
			if err != nil {
				s.Warn("note: " + err.Error())
			}
			for _, path := range []string{keep.ConfigPath(), local} {
				if path == "" {
					continue
				}
				if _, err := fmt.Fprintln(s.Text(), safe.Text(path).Line(safe.TextLimit())); err != nil {
					return err
				}
				if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
					s.Warn("it does not exist yet; a2aform config schema describes it")
				}
			}
			return nil
		},
	}
}

func newConfigSchema(s *command.Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of the config file, for editors",
		Args:  command.UsageArgs(cobra.NoArgs),
		RunE:  func(*cobra.Command, []string) error { return command.PrintJSON(s, store.ConfigSchema()) },
	}
}
