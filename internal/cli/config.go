package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"a2aform/internal/cli/command"
	"a2aform/internal/limit"
	"a2aform/internal/safe"
	"a2aform/internal/store"
	"a2aform/ui/kit"
	"a2aform/ui/kit/theme"
)

func newConfig(s *command.Streams) *cobra.Command {
	return command.Group(&cobra.Command{
		Use:   "config",
		Short: "Show the preferences and where they come from",
		Long: "Preferences are in config.toml in the directory of the configuration. The first of these wins: a flag, a variable\n" +
			"(A2AFORM_THEME for theme), the repository's .a2aform/config.toml, your own file, the default.\n\n" +
			"A repository is not trusted: only theme, mouse, hints, brief, bell, notify, progress and plain are taken from its file.",
	}, newConfigShow(s), newConfigPath(s), newConfigSchema(s), newConfigKeys(s), newConfigLimits(s))
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

// preferenceFlags are the preferences that may be said by flag, for one call.
type preferenceFlags struct {
	theme                 string
	noMouse, plain, color bool
	changed               func(name string) bool // whether a flag was given
}

func (f *preferenceFlags) add(cmd *cobra.Command) {
	f.addPlain(cmd)
	cmd.Flags().BoolVar(&f.color, "color", false, "colors in the lines of --plain")
}

// addPlain adds the flags of commands whose lines never have colors.
func (f *preferenceFlags) addPlain(cmd *cobra.Command) {
	f.addScreens(cmd)
	cmd.Flags().BoolVar(&f.plain, "plain", false, "line-by-line mode, for screen readers and pipes")
}

// addScreens adds the flags of commands that have screens alone.
func (f *preferenceFlags) addScreens(cmd *cobra.Command) {
	f.addTheme(cmd)
	cmd.Flags().BoolVar(&f.noMouse, "no-mouse", false, "leave the mouse to the terminal")
}

func (f *preferenceFlags) addTheme(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.theme, "theme", "", "the colors of `THEME`: "+strings.Join(store.ThemeNames, ", "))
	f.changed = cmd.Flags().Changed
}

// config are the preferences with what the flags say of them.
func (f *preferenceFlags) config(s *command.Streams) (store.Config, error) {
	c, _, err := s.Config()
	if err != nil {
		return c, err
	}
	if f.changed("theme") {
		if err := c.Theme.UnmarshalText([]byte(f.theme)); err != nil {
			return c, command.Usagef("--theme: %s", err)
		}
		if c.Theme == theme.OwnName && c.Own == nil {
			return c, command.Usagef("--theme: %s", store.ErrNoOwnTheme)
		}
	}
	if err := setKeys(c.Keys); err != nil {
		return c, err
	}
	if f.changed("no-mouse") {
		c.Mouse = !f.noMouse
	}
	return c, nil
}

// setKeys gives actions the keys of the user.
func setKeys(keys store.Keys) error {
	for _, k := range keys {
		if err := kit.SetKey(k.Action, k.Key); err != nil {
			return &store.ConfigError{Text: k.Where + ": " + err.Error()}
		}
	}
	for _, k := range keys {
		if err := kit.CheckKey(k.Action); err != nil {
			return &store.ConfigError{Text: k.Where + ": " + err.Error()}
		}
	}
	return nil
}

// preferences adds the preferences to the options of the screens.
func preferences(o kit.Options, c store.Config) kit.Options {
	o.Theme, o.Mouse, o.Hints, o.NoBrief, o.Bell, o.Progress = kit.Theme(c.Theme), c.Mouse, c.Hints, !c.Brief, c.Bell, c.Progress
	o.OwnTheme = ownTheme(c)
	o.SkipReview, o.NoRecord, o.NoDrafts = c.Review == "skip", !c.Persist, !c.Drafts
	o.KeepRuns, o.Commands = time.Duration(c.KeepRuns), c.Commands
	return o
}

// addStagePreferences adds the flag of the preferences of a presentation, and returns what reads them.
func addStagePreferences(s *command.Streams, cmd *cobra.Command) func() (kit.Options, error) {
	f := &preferenceFlags{}
	f.addTheme(cmd)
	return func() (kit.Options, error) {
		c, err := f.config(s)
		return preferences(kit.Options{}, c), err
	}
}

// ownTheme is the user's own theme, nil for none.
func ownTheme(c store.Config) *theme.Own {
	if c.Own == nil {
		return nil
	}
	return &theme.Own{Base: c.Own.Base, Colors: c.Own.Colors}
}

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
