package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"a2aform/internal/safe"
	"a2aform/internal/store"
)

func newConfig(s *Streams) *cobra.Command {
	config := &cobra.Command{
		Use:   "config",
		Short: "Show the preferences and where they come from",
		Long: "Preferences are in config.toml in the directory of the configuration. The first of these wins: a flag, a variable\n" +
			"(A2AFORM_THEME for theme), the repository's .a2aform/config.toml, your own file, the default.\n\n" +
			"A repository is not trusted: only theme, mouse, hints, bell, notify, progress and plain are taken from its file.",
		Args: usageArgs(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return usagef("choose a command: show, path, schema or limits (see %s --help)", cmd.CommandPath())
		},
	}
	config.AddCommand(newConfigShow(s), newConfigPath(s), newConfigSchema(s), newConfigLimits(s))
	return config
}

func newConfigShow(s *Streams) *cobra.Command {
	var output outputFlag
	cmd := &cobra.Command{
		Use:   "show",
		Short: "Show each setting, its value and its source",
		Args:  usageArgs(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			if err := output.check(); err != nil {
				return err
			}
			_, list, err := s.config()
			if err != nil {
				return err
			}
			if output.json() {
				return printJSON(s, list)
			}
			var w rows
			for _, each := range list {
				w.add(each.Key, fmt.Sprint(each.Value), safe.Text(each.Source).Line(safe.TextLimit()).String())
			}
			return w.print(s.Out)
		},
	}
	cmd.Flags().StringVarP(&output.value, "output", "o", "text", "print as `FORMAT`: text or json")
	return cmd
}

func newConfigPath(s *Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "path",
		Short: "Print the path of your config file, and of the repository's if it has one",
		Args:  usageArgs(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			keep := s.store()
			if keep == nil {
				return errors.New("there is no home directory: set HOME or A2AFORM_HOME")
			}
			for _, path := range []string{keep.ConfigPath(), store.LocalConfig(workingDir())} {
				if path == "" {
					continue
				}
				if _, err := fmt.Fprintln(s.Out, safe.Text(path).Line(safe.TextLimit())); err != nil {
					return err
				}
				if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
					s.warn("it does not exist yet; a2aform config schema describes it")
				}
			}
			return nil
		},
	}
}

func newConfigSchema(s *Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of the config file, for editors",
		Args:  usageArgs(cobra.NoArgs),
		RunE:  func(*cobra.Command, []string) error { return printJSON(s, store.ConfigSchema()) },
	}
}

// config are the preferences and where they come from. What a repository's file
// gets wrong is a warning, and stops nothing.
func (s *Streams) config() (store.Config, []store.Setting, error) {
	c, list, notes, err := s.store().Config(s.Getenv, workingDir())
	for _, note := range notes {
		s.warn("note: " + note)
	}
	return c, list, err
}

// printJSON writes a value of ours as indented JSON.
func printJSON(s *Streams, v any) error {
	raw, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	return printRaw(s, raw)
}
